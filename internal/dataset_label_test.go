package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/document"
)

func parseLabels(t *testing.T, text string) (*dataset.Label, error) {
	v, err := document.Parse([]byte(text))
	require.NoError(t, err, text)
	return dataset.ParseLabel(v)
}

func TestLabelsThatCannotBeRead(t *testing.T) {
	const object = `, want an object such as {"state": "draft", "from": {"labels": {"model": "x"}, "artifact": "run.jsonl"}}`
	for text, want := range map[string]string{
		`"draft"`:                                `label: it is a string` + object,
		`null`:                                   `label: it is a null` + object,
		`{}`:                                     `label: it has no state, want draft, reviewed or adjudicated`,
		`{"state":"drafft"}`:                     `label: unknown state "drafft"; did you mean "draft"? (valid: draft, reviewed, adjudicated)`,
		`{"state":"Draft"}`:                      `label: unknown state "Draft"; did you mean "draft"? (valid: draft, reviewed, adjudicated)`,
		`{"state":1}`:                            `label: state is a number, want draft, reviewed or adjudicated`,
		`{"state":"draft","state":"draft"}`:      `label: key "state" appears twice`,
		`{"state":"draft","form":{}}`:            `label: unknown key "form"; did you mean "from"? (valid: state, by, at, from, fields)`,
		`{"state":"draft","by":["anna"]}`:        `label: by is an array, want a text`,
		`{"state":"draft","by":""}`:              `label: by is "", want 1 to 200 visible characters`,
		`{"state":"draft","at":"26.11.2026"}`:    `label: at is "26.11.2026", want a day such as "2026-11-26"`,
		`{"state":"draft","from":"x"}`:           `label: from is a string` + object,
		`{"state":"draft","from":{"model":"x"}}`: `label: unknown key "model" (valid: labels, artifact)`,
		`{"state":"draft","from":{"labels":{"model":1}}}`:    `label: from: labels: "model" is a number, want a text`,
		`{"state":"draft","from":{"labels":{"model":""}}}`:   `label: from: labels: label "model": value "": want a text of 1 to 200 bytes without commas and control characters`,
		`{"state":"draft","fields":{"100%d":{"by":"a"}}}`:    `label: fields: "100%d": it has no state, want draft, reviewed or adjudicated`,
		`{"state":"draft","fields":{"a":{"fields":{}}}}`:     "label: fields: \"a\": unknown key \"fields\" (valid: state, by, at, from); fields: \"a\": it has no state, want draft, reviewed or adjudicated",
		`{"state":"draft","fields":["total"]}`:               `label: fields is an array` + object,
		`{"state":"draft","at":"2026-11-26T10:00:00Z"}`:      ``,
		`{"state":"draft","from":{},"fields":{}}`:            ``,
		`{"state":"draft","fields":{"a":{"state":"draft"}}}`: ``,
	} {
		_, err := parseLabels(t, text)
		if want == "" {
			assert.NoError(t, err, text)
		} else {
			assert.EqualError(t, err, want, text)
		}
	}
}

// A truth is a draft of the system that is judged by it, unless labels tell that it is not.
func TestOwnDrafts(t *testing.T) {
	x := map[string]string{"model": "x", "prompt": "v1"}
	for _, tt := range []struct {
		reason, label  string
		system         map[string]string
		drafted, owned bool
	}{
		{"the same model", `{"state":"draft","from":{"labels":{"model":"x","prompt":"v0"}}}`, x, true, true},
		{"the same model in another case", `{"state":"draft","from":{"labels":{"model":"X"}}}`, x, true, true},
		{"another model, whatever else is equal", `{"state":"draft","from":{"labels":{"model":"y","prompt":"v1"}}}`, x, true, false},
		{"without a model on both sides, any label", `{"state":"draft","from":{"labels":{"prompt":"v1","stage":"b"}}}`, x, true, true},
		{"none of them equal", `{"state":"draft","from":{"labels":{"prompt":"v0"}}}`, x, true, false},
		{"nothing tells the systems apart", `{"state":"draft","from":{"labels":{"stage":"b"}}}`, x, true, true},
		{"the draft does not say of which system", `{"state":"draft","from":{"artifact":"a.jsonl"}}`, x, true, true},
		{"the run does not say which system it is of", `{"state":"draft","from":{"labels":{"model":"x"}}}`, nil, true, true},
		{"nor does the draft say where it is from", `{"state":"draft"}`, x, true, true},
		{"a person's draft", `{"state":"draft","by":"anna"}`, x, true, false},
		{"a draft that was reviewed", `{"state":"reviewed","by":"anna","from":{"labels":{"model":"x"}}}`, x, false, false},
		{"adjudicated", `{"state":"adjudicated"}`, x, false, false},
		{"a field of a reviewed truth, of the run that the truth is from", `{"state":"reviewed","from":{"labels":{"model":"x"}},"fields":{"iban":{"state":"draft"}}}`, x, true, true},
		{"a field from another run", `{"state":"reviewed","from":{"labels":{"model":"x"}},"fields":{"iban":{"state":"draft","from":{"labels":{"model":"y"}}}}}`, x, true, false},
		{"who reviewed the others did not draft the field", `{"state":"reviewed","by":"anna","fields":{"iban":{"state":"draft"}}}`, x, true, true},
		{"who drafted the others did", `{"state":"draft","by":"anna","fields":{"iban":{"state":"draft"}}}`, x, true, false},
		{"a draft, one field of which was reviewed", `{"state":"draft","from":{"labels":{"model":"x"}},"fields":{"iban":{"state":"reviewed"}}}`, x, true, true},
	} {
		l, err := parseLabels(t, tt.label)
		require.NoError(t, err, tt.reason)
		assert.Equal(t, tt.drafted, l.Drafted(), tt.reason)
		assert.Equal(t, tt.owned, l.Own(tt.system), tt.reason)
	}
	var none *dataset.Label
	assert.False(t, none.Drafted(), "a case without a label is as before")
	assert.False(t, none.Own(x))
}

func TestLabelInWords(t *testing.T) {
	for text, want := range map[string]string{
		`{"state":"draft","at":"2026-11-26","from":{"labels":{"prompt":"v1","model":"x"},"artifact":"a.jsonl"}}`: "draft of model=x, prompt=v1 (a.jsonl), 2026-11-26",
		`{"state":"reviewed","by":"anna","from":{"labels":{"model":"x"}},"fields":{"iban":{"state":"draft"}}}`:   "reviewed by anna; iban: draft",
	} {
		l, err := parseLabels(t, text)
		require.NoError(t, err)
		assert.Equal(t, want, l.String())
	}
}

// Whoever looks at the whole truth takes away what was said of fields; the run that it was drafted from stays.
func TestMark(t *testing.T) {
	l, err := parseLabels(t, `{"state":"draft","from":{"labels":{"model":"x"}}}`)
	require.NoError(t, err)
	by := dataset.LabelPart{State: dataset.Reviewed, By: "anna", At: "2026-11-27"}
	part := l.Mark(by, "total")
	assert.Equal(t, `draft of model=x; total: reviewed by anna, 2026-11-27`, part.String())
	assert.True(t, part.Drafted())
	whole := part.Mark(by)
	assert.Equal(t, `reviewed by anna, 2026-11-27`, whole.String())
	assert.Equal(t, "x", whole.From.Labels["model"])
	assert.False(t, whole.Drafted())
	assert.Empty(t, l.Fields, "the label itself stays")
}

// A review of a field keeps the run that the field was drafted from, whether the field or the whole truth names it.
func TestMarkKeepsTheOrigin(t *testing.T) {
	by := dataset.LabelPart{State: dataset.Reviewed, By: "anna"}
	for _, tt := range []struct{ reason, label, model string }{
		{"a field of a draft", `{"state":"draft","from":{"labels":{"model":"x"}}}`, "x"},
		{"a field of a truth that was reviewed", `{"state":"reviewed","by":"ben","from":{"labels":{"model":"x"}}}`, "x"},
		{"a draft of the field, of the run of the truth", `{"state":"reviewed","by":"ben","from":{"labels":{"model":"x"}},"fields":{"total":{"state":"draft"}}}`, "x"},
		{"of a run of its own", `{"state":"draft","from":{"labels":{"model":"x"}},"fields":{"total":{"state":"draft","from":{"labels":{"model":"y"}}}}}`, "y"},
		{"a person's draft of the field", `{"state":"draft","from":{"labels":{"model":"x"}},"fields":{"total":{"state":"draft","by":"ben"}}}`, ""},
		{"a reviewed field that no run drafted", `{"state":"draft","from":{"labels":{"model":"x"}},"fields":{"total":{"state":"reviewed","by":"ben"}}}`, ""},
		{"a person's draft", `{"state":"draft","by":"ben"}`, ""},
	} {
		l, err := parseLabels(t, tt.label)
		require.NoError(t, err, tt.reason)
		marked := l.Mark(by, "total")
		want := by
		if tt.model != "" {
			want.From = &dataset.LabelOrigin{Labels: map[string]string{"model": tt.model}}
		}
		assert.Equal(t, want, marked.Fields["total"], tt.reason)
		assert.Equal(t, marked, marked.Mark(by, "total"), "%s: once more changes nothing", tt.reason)
	}
}

func TestSet(t *testing.T) {
	l := dataset.Label{LabelPart: dataset.LabelPart{State: dataset.Reviewed, By: "a:b, <c>"}}
	for line, want := range map[string]string{
		`{"id":"a","want":{"label":1}}`:                          `{"id":"a","want":{"label":1},"label":{"state":"reviewed","by":"a:b, <c>"}}`,
		`{"id": "a", "want": {}} `:                               `{"id": "a", "want": {}, "label": {"state": "reviewed", "by": "a:b, <c>"}} `,
		`{"label":{"state":"draft"} , "id":"a"}` + "\r\n":        `{"label":{"state":"reviewed","by":"a:b, <c>"} , "id":"a"}` + "\r\n",
		`{ "id": "a", "label" : {"state" : "draft"}, "want": 1}`: `{ "id": "a", "label" : {"state": "reviewed", "by": "a:b, <c>"}, "want": 1}`,
		`{}`: `{"label":{"state":"reviewed","by":"a:b, <c>"}}`,
	} {
		got := dataset.SetLabel(line, l)
		assert.Equal(t, want, got)
		assert.Equal(t, &l, dataset.LabelIn([]byte(got), dataset.LabelKey))
		assert.Equal(t, got, dataset.SetLabel(got, l), "once more changes nothing")
	}
	assert.Nil(t, dataset.LabelIn([]byte(`{"id":"a","label":"spam"}`), dataset.LabelKey))
}

func TestCount(t *testing.T) {
	for want, c := range map[string]dataset.DraftCount{
		"": {Truths: 4},
		"2 of 4 truths are drafts, which nobody has reviewed":              {Truths: 4, Drafts: 2},
		"1 of 4 truths is a draft of the system that is judged":            {Truths: 4, Drafts: 1, Own: 1},
		"3 of 4 truths are drafts, 1 of them of the system that is judged": {Truths: 4, Drafts: 3, Own: 1},
		"the only truth is a draft of the system that is judged":           {Truths: 1, Drafts: 1, Own: 1},
	} {
		assert.Equal(t, want, c.String())
		assert.Equal(t, c.Own > 0, c.Trouble() != "")
	}
}

func TestMovedTruthsInWords(t *testing.T) {
	for _, tt := range []struct {
		moved       dataset.Moved
		short, text string
	}{
		{dataset.Moved{Truths: 2, Path: "x.jsonl"}, "", ""},
		{dataset.Moved{Truths: 1, IDs: []string{"a"}, Path: "x.jsonl"}, "the only truth changed since the run", `the only truth changed in x.jsonl since the run; run it again (changed: "a")`},
		{
			dataset.Moved{Truths: 40, IDs: []string{"f", "b", "c", "d", "e", "a"}, Path: "x.jsonl"}, "6 of 40 truths changed since the run",
			`6 of 40 truths changed in x.jsonl since the run; run it again (changed: "a", "b", "c", "d", "e", and 1 more)`,
		},
	} {
		assert.Equal(t, tt.short, tt.moved.Short())
		assert.Equal(t, tt.text, tt.moved.String())
	}
}
