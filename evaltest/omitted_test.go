package evaltest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ourassert "github.com/extracteval/extracteval/assert"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

type stock struct {
	ID    string      `json:"id"`
	Qty   int         `json:"qty,omitempty"`
	Paid  bool        `json:"paid,omitzero"`
	Lines []stockLine `json:"lines"`
	Text  *int        `json:"text,omitempty"`
	Size  stockSize   `json:"size,omitzero"`

	Rates map[string]stockRate `json:"rates"`
	Days  map[int]stockRate    `json:"days"`
	netted
}

type stockLine struct {
	SKU   string  `json:"sku"`
	Count float64 `json:"count,omitempty"`
}

type stockRate struct {
	Amount int `json:"amount,omitempty"`
}

type stockSize struct {
	Width int    `json:"width"`
	Unit  string `json:"unit"`
}

type netted struct {
	Net int `json:"net,string,omitempty"`
}

// The leaves of a stock, in the order of the outcomes below.
var stockLeaves = []string{"qty", "paid", "lines[].count", "size.width", "rates{}.amount", "days{}.amount", "net"}

// A zero that a json tag leaves out is what the struct says, on all surfaces, and judged again from the artifact.
func TestAZeroThatTheTagLeavesOutIsTheZero(t *testing.T) {
	rates := func(amount int) (map[string]stockRate, map[int]stockRate) {
		return map[string]stockRate{"eu r": {amount}}, map[int]stockRate{3: {amount}}
	}
	zero := stock{ID: "1", Lines: []stockLine{{SKU: "s"}}}
	zero.Rates, zero.Days = rates(0)
	other := stock{ID: "1", Lines: []stockLine{{SKU: "s", Count: 7}}, Qty: 3, Paid: true, netted: netted{4}, Size: stockSize{5, ""}}
	other.Rates, other.Days = rates(8)
	const (
		zeros  = `{"id":"1","qty":0,"paid":false,"lines":[{"sku":"s","count":0}],"size":{"width":0},"net":"0","rates":{"eu r":{"amount":0}},"days":{"3":{"amount":0}}}`
		none   = `{"id":"1","lines":[{"sku":"s"}],"rates":{"eu r":{}},"days":{"3":{}}}`
		values = `{"id":"1","qty":3,"paid":true,"lines":[{"sku":"s","count":2}],"size":{"width":6},"net":"5","rates":{"eu r":{"amount":9}},"days":{"3":{"amount":9}}}`

		match, absent, missing, wrong, hallucinated = "match", "correct_absence", "missing", "wrong", "hallucinated"

		said       = "the struct says 0; its json tag omitempty leaves it out"
		saidByWant = "the truth's struct says 0; its json tag omitempty leaves it out"
	)
	byHand := eval.Spec{Fields: []eval.Field{
		{Path: "id"}, {Path: "qty", Match: compare.Numeric{}}, {Path: "paid"}, {Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "sku"}, {Path: "count"}}}},
		{Path: "size.width"}, {Path: "size.unit"}, {Path: "net"},
		{Path: "rates", Map: &eval.Map{Fields: []eval.Field{{Path: "amount"}}}}, {Path: "days", Map: &eval.Map{Fields: []eval.Field{{Path: "amount"}}}},
	}}
	for _, tt := range []struct {
		name      string
		got, want any
		outcome   string // of each leaf
		note      string // of qty
		reason    string
	}{
		{"a struct, and the truth is zero", zero, json.RawMessage(zeros), match, said, "the struct does say 0"},
		{"a pointer, and the truth is zero", &zero, json.RawMessage(zeros), match, said, ""},
		{"a struct, and the truth has nothing", zero, json.RawMessage(none), absent, "", "an absence, as omitempty writes it"},
		{"a struct, and the truth has values", zero, json.RawMessage(values), missing, said, "0 and nothing look the same"},
		{"a struct with values, and the truth is zero", other, json.RawMessage(zeros), wrong, "", ""},
		{"JSON, and the truth is zero", json.RawMessage(none), json.RawMessage(zeros), missing, "got has no such value", "today's rule"},
		{"a map, and the truth is zero", map[string]any{"id": "1", "lines": []any{map[string]any{"sku": "s"}}, "rates": map[string]any{"eu r": map[string]any{}}, "days": json.RawMessage(`{"3":{}}`)}, json.RawMessage(zeros), missing, "got has no such value", "today's rule"},
		{"two structs", zero, zero, absent, "", "neither says more than the other"},
		{"a struct with values, and a struct with zeros", other, zero, hallucinated, saidByWant, ""},
		{"zeros, and a struct without them", json.RawMessage(zeros), zero, absent, saidByWant, "the truth does say 0"},
		{"zeros, and JSON without them", json.RawMessage(zeros), json.RawMessage(none), hallucinated, "the truth has no such value", ""},
	} {
		for way, spec := range map[string]eval.Spec{"by type": SpecOf[stock](t), "by hand": byHand} {
			name := tt.name + ", " + way
			e, err := spec.Compile()
			require.NoError(t, err)
			check := func(surface string, r eval.Result) {
				found := map[string]eval.FieldResult{}
				for _, f := range r.Fields {
					found[f.Attribute] = f
				}
				for _, leaf := range stockLeaves {
					assert.Equal(t, tt.outcome, found[leaf].Outcome.String(), "%s, %s, %s: %+v", name, surface, leaf, r.Fields)
				}
				if surface != "kept" && (tt.note != "" || tt.outcome == match) {
					assert.Equal(t, tt.note, found["qty"].Note, "%s, %s", name, surface)
				}
			}
			again := func(r eval.Result, answer, truth json.RawMessage) {
				kept, err := e.Evaluate(t.Context(), answer, truth)
				require.NoError(t, err)
				check("kept", kept)
				assert.Equal(t, r.Score, kept.Score, name)
			}
			r, err := e.Evaluate(t.Context(), tt.got, tt.want)
			require.NoError(t, err)
			check("eval", r)
			answer, _, truth := r.Kept()
			again(r, answer, truth)

			withMain(t)
			f := &fake{name: "TestX"}
			f.run(func() {
				check("FieldAccuracy", FieldAccuracy(f, tt.got, tt.want, Config{Spec: spec, Dataset: "d"}))
				check("Collect", Collect(f, Config{Spec: spec, Dataset: "c"}).FieldAccuracy(f, tt.got, tt.want))
			})
			var failed failures
			hit := tt.outcome == match || tt.outcome == absent
			assert.Equal(t, hit, ourassert.Field(&failed, tt.got, tt.want, eval.Field{Path: "qty"}), "%s: %s", name, failed)
			assert.Equal(t, hit, ourassert.Matches(&failed, tt.got, tt.want, spec), "%s: %s", name, failed)

			dir := withMain(t)
			Suite := Suite[string, any]{
				Cases:   []Case[string]{{ID: "a", Want: tt.want}},
				Extract: func(context.Context, string) (any, error) { return tt.got, nil },
				Spec:    spec,
			}
			inner(t, "TestX", Suite.Run)
			record := caseRecords(t, dir)[0]
			assert.Equal(t, r.Score, record.Score.Value, name)
			again(r, record.Answer, truth)
		}
	}
}

// Lists are paired by zeros that a json tag leaves out, too.
func TestItemsArePairedByZerosThatTheTagLeavesOut(t *testing.T) {
	type cell struct {
		Row  int    `json:"row,omitempty"`
		Col  int    `json:"col,omitempty"`
		Text string `json:"text"`
	}
	type table struct {
		Cells []cell `json:"cells" eval:"list,by=row col,assign=by_key"`
	}
	got := table{[]cell{{1, 0, "c"}, {0, 1, "b"}, {0, 0, "a"}}}
	truth := json.RawMessage(`{"cells":[{"row":0,"col":0,"text":"a"},{"row":0,"col":1,"text":"b"},{"row":1,"col":0,"text":"c"}]}`)
	withMain(t)
	f := &fake{name: "TestX"}
	f.run(func() {
		r := FieldAccuracy(f, got, truth, Config{Dataset: "a"})
		assert.Empty(t, r.Misses)
		assert.Equal(t, 1., r.Score)
		r = FieldAccuracy(f, truth, got, Config{Dataset: "b"}) // the truth lacks its zeros
		assert.Empty(t, r.Misses)
		assert.Equal(t, 1., r.Score)
	})
}

// Objects that are compared as a whole have the zeros of their structs, too.
func TestWholeValuesHaveTheZerosThatTheTagLeavesOut(t *testing.T) {
	type box struct {
		X1 float64 `json:"x1,omitempty"`
		Y1 float64 `json:"y1,omitempty"`
		X2 float64 `json:"x2,omitempty"`
		Y2 float64 `json:"y2,omitempty"`
	}
	type answer struct {
		Box  box   `json:"box" eval:"box,threshold=0.5"`
		Rest []box `json:"rest" eval:"exact"`
	}
	e, err := SpecOf[answer](t).Compile()
	require.NoError(t, err)
	got := answer{box{0, 0, 10, 10}, []box{{X2: 1}, {Y1: 2}}}
	for _, tt := range []struct {
		got, want any
		misses    string
		reason    string
	}{
		{got, json.RawMessage(`{"box":{"x1":0,"y1":0,"x2":10,"y2":10},"rest":[{"x1":0,"x2":1},{"y1":2}]}`), "[]", "the structs say 0"},
		{got, json.RawMessage(`{"box":{"x1":5,"y1":0,"x2":15,"y2":10},"rest":[{"x1":3,"x2":1},{"y1":2}]}`), "[box rest]", "the boxes share 50 of 150"},
		{json.RawMessage(`{"box":{"x1":5,"y1":6,"x2":10,"y2":10},"rest":[{"x2":1,"y2":0},{"y1":2,"x1":0}]}`), answer{box{5, 6, 10, 10}, got.Rest}, "[]", "the truth says 0"},
	} {
		withMain(t)
		f := &fake{name: "TestX"}
		f.run(func() {
			r := FieldAccuracy(f, tt.got, tt.want, Config{Spec: SpecOf[answer](t)})
			var misses []string
			for _, m := range r.Misses {
				misses = append(misses, m.Path)
			}
			assert.Equal(t, tt.misses, fmt.Sprint(misses), "%s: %v", tt.reason, r.Misses)
			if tt.misses != "[]" {
				assert.InDelta(t, 1./3, r.Fields[0].Similarity, 1e-9)
			}
			answer, _, truth := r.Kept()
			again, err := e.Evaluate(t.Context(), answer, truth)
			require.NoError(t, err)
			assert.Equal(t, r.Score, again.Score)
		})
	}
}

// A suite says how often the tag leaves out what truths have.
func TestASuiteCountsTheZerosThatTheTagLeavesOut(t *testing.T) {
	type plain struct {
		ID   string `json:"id"`
		Qty  int    `json:"qty,omitempty"`
		Paid bool   `json:"paid,omitzero"`
	}
	var cases []Case[string]
	for i := range 20 {
		cases = append(cases, Case[string]{ID: fmt.Sprint(i), Want: json.RawMessage(fmt.Sprintf(`{"id":"1","qty":0,"paid":%v}`, i > 0))})
	}
	withMain(t)
	ok, printed := inner(t, "TestX", Suite[string, plain]{
		Cases:   cases,
		Extract: func(context.Context, string) (plain, error) { return plain{ID: "1", Paid: true}, nil },
		Gate:    Gate{FieldF1: map[string]float64{"qty": 1}},
	}.Run)
	assert.True(t, ok, printed)
	assert.Contains(t, printed, "20 truths of qty are 0, and Qty has omitempty: a 0 and nothing look the same; *int tells them apart")
	assert.Contains(t, printed, "1 truth of paid is false, and Paid has omitzero: a false and nothing look the same; *bool tells them apart")
}

// A truth that no answer can have is an error before the first case, and of an assertion.
func TestATruthThatTheTagLeavesOutIsRefused(t *testing.T) {
	type priced struct {
		ID    string   `json:"id"`
		Price decimal  `json:"price,omitzero"`
		State status   `json:"state,omitempty"`
		Level level    `json:"level,omitempty"`
		Was   *decimal `json:"was,omitempty"`
		Lines []struct {
			At civilDate `json:"at,omitzero"`
		} `json:"lines"`
	}
	truth := json.RawMessage(`{"id":"1","price":"0.00","state":"open","was":"0","level":0,"lines":[{"at":"0000-00-00"}]}`)
	conflicts := []string{
		`price: it is "0.00", the zero of evaltest.decimal, which omitzero in the json tag leaves out of the answer; drop omitzero, or make the field a pointer`,
		`level: it is "none", the zero of evaltest.level, which omitempty in the json tag leaves out of the answer; drop omitempty, or make the field a pointer`,
		`lines[0].at: it is "0000-00-00", the zero of evaltest.civilDate, which omitzero in the json tag leaves out of the answer; drop omitzero, or make the field a pointer`,
	}
	got := priced{ID: "1", State: 1, Was: &decimal{}, Lines: make([]struct {
		At civilDate `json:"at,omitzero"`
	}, 1)}
	for _, spec := range []eval.Spec{{}, {Fields: []eval.Field{{Path: "price"}, {Path: "level"}, {Path: "was"}, {Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "at"}}}}}}} {
		withMain(t)
		called := false
		_, printed := inner(t, "TestX", Suite[string, priced]{
			Cases:   []Case[string]{{ID: "a", Want: truth}},
			Extract: func(context.Context, string) (priced, error) { called = true; return got, nil },
			Spec:    spec,
		}.Run)
		assert.Contains(t, printed, `case 1: id "a": want: `+strings.Join(conflicts, "; "))
		assert.False(t, called)

		withMain(t)
		f := &fake{name: "TestX"}
		printed = f.run(func() { FieldAccuracy(f, got, truth, Config{Spec: spec}) })
		assert.Contains(t, printed, `field "price": the truth: it is "0.00", the zero of evaltest.decimal`)
		var failed failures
		ourassert.Field(&failed, got, truth, eval.Field{Path: "level"})
		assert.Contains(t, fmt.Sprint(failed), `field "level": the truth: it is "none", the zero of evaltest.level`)
	}
	// An answer that is not zero is judged.
	got.Price = decimal{big.NewRat(21, 2)}
	e, err := eval.Spec{Fields: []eval.Field{{Path: "price"}}}.Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(), got, truth)
	require.NoError(t, err)
	assert.Equal(t, "wrong", r.Fields[0].Outcome.String())
}

// Without a spec, the fields are those of the truth and the answer.
func TestAZeroThatTheTagLeavesOutIsNotInvented(t *testing.T) {
	want := stock{ID: "1", Lines: []stockLine{{SKU: "s"}}}
	withMain(t)
	f := &fake{name: "TestX"}
	f.run(func() {
		r := FieldAccuracy(f, json.RawMessage(`{"id":"1","qty":0,"lines":[{"sku":"s","count":0}]}`), want, Config{})
		assert.Empty(t, r.Misses)
		r = FieldAccuracy(f, want, json.RawMessage(`{"id":"1","qty":0,"lines":[{"sku":"s","count":0}]}`), Config{})
		assert.Empty(t, r.Misses)
		r = FieldAccuracy(f, json.RawMessage(`{"id":"1","qty":4,"lines":[{"sku":"s","extra":0}]}`), want, Config{})
		assert.Len(t, r.Misses, 2)
	})
}

// A zero of a type that is text stands for nothing by zeroempty: in the tag of a miss, and where items are paired.
func TestAZeroThatIsTextStandsForNothing(t *testing.T) {
	type leg struct {
		Number string    `json:"number"`
		Depart time.Time `json:"depart" eval:"zeroempty"`
		Ref    uuid      `json:"ref" eval:"zeroempty"`
	}
	type trip struct {
		Booked [2]int `json:"booked" eval:"exact,zeroempty"`
		Legs   []leg  `json:"legs"`
	}
	got := trip{Legs: []leg{{Number: "LH 1"}, {Number: "LH 2"}}}
	withMain(t)
	f := &fake{name: "TestX"}
	f.run(func() {
		r := FieldAccuracy(f, got, json.RawMessage(`{"legs":[{"number":"LH 2"},{"number":"LH 1"}]}`), Config{})
		assert.Empty(t, r.Misses)
		assert.Equal(t, 1., r.Alignments[0].Pairs[0].Similarity)
		r = FieldAccuracy(f, got, json.RawMessage(`{"booked":[3,4],"legs":[{"number":"LH 1","ref":"0100-0000"},{"number":"LH 2"}]}`), Config{})
		assert.Equal(t, "[booked (zero value) legs[0].ref (zero value)]", fmt.Sprint(r.Misses))
		assert.Equal(t, `got is "0000-0000"`, r.Misses[1].Note)
	})
}
