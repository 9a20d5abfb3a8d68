package internal_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/testdata/effort"
)

const corpus = "../../testdata/invoices"

// TestStudy measures how well the library finds wrong truths, and wrong answers without a truth. It plants mistakes into the truths
// of testdata's invoices and into answers, so that it knows which are wrong and why, and counts the mistakes that are found. Each of
// the rounds plants 50 wrong labels, and 100 wrong values of each origin. The README of examples/invariants quotes the tables of 20 rounds,
// which run with EXTRACTEVAL_LONG=scripts. The shares of five rounds are within 0.1 of them.
//
// It makes and checks planted mistakes with its own code, in audit_suspect_study_plant_test.go, audit_suspect_study_garble_test.go
// and audit_suspect_study_plain_test.go, not with rules or package source, which it measures.
func TestStudy(t *testing.T) {
	effort.OneGoroutine(t)
	readme, err := os.ReadFile("../../examples/invariants/README.md")
	require.NoError(t, err)
	_, quoted, ok := strings.Cut(string(readme), "    $ EXTRACTEVAL_LONG=scripts go test -run TestStudy -v ./report/internal\n")
	require.True(t, ok)
	var want strings.Builder
	for line := range strings.Lines(quoted) {
		text, indented := strings.CutPrefix(line, "    ")
		if !indented && line != "\n" {
			break
		}
		want.WriteString(text)
	}
	docs := readStudied(t)
	f, err := newFinder()
	require.NoError(t, err)
	var sum tally
	rounds := uint64(20)
	whole, err := effort.Condition("scripts")
	require.NoError(t, err)
	if !whole {
		rounds = 5
	}
	for round := range rounds {
		truths, labels := plantLabels(rand.New(rand.NewPCG(round+1, 1)), docs)
		suspects, err := f.lint(truths)
		require.NoError(t, err)
		answers, standing := plantAnswers(rand.New(rand.NewPCG(round+1, 2)), docs, f.wrong)
		sum.labels(f, labels, suspects)
		sum.answers(f, answers)
		sum.standing += standing
	}
	sum.right(f, docs)
	var got strings.Builder
	sum.print(&got)
	t.Logf("\n%s", &got)
	text := strings.TrimSpace(strings.ReplaceAll(got.String(), " \n", "\n"))
	if whole {
		assert.Equal(t, strings.TrimSpace(want.String()), text)
		return
	}
	quotedLines, lines := strings.Split(strings.TrimSpace(want.String()), "\n"), strings.Split(text, "\n")
	require.Len(t, lines, len(quotedLines))
	for i, line := range lines {
		assert.InDelta(t, shareIn(quotedLines[i]), shareIn(line), 0.1, line)
	}
}

// shareIn returns the share that ends a line of the tables, 0 for a line without one.
func shareIn(line string) float64 {
	share, _ := strconv.ParseFloat(line[strings.LastIndex(line, " ")+1:], 64)
	return share
}

func readStudied(t *testing.T) []studied {
	t.Helper()
	docs, err := readCorpus(corpus)
	require.NoError(t, err)
	return docs
}

// Fifty labels of fifty documents are wrong, and all else is as it was.
func TestPlantLabels(t *testing.T) {
	docs := readStudied(t)
	before := make([]string, len(docs))
	for i, d := range docs {
		before[i] = string(encode(d.truth))
	}
	truths, labels := plantLabels(rand.New(rand.NewPCG(7, 7)), docs)
	require.Len(t, labels, 50)
	byDoc, byKind := map[string]wrongLabel{}, map[string]int{}
	for _, e := range labels {
		byDoc[e.doc] = e
		byKind[e.kind]++
	}
	assert.Len(t, byDoc, 50)
	assert.Equal(t, map[string]int{mistyped: 20, elsewhere: 12, otherDocument: 10, leftOut: 8}, byKind)
	for i, d := range truths {
		assert.Equal(t, before[i], string(encode(docs[i].truth)), "the corpus itself")
		e, wrong := byDoc[d.name]
		was, is := leaves(docs[i].truth), leaves(d.truth)
		switch {
		case !wrong:
			assert.Equal(t, before[i], string(encode(d.truth)))
		case e.kind == leftOut:
			assert.Less(t, len(is), len(was), d.name)
		default:
			require.Len(t, is, len(was), d.name)
			for j := range was {
				if was[j].path.String() == e.leaf.path.String() {
					assert.Equal(t, e.value, is[j].value)
					assert.NotEqual(t, was[j].value, is[j].value)
				} else {
					assert.Equal(t, was[j], is[j])
				}
			}
		}
	}
}

// A made-up value is not printed, a picked value is, and the right value of a misread one is. By plain
// means: package source is not asked.
func TestPlantAnswers(t *testing.T) {
	docs := readStudied(t)
	answers, _ := plantAnswers(rand.New(rand.NewPCG(7, 7)), docs, func(string, any, any) bool { return true })
	planted := map[source.Origin]int{}
	for _, a := range answers {
		planted[a.origin]++
		assert.NotEqual(t, a.want, a.got)
		switch a.origin {
		case source.MadeUp:
			assert.False(t, plainly(a.doc.text, a.got), "%s %v", a.doc.name, a.got)
		case source.Misread:
			assert.True(t, plainly(a.doc.text, a.want), "%s %v", a.doc.name, a.want)
		case source.Picked:
			if !strings.Contains(a.doc.name, "-ocr-") {
				assert.True(t, plainly(a.doc.text, a.got), "%s %v", a.doc.name, a.got)
			}
		}
	}
	assert.Equal(t, map[source.Origin]int{source.MadeUp: 100, source.Misread: 100, source.Picked: 100}, planted)
}

func TestPlainly(t *testing.T) {
	const text = "Rechnung RE 2024-17\nvom 5. März 2024, zahlbar bis 04.04.24\nSumme 1.889,50 €\nRabatt -12,00"
	for _, tt := range []struct {
		value any
		want  bool
	}{
		{"RE-2024/17", true}, {"RE-2024/18", false},
		{"2024-03-05", true}, {"2024-04-04", true}, {"2024-05-03", false},
		{json.Number("1889.5"), true}, {json.Number("1889.50"), true}, {json.Number("1889.05"), false},
		{json.Number("-12"), true}, {json.Number("12"), true}, {json.Number("89"), true}, // crude: it is within 1889
		{"summe", true}, {"Total", false},
	} {
		assert.Equal(t, tt.want, plainly(text, tt.value), "%v", tt.value)
	}
	assert.Equal(t, []any{json.Number("1889.50"), json.Number("12.00")}, amounts("1.889,50 € 12,00 0,50 am 05.03.2024 und 19,00%"))
	assert.Equal(t, []any{"2024-03-05"}, days("am 5.3.2024, nicht 31.02.2024"))
	assert.Equal(t, []any{"RE-2024/17"}, codes("Nr RE-2024/17 vom Freitag, 12 Stück"))
	assert.Equal(t, []any{"Kopierpapier weiß", "zahlbar sofort"}, phrases("3   Kopierpapier weiß   12,00\n  zahlbar sofort | ab"))
}

// A garbled value is another value of the same kind.
func TestGarble(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, value := range []any{json.Number("1889.50"), json.Number("-7"), "2024-03-05", "Müller & Söhne GmbH", "RE-2024/17"} {
		changed := 0
		for i := range 200 {
			got, ok := garble(random, value, i%2 == 0)
			require.True(t, ok)
			require.IsType(t, value, got)
			if got != value {
				changed++
			}
			if n, isNumber := got.(json.Number); isNumber {
				assert.True(t, json.Valid([]byte(n)), n)
			}
			if value == "2024-03-05" {
				_, err := time.Parse(time.DateOnly, got.(string))
				assert.NoError(t, err)
			}
		}
		assert.Greater(t, changed, 50, value)
	}
}

// A small corpus of which the answer is known: a total of the first document is not the one that
// it prints, and it is due too early; the second is all right.
func TestLint(t *testing.T) {
	f, err := newFinder()
	require.NoError(t, err)
	truth, err := decode([]byte(`{"date":"2024-03-05","due_date":"2024-03-01","total":21.00,"lines":[{"description":"Papier","amount":12.00}]}`))
	require.NoError(t, err)
	other, err := decode([]byte(`{"total":7.50}`))
	require.NoError(t, err)
	suspects, err := f.lint([]studied{{"a", "Rechnung vom 5.3.2024\nbis 1.3.2024\nPapier 12,00\nSumme 12,00", truth, nil}, {"b", "Summe 7,50", other, nil}})
	require.NoError(t, err)
	require.Len(t, suspects, 2)
	// The tax is empty, so that the second half of adds_up says nothing.
	total, due := suspects[0], suspects[1]
	assert.Equal(t, []string{"total", "due_date, date"}, []string{total.Path, due.Path})

	e := wrongLabel{doc: "a", kind: mistyped, leaf: leaf{path: document.Path{document.Key("total")}, attribute: "total"}}
	assert.True(t, f.says(total, e))
	assert.False(t, f.says(due, e))
	late := wrongLabel{doc: "a", kind: mistyped, leaf: leaf{path: document.Path{document.Key("date")}, attribute: "date"}}
	assert.True(t, f.saysBroken(due, late))
	assert.False(t, saysNowhere(due, late))
	late.doc = "b"
	assert.False(t, f.says(due, late))

	var sum tally
	sum.labels(f, []wrongLabel{e}, suspects)
	assert.Equal(t, found{planted: 1, inSource: 1, byEither: 1}, *sum.planted["all"])
	assert.Equal(t, right{1, 0}, *sum.suspects[breaks])
	assert.Equal(t, right{1, 1}, *sum.suspects[nowhere])
	assert.Equal(t, right{2, 1}, *sum.suspects["all"])
}
