package evaltest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/verdict"
	"github.com/extracteval/extracteval/report"
)

// A row that comes after the gate fails its own test, enters no number, and makes the whole of it
// not evaluable: in the record of the gate, which was passed before, and among all data sets.
func TestALateRowIsInNoNumber(t *testing.T) {
	dir := withMain(t)
	ok, printed := inner(t, "TestX", func(t *testing.T) {
		c := Collect(t, Config{Gate: Gate{MacroF1: 0.9}, Cases: 1})
		t.Run("case", func(t *testing.T) { t.Run("a", func(t *testing.T) { c.FieldAccuracy(t, `{"n":1}`, `{"n":1}`) }) })
		t.Run("gate", c.Gate)
		t.Run("b", func(t *testing.T) { c.FieldAccuracy(t, `{"n":2}`, `{"n":1}`) })
	})
	assert.False(t, ok)
	assert.Contains(t, printed, `--- PASS: TestX/gate`)
	assert.Contains(t, printed, `--- FAIL: TestX/b`)
	assert.Contains(t, printed, `evaltest: data set "TestX": case "b" was recorded after the gate ran and is not counted: `+
		`put parallel rows into a group, t.Run("case", ...), so that they end before t.Run("gate", c.Gate)`)
	var ids, gates []string
	for _, r := range recordsOf(t, dir) {
		switch r := r.(type) {
		case *report.Case:
			ids = append(ids, r.ID)
		case *report.GateResult:
			gates = append(gates, r.String())
		case *report.Summary:
			assert.Equal(t, report.CaseCount{OK: 1, Pass: 1}, r.Cases())
			assert.Equal(t, report.RatioOf(1, true), r.Number("micro F1").Value, "the late one is wrong")
		}
	}
	assert.Equal(t, []string{"a"}, ids)
	assert.Equal(t, []string{"TestX: gate passed over 1 case", "TestX: gate not evaluable: 1 of its cases came after the gate ran, and were not judged"}, gates)
	require.Len(t, process.closed, 1)
	assert.Equal(t, verdict.NotEvaluable, process.closed[0].Verdict, "in the list of all data sets")
}

// A late row hears of nothing else: neither that it is wrong, nor of its tags, which a table that began without a row lacks.
func TestALateRowFailsForThatAlone(t *testing.T) {
	type tagged struct {
		N int `json:"n" eval:"exact"`
	}
	for _, tt := range []struct {
		name      string
		got, want any
	}{
		{"tags", tagged{1}, tagged{1}},
		{"wrong", `{"n":2}`, `{"n":1}`},
		{"a truth that is missing", `{"n":2}`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			withMain(t)
			_, printed := inner(t, "TestX", func(t *testing.T) {
				c := Collect(t, Config{Gate: Gate{MacroF1: 0.9}, Cases: 1})
				t.Run("late", func(t *testing.T) {
					t.Parallel()
					assert.Empty(t, c.FieldAccuracy(t, tt.got, tt.want))
				})
				t.Run("gate", c.Gate)
			})
			assert.Regexp(t, `(?s)=== RUN   TestX/gate.*gate not evaluable: 0 of 1 cases were scored\. One .*and so is a parallel one`, printed)
			_, late, _ := strings.Cut(printed, "=== CONT  TestX/late\n")
			late, _, _ = strings.Cut(late, "--- FAIL")
			assert.Regexp(t, `^    \w+\.go:\d+: evaltest: data set "TestX": case "late" was recorded after the gate ran and is not counted: `+
				`put parallel rows into a group, t\.Run\("case", \.\.\.\), so that they end before t\.Run\("gate", c\.Gate\)\n$`, late)
		})
	}
}
