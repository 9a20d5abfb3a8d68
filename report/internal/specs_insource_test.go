package internal_test

import (
	"bytes"
	"iter"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report/internal/specs"
)

// documents iterates over truths with their texts.
func specsDocuments(t testing.TB, pairs ...[2]string) iter.Seq[specs.Document] {
	return func(yield func(specs.Document) bool) {
		for i, pair := range pairs {
			v, err := document.Parse([]byte(pair[0]))
			require.NoError(t, err)
			if !yield(specs.Document{Where: "set.jsonl:" + strconv.Itoa(i+1), Truth: v, Text: pair[1]}) {
				return
			}
		}
	}
}

// proposed is a proposal of truths and their texts.
func proposed(t testing.TB, pairs ...[2]string) specs.Proposal {
	var texts []string
	for _, pair := range pairs {
		texts = append(texts, pair[0])
	}
	p, err := specs.Propose(truths(t, texts...), nil)
	require.NoError(t, err)
	require.NoError(t, p.InSource(specsDocuments(t, pairs...)))
	return p
}

func TestInSource(t *testing.T) {
	// The country is printed as a word, the discount is worked out; b has a note that was
	// mistyped, and c no text at all.
	pairs := [][2]string{
		{`{"number":"A-1","country":"DE","discount":7,"note":"two boxes of paper","lines":[{"item":"Paper","amount":"1.889,00"}],"tags":["paid","sent"]}`,
			"Invoice A1\nGermany\nPaper 1,889.00\ntwo boxes of paper\npaid sent"},
		{`{"number":"B-2","country":"AT","discount":8,"note":"a pallet of toner","lines":[{"item":"Toner","amount":"12,50"}],"tags":[]}`,
			"Invoice B-2\nAustria\nToner 12.50\nnot what the label says"},
		{`{"number":"C-3","country":"CH","discount":9,"note":"none of these","lines":[]}`, ""},
	}
	p := proposed(t, pairs...)
	assert.Equal(t, 2, p.Texts)
	assert.Equal(t, []specs.Standing{
		{Attribute: "number", Stand: 2}, {Attribute: "country", Nowhere: 2}, {Attribute: "discount", Nowhere: 2}, {Attribute: "note", Stand: 1, Nowhere: 1},
		{Attribute: "lines[].item", Stand: 2}, {Attribute: "lines[].amount", Stand: 2}, {Attribute: "tags[]", Stand: 2},
	}, p.Standing)
	require.Len(t, p.Spec.Invariants, 1)
	assert.Equal(t, specs.Found, p.Spec.Invariants[0].Name)
	assert.True(t, p.Spec.Invariants[0].InSource)
	assert.Equal(t, []string{"number", "lines[].item", "lines[].amount", "tags"}, p.Spec.Invariants[0].Paths)
	assert.Contains(t, p.Why["country"], "; 0 of 2 stand in the text")
	assert.Contains(t, p.Why["lines[].amount"], "; 2 of 2 stand in the text")
	assert.Contains(t, p.Why["tags"], "; 2 of 2 stand in the text")
	assert.Equal(t, []string{
		`"country": none of 2 values stands in the text of its document: is it worked out from others, or written as a code?`,
		`"discount": none of 2 values stands in the text of its document: is it worked out from others, or written as a code?`,
		`"note": 1 of 2 values stand in the text of their document, too few for the invariant "found"`,
	}, p.Advice())
	assert.Empty(t, p.Evidence.Findings())

	var yaml bytes.Buffer
	require.NoError(t, specs.WriteYAML(&yaml, p.Spec, p.Why))
	assert.Contains(t, yaml.String(), "\ninvariants:\n  - {name: found, in_source: true, paths: [number, ")
	assert.Contains(t, yaml.String(), "  # the values stand in 2 texts; mostly not: country (0 of 2), discount (0 of 2), note (1 of 2)\n")
	readsBack(t, p)
}

// Of ten values nine are enough; the tenth is a suspect label, which lint would list.
func TestInSourceOfMostValues(t *testing.T) {
	var pairs [][2]string
	for i := range 10 {
		number := "X-10" + strconv.Itoa(i)
		text := "No. " + number
		if i == 3 {
			text = "No. X-777"
		}
		pairs = append(pairs, [2]string{`{"number":"` + number + `"}`, text})
	}
	p := proposed(t, pairs...)
	assert.Equal(t, []specs.Standing{{Attribute: "number", Stand: 9, Nowhere: 1}}, p.Standing)
	require.Len(t, p.Spec.Invariants, 1)
	assert.Empty(t, p.Spec.Invariants[0].Paths, "all fields, those to come included")
	assert.Empty(t, p.Advice())
	findings := p.Evidence.Findings()
	require.Len(t, findings, 1)
	assert.Equal(t, `1 of 10 truths breaks the invariant "found": its label is suspect; number "X-103" is not in the text of the document (set.jsonl:4)`, findings[0].Text)
}

func TestInSourceOfOtherDocuments(t *testing.T) {
	p := proposed(t, [2]string{`{"total":12.5}`, "Dear Sir"}, [2]string{`{"total":13.5}`, "Dear Madam"})
	assert.Empty(t, p.Spec.Invariants)
	assert.Equal(t, "no field stands in 2 texts, so nothing is asked of answers: are they the texts of these documents?", p.Advice()[1])

	p = proposed(t, [2]string{`{"total":12.5}`, ""})
	assert.Empty(t, p.Spec.Invariants)
	assert.Zero(t, p.Texts)
	assert.Nil(t, p.Advice())

	p = proposed(t, [2]string{`{"paid":true}`, "paid"})
	assert.Empty(t, p.Spec.Invariants, "a truth value is not printed")
}
