package internal_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/labels/audit"
	"github.com/extracteval/extracteval/report/redact"
)

const studySpec = `
fields:
  - {path: number, match: exact}
  - {path: net, match: numeric}
  - {path: tax, match: numeric}
  - {path: total, match: numeric, expected_path: gross}
  - {path: country, match: exact}
  - {path: lines, match: list, by: [text], fields: [text, {path: amount, match: numeric}]}
invariants:
  - {name: adds_up, rule: total == net + tax}
`

type doc struct{ want, text, input string }

func evaluator(t *testing.T) *eval.Evaluator {
	t.Helper()
	s, err := eval.ParseSpec([]byte(studySpec), nil)
	require.NoError(t, err)
	e, err := s.Compile()
	require.NoError(t, err)
	return e
}

// find returns the suspect labels, one a line.
func find(t *testing.T, docs []doc, cases ...report.Case) (labels []string, f *audit.Finder) {
	t.Helper()
	f, err := audit.NewFinder(evaluator(t))
	require.NoError(t, err)
	for _, add := range []func(audit.Labelled) error{
		func(d audit.Labelled) error { f.Count(d); return nil },
		f.Add,
	} {
		for i, d := range docs {
			truth, err := document.Parse([]byte(d.want))
			require.NoError(t, err)
			require.NoError(t, add(audit.Labelled{Where: fmt.Sprint("set:", i+1), ID: fmt.Sprint("d", i+1), Truth: truth, Text: d.text, Input: d.input}))
		}
		for i := range cases {
			f.Hear(&cases[i])
		}
		cases = nil
	}
	for _, l := range f.Labels() {
		var texts []string
		for _, e := range l.Evidence {
			texts = append(texts, e.Text)
		}
		labels = append(labels, fmt.Sprintf("%s %s %s: %s", l.Where, l.Path, l.Value, strings.Join(texts, "; ")))
	}
	return labels, f
}

// answer is the record of an answer to a document.
func answer(t *testing.T, id, got, want string, o report.CaseOptions) report.Case {
	t.Helper()
	r, err := evaluator(t).Evaluate(t.Context(), got, want)
	require.NoError(t, err)
	return report.NewCase(report.Observation{ID: id, Result: &r, Want: []byte(want)}, o)
}

const invoiceText = "Invoice 1184\nbolts 12.50\nnuts 3.00\nNet 15.50\nVAT 2.95\nTotal 18.45"

func TestContradicted(t *testing.T) {
	const want = `{"number":"1184","gross":18.54}`
	say := func(got string) report.Case { return answer(t, "d1", got, want, report.CaseOptions{}) }
	wrong, text, right, none := say(`{"number":"1184","total":18.45}`), say(`{"number":"1184","total":"18,45 €"}`), say(`{"total":18.54}`), say(`{"number":"1184"}`)
	same := say(`{"number":"1184","total":18.450}`)
	redacted := answer(t, "d1", `{"total":18.45}`, want, report.CaseOptions{Redaction: redact.Redaction{Mode: redact.Hash}})
	cut := answer(t, "d1", `{"number":"1184","total":18.54}`, want, report.CaseOptions{MaxFields: 1})
	failed := report.Case{ID: "d1", Trial: 1, Status: report.Error}
	two := []string{`set:1 total 18.54: all 2 answers say 18.45`}
	for _, tt := range []struct {
		why   string
		cases []report.Case
		want  []string
	}{
		{"with one voice", []report.Case{wrong, same}, two},
		{"who says nothing has no say", []report.Case{wrong, none, same, failed}, two},
		{"one is not a several", []report.Case{wrong}, nil},
		{"one agrees with the label", []report.Case{wrong, same, right}, nil},
		{"they do not say the same", []report.Case{wrong, say(`{"total":18}`)}, nil},
		{"nor by the letter", []report.Case{wrong, text}, nil},
		{"what is redacted is unknown", []report.Case{redacted, redacted}, nil},
		{"a record that left out its hits", []report.Case{wrong, same, cut}, nil},
		{"of another document", []report.Case{answer(t, "d2", `{"total":1}`, want, report.CaseOptions{}), answer(t, "d2", `{"total":1}`, want, report.CaseOptions{})}, nil},
		{"the label was another one", []report.Case{answer(t, "d1", `{"total":18.45}`, `{"gross":18}`, report.CaseOptions{}), answer(t, "d1", `{"total":18.45}`, `{"gross":18}`, report.CaseOptions{})}, nil},
	} {
		got, _ := find(t, []doc{{want: want}}, tt.cases...)
		assert.Equal(t, tt.want, got, tt.why)
	}
	// A value where the label says that there is none.
	got, _ := find(t, []doc{{want: `{"number":"1184","gross":null}`}},
		answer(t, "d1", `{"number":"1184","total":18.45}`, `{"number":"1184","gross":null}`, report.CaseOptions{}),
		answer(t, "d1", `{"number":"1184","total":18.45}`, `{"number":"1184","gross":null}`, report.CaseOptions{}))
	assert.Equal(t, []string{`set:1 total null: all 2 answers say 18.45; but the label has no value, and no text of the document confirms one`}, got)
}

// The text of the document is stronger evidence than answers that agree.
func TestTextAgainstAnswers(t *testing.T) {
	const (
		madeUp  = "that answer is not in the text of the document"
		both    = "the label stands in the text of the document, too"
		printed = "the label stands in the text of the document, and the answer does not"
		unknown = "the label has no value, and no text of the document confirms one"
	)
	for _, tt := range []struct {
		why       string
		want, got string
		text      string // of the data set
		recorded  string // the text that the run knew
		others    string // the truth of two further documents
		objection string
	}{
		{why: "no label, and the answer stands nowhere", want: `{"gross":null}`, got: `{"total":77.5}`, text: invoiceText, objection: madeUp},
		{why: "no key, either", want: `{"number":"1184"}`, got: `{"number":"1184","total":77.5}`, text: invoiceText, objection: madeUp},
		{why: "no label, and the answer stands there", want: `{"gross":null}`, got: `{"total":18.45}`, text: invoiceText},
		{why: "no label, and only the run knew the text", want: `{"gross":null}`, got: `{"total":77.5}`, recorded: invoiceText, objection: madeUp},
		{why: "no label, and the text that the run knew has the answer", want: `{"gross":null}`, got: `{"total":18.45}`, recorded: invoiceText},
		{why: "no label, and no text", want: `{"gross":null}`, got: `{"total":18.45}`, objection: unknown},
		{why: "neither stands there", want: `{"gross":99}`, got: `{"total":77.5}`, text: invoiceText, others: `{"net":15.5,"tax":2.95,"gross":18.45}`, objection: madeUp},
		{why: "the answer stands there, and the label does not", want: `{"gross":99}`, got: `{"total":18.45}`, text: invoiceText},
		{why: "both stand there", want: `{"gross":15.5}`, got: `{"total":18.45}`, text: invoiceText, objection: both},
		{why: "the label stands there", want: `{"gross":18.45}`, got: `{"total":18.54}`, text: invoiceText, objection: printed},
		{why: "the label stands there, as only the run knew", want: `{"gross":18.45}`, got: `{"total":18.54}`, recorded: invoiceText, objection: printed},
		{why: "a label, and no text", want: `{"gross":18.54}`, got: `{"total":18.45}`},
		{why: "a field that texts do not have", want: `{"country":"AT"}`, got: `{"country":"DE"}`, text: invoiceText, others: `{"country":"DE"}`},
		{why: "such a field without a label", want: `{"country":null}`, got: `{"country":"DE"}`, text: invoiceText, others: `{"country":"DE"}`, objection: unknown},
	} {
		t.Run(tt.why, func(t *testing.T) {
			r, err := evaluator(t).EvaluateDocument(t.Context(), eval.Document{Got: tt.got, Want: tt.want, Text: tt.recorded})
			require.NoError(t, err)
			record := report.NewCase(report.Observation{ID: "d1", Result: &r, Want: []byte(tt.want)}, report.CaseOptions{})
			docs := []doc{{want: tt.want, text: tt.text}}
			if tt.others != "" {
				docs = append(docs, doc{want: tt.others, text: invoiceText + "\nPage 1"}, doc{want: tt.others, text: invoiceText + "\nPage 2"})
			}
			_, f := find(t, docs, record, record)
			labels := f.Labels()
			require.NotEmpty(t, labels)
			assert.Equal(t, audit.Contradicted, labels[0].Evidence[0].Kind)
			assert.Equal(t, tt.objection, labels[0].Objection)
			assert.Equal(t, tt.objection != "", strings.HasSuffix(labels[0].Evidence[0].Text, "; but "+tt.objection), labels[0].Evidence[0].Text)
		})
	}
}

func TestDuplicates(t *testing.T) {
	a := `{"number":"1184","net":15.5,"tax":2.95,"gross":18.45,"lines":[{"text":"bolts","amount":12.5},{"text":"nuts","amount":3}]}`
	turned := `{"number":"1184","net":"15.50","tax":2.95,"gross":18.450,"lines":[{"text":"nuts","amount":3},{"text":"bolts","amount":12.5}]}`
	other := strings.ReplaceAll(strings.ReplaceAll(turned, `"number":"1184"`, `"number":"1148"`), `{"text":"nuts","amount":3}`, `{"text":"nuts","amount":9}`)
	for _, tt := range []struct {
		why  string
		docs []doc
		want []string
	}{
		{"the same labels in another order and form", []doc{{a, "", `"a.pdf"`}, {turned, "", `"a.pdf"`}}, nil},
		{"by the input", []doc{{a, "", `"a.pdf"`}, {other, "", `"a.pdf"`}}, []string{
			`set:1 number "1184": set:2 has the same document, and "1148"`,
			`set:1 lines[1].amount 3: set:2 has the same document, and 12.5`,
			`set:2 number "1148": set:1 has the same document, and "1184"`,
			`set:2 lines[0].amount 9: set:1 has the same document, and 12.5`}},
		{"the minority first", []doc{{a, "", `"a.pdf"`}, {strings.Replace(a, "1184", "1148", 1), "", `"a.pdf"`}, {a, "", `"a.pdf"`}}, []string{
			`set:2 number "1148": set:1 has the same document, and "1184"; so do 1 more`,
			`set:1 number "1184": set:2 has the same document, and "1148"`,
			`set:3 number "1184": set:2 has the same document, and "1148"`}},
		{"other inputs", []doc{{a, "", `"a.pdf"`}, {other, "", `"b.pdf"`}}, nil},
		{"no inputs", []doc{{a, "", ""}, {other, "", ""}, {a, "", "null"}, {other, "", "null"}}, nil},
	} {
		got, _ := find(t, append(tt.docs, doc{`{}`, "", `"other.pdf"`}))
		assert.Equal(t, tt.want, got, tt.why)
	}
	got, _ := find(t, []doc{{a, "", `"x"`}, {other, "", `"x"`}})
	assert.Empty(t, got, "the same input everywhere says nothing")
	// By the text, whatever its white space, and by the values that the other does not have.
	less := strings.Replace(a, `"number":"1184",`, "", 1)
	got, _ = find(t, []doc{{a, invoiceText, `"a.pdf"`}, {less, strings.ReplaceAll(invoiceText, "\n", "\r\n"), `"b.pdf"`}})
	assert.Equal(t, []string{`set:1 number "1184": set:2 has the same document, and no such value`}, got)
}

func TestNowhere(t *testing.T) {
	truth := func(total, country string) string {
		return fmt.Sprintf(`{"number":"1184","net":15.5,"gross":%s,"country":%q,"lines":[{"text":"bolts","amount":12.5}]}`, total, country)
	}
	got, f := find(t, []doc{{truth("18.54", "DE"), invoiceText, ""}, {truth("18.45", "DE"), invoiceText + " ", "1"}, {truth("18.45", "FR"), invoiceText, "2"}, {truth("18.45", "DE"), "", ""}})
	assert.Equal(t, []string{"country (3 of 3)"}, f.Derived(), "what is mostly not printed is not an evidence")
	assert.Contains(t, got, `set:1 total 18.54: set:2 has the same document, and 18.45; so do 1 more; it is not in the text of the document`)
	assert.Equal(t, got[0], `set:1 total 18.54: set:2 has the same document, and 18.45; so do 1 more; it is not in the text of the document`, "two kinds of evidence come first")
	for _, line := range got[1:] {
		assert.NotContains(t, line, "nowhere")
	}
}

func TestInvariant(t *testing.T) {
	// Of three operands one is wrong: which one is not known.
	got, _ := find(t, []doc{{`{"net":15.5,"tax":2.95,"gross":18.54}`, "", ""}})
	assert.Equal(t, []string{`set:1 total, net, tax : it breaks "adds_up": total 18.54, net + tax 18.45`}, got)
	// The one that is suspect for another reason is it.
	got, _ = find(t, []doc{{`{"net":15.5,"tax":2.95,"gross":18.54}`, invoiceText, ""}, {`{"net":15.5,"tax":2.95,"gross":18.45}`, invoiceText + "\nPage 2", ""}})
	assert.Equal(t, []string{`set:1 total 18.54: it is not in the text of the document; it breaks "adds_up": total 18.54, net + tax 18.45`}, got)
}

func TestAddRefusesWhatIsNoTruth(t *testing.T) {
	f, err := audit.NewFinder(evaluator(t))
	require.NoError(t, err)
	truth, err := document.Parse(json.RawMessage(`{"lines":{"text":"bolts"}}`))
	require.NoError(t, err)
	assert.ErrorContains(t, f.Add(audit.Labelled{Truth: truth}), `field "lines": the truth has an object`)
}
