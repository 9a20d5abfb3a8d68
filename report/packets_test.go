package report_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
)

func packets() eval.Spec {
	return eval.Spec{Fields: []eval.Field{{Path: "packet", Sections: &eval.Sections{Classes: map[string][]eval.Field{
		"invoice": {{Path: "number", Match: compare.Exact{}}}, "letter": {{Path: "sender", Match: compare.Exact{}}},
	}}}}}
}

const packetWant = `{"packet":[{"class":"invoice","pages":"1-2","number":"RE-77001"},{"class":"letter","pages":"3-4","sender":"Ann Miller"}]}`

// caseOf returns the record of an answer to packetWant.
func caseOf(t *testing.T, got string, o report.CaseOptions) report.Case {
	t.Helper()
	e, err := packets().Compile()
	require.NoError(t, err)
	r, err := e.Evaluate(t.Context(), got, packetWant)
	require.NoError(t, err)
	return report.NewCase(report.Observation{ID: "a", Result: &r, Want: []byte(packetWant), Measures: []report.Measured{{Name: "own", Sum: 1, Weight: 2}, {Name: "packet right", Sum: 9, Weight: 9}}}, o)
}

func TestMeasuresOfAPacket(t *testing.T) {
	// Sections 1-2 and 3-4 against 1, 2 and 3-4: the invoice is cut. With groups {1}, {2}, {3,4} of four pages, homogeneity is 1 and
	// H(want) = ln 2, H(got) = 1.5 ln 2, H(got|want) = 0.5 ln 2: completeness 2/3, V = 0.8. Pairs of pages: 1 is together on both
	// sides, 1 in the truth alone, 4 apart on both: ARI = 2(1*4 - 0*1) / ((1+1)(1+4) + (1+0)(0+4)) = 8/14.
	c := caseOf(t, `{"packet":[{"class":"invoice","pages":1,"number":"RE-77001"},{"class":"invoice","pages":2},{"class":"letter","pages":[4,3],"sender":"Ann Miller"}]}`, report.CaseOptions{})
	require.Len(t, c.Measures, 8)
	assert.InDelta(t, 0.8, c.Measures[4].Sum, 1e-12)
	assert.InDelta(t, 8.0/14, c.Measures[5].Sum, 1e-12)
	c.Measures[4].Sum, c.Measures[5].Sum = 0, 0
	assert.Equal(t, []report.Measured{
		{Name: "packet over-split", Sum: 1, Weight: 2}, {Name: "packet under-split", Weight: 2}, {Name: "packet right", Sum: 1, Weight: 2},
		{Name: "packet in order", Weight: 1}, {Name: "packet V-measure", Weight: 1}, {Name: "packet adjusted Rand", Weight: 1},
		{Name: "packet page order", Sum: -1, Weight: 1}, {Name: "own", Sum: 1, Weight: 2},
	}, c.Measures, "a measure of the user's with the name of one of the packet's is left out")
}

// An answer that divides nothing keeps no section of the truth, and has nothing right.
func TestMeasuresOfAPacketWithoutAnswer(t *testing.T) {
	for _, got := range []string{`oops`, `{}`, `{"packet":[]}`, `{"packet":[{"class":"letter","pages":"x"}]}`} {
		c := caseOf(t, got, report.CaseOptions{})
		assert.Equal(t, []report.Measured{
			{Name: "packet over-split", Sum: 2, Weight: 2}, {Name: "packet under-split", Sum: 2, Weight: 2}, {Name: "packet right", Weight: 2},
			{Name: "packet V-measure", Weight: 1}, {Name: "packet adjusted Rand", Weight: 1}, {Name: "own", Sum: 1, Weight: 2},
		}, c.Measures, got)
	}
}

func TestDatasetDeclaresTheMeasuresOfItsPackets(t *testing.T) {
	d := report.Dataset{Measures: []report.Measure{{Name: "own"}}}
	for range 2 { // of which the second changes nothing
		_, err := d.SetSpec(packets())
		require.NoError(t, err)
		assert.Equal(t, []report.Measure{
			{Name: "own"}, {Name: "packet over-split", LessIsBetter: true}, {Name: "packet under-split", LessIsBetter: true}, {Name: "packet right"},
			{Name: "packet in order"}, {Name: "packet V-measure"}, {Name: "packet adjusted Rand"}, {Name: "packet page order"},
		}, d.Measures)
		assert.Equal(t, []report.ClassList{
			{Attribute: "packet[].class", Names: []string{"invoice", "letter"}, Declared: true}, {Attribute: "packet.pages", Names: []string{"invoice", "letter"}, Declared: true},
		}, d.Classes)
	}
}

func TestMeasuredMayBeNegative(t *testing.T) {
	require.NoError(t, report.Measured{Name: "tau", Sum: -1, Weight: 1}.Validate())
	for _, m := range []report.Measured{{Name: "tau", Sum: -1, Weight: -1}, {Name: "tau", Sum: math.Inf(-1), Weight: 1}, {Name: "tau", Sum: math.NaN(), Weight: 1}} {
		require.ErrorContains(t, m.Validate(), `measure "tau": got `)
	}
}

// A rule for the class of the sections is for the class of their pages, too; one for the pages takes out their numbers.
func TestRedactionOfPackets(t *testing.T) {
	got := `{"packet":[{"class":"invoice","pages":"1-3","number":"RE-77002"},{"class":"letter","pages":4,"sender":"Ann Miller"}]}`
	for _, tt := range []struct {
		rule    string
		hidden  []string
		visible []string
	}{
		{"packet[].invoice.number", []string{"RE-7700"}, []string{`"1-2"`}},
		{"packet[].class", []string{`"got":"invoice"`, `"want":"invoice"`, `"want":"letter"`}, []string{"RE-77001"}},
		{"packet[].pages", []string{`"1-2"`, `"1-3"`, "pages[3]", "starts[3]", "starts[4]"}, []string{"RE-77001"}},
		{"packet", []string{"RE-7700", `"got":"invoice"`, `"1-2"`, "pages[3]", "Miller"}, nil},
	} {
		e, err := packets().Compile()
		require.NoError(t, err)
		rules, err := redact.Redaction{Paths: map[string]redact.Mode{tt.rule: redact.Omit}}.Compile(e)
		require.NoError(t, err)
		d := report.Dataset{RedactPaths: rules.Paths}
		_, err = d.SetSpec(packets())
		require.NoError(t, err)
		text, err := json.Marshal(caseOf(t, got, report.CaseOptions{Redaction: rules, Classes: d.Classes, Fields: packets().Plain()}))
		require.NoError(t, err)
		for _, hidden := range tt.hidden {
			assert.NotContains(t, string(text), hidden, tt.rule)
		}
		for _, visible := range tt.visible {
			assert.Contains(t, string(text), visible, tt.rule)
		}
	}
	_, err := redact.Redaction{Paths: map[string]redact.Mode{"packet[].number": redact.Omit}}.Compile(func() *eval.Evaluator { e, _ := packets().Compile(); return e }())
	require.ErrorContains(t, err, `the spec has no such attribute`)
}
