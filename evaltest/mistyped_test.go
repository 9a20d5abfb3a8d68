package evaltest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/redact"
)

// A path that leads nowhere would agree with itself, on documents that differ in everything.
func TestMistypedPathsOfAssertions(t *testing.T) {
	const got, want = `{"n":1,"vendor":"a","lines":[{"sku":1}]}`, `{"n":2,"vendor":"b","lines":[{"sku":2}]}`
	for _, tt := range []struct {
		name string
		cfg  Config
		says string // "" for nothing
	}{
		{"all fields", Config{Spec: eval.Spec{Fields: []eval.Field{{Path: "nn"}}}},
			`ERROR evaltest: data set "TestX", case "TestX": no field of the spec leads into got or want: "nn"; want has "lines", "n", "vendor"; if that is right, mark a field absent or optional`},
		{"a similar name", Config{Spec: eval.Spec{Fields: []eval.Field{{Path: "m", Absent: true}, {Path: "vendr"}}}},
			`ERROR evaltest: data set "TestX", case "TestX": field "vendr": neither got nor want has it; did you mean "vendor"? If it is rightly missing, mark it absent or optional`},
		{"a redacted one", Config{Spec: eval.Spec{Fields: []eval.Field{{Path: "vendr"}}}, Redaction: Redaction{Mode: redact.Omit}},
			`ERROR evaltest: data set "TestX", case "TestX": field "vendr": neither got nor want has it; one has a similar name in its place. If it is rightly missing, mark it absent or optional`},
		{"meant to be missing", Config{Spec: eval.Spec{Fields: []eval.Field{{Path: "nn", Optional: true}, {Path: "vendr", Absent: true}}}}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := &fake{name: "TestX"}
			withMain(t)
			said := f.run(func() { FieldAccuracy(f, got, want, tt.cfg) })
			assert.Equal(t, tt.says, said)
		})
	}
	f := &fake{name: "TestX"}
	said := f.run(func() {
		LineItems(f, `[{"sku":1,"n":1}]`, `[{"sku":1,"n":2}]`, eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "sku"}, {Path: "m"}, {Path: "skus"}}})
	})
	assert.Empty(t, said, "sku is another field, and m is sparse")
	said = f.run(func() {
		LineItems(f, `[{"sku":1,"qty":1}]`, `[{"sku":1,"qty":2}]`, eval.List{By: []string{"sku"}, Fields: []eval.Field{{Path: "sku"}, {Path: "qtty"}}})
	})
	assert.Equal(t, `ERROR evaltest: LineItems: field "[].qtty": no item of got or want has it; did you mean "qty"? If it is rightly missing, mark it absent or optional`, said)
}

// The rows of a table are judged together: a field that one row lacks is sparse, one that all lack is mistyped.
func TestMistypedPathsOfTables(t *testing.T) {
	for _, tt := range []struct {
		name  string
		field eval.Field
		rows  []string
		gate  Gate
		says  string // "" for a table that passes
	}{
		{"sparse", eval.Field{Path: "vendors"}, []string{`{"n":1,"vendor":"a"}`, `{"n":1,"vendors":"a"}`}, Gate{MicroF1: 0.1}, ""},
		{"nowhere, with a gate", eval.Field{Path: "vendors"}, []string{`{"n":1,"vendor":"a"}`, `{"n":1}`}, Gate{MicroF1: 0.1},
			`gate not evaluable: no truth has "vendors"; did you mean "vendor"? (a)`},
		{"nowhere, without a gate", eval.Field{Path: "vendors"}, []string{`{"n":1,"vendor":"a"}`, `{"n":1}`}, Gate{},
			`no truth has "vendors"; did you mean "vendor"? (a)`},
		{"nowhere, on purpose", eval.Field{Path: "vendors", Absent: true}, []string{`{"n":1,"vendor":"a"}`, `{"n":1}`}, Gate{MicroF1: 0.1}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			withMain(t)
			ok, printed := inner(t, "TestX", func(t *testing.T) {
				c := Collect(t, Config{Spec: eval.Spec{Fields: []eval.Field{{Path: "n"}, tt.field}}, Gate: tt.gate, Cases: len(tt.rows)})
				t.Run("case", func(t *testing.T) {
					for i, row := range tt.rows {
						t.Run(string(rune('a'+i)), func(t *testing.T) { c.FieldAccuracy(t, row, row) })
					}
				})
				if tt.gate.MicroF1 > 0 {
					t.Run("gate", c.Gate)
				}
			})
			require.Equal(t, tt.says == "", ok, printed)
			assert.Contains(t, printed, tt.says)
		})
	}
}
