package models

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/examples/invoices"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

const corpus = "../../testdata/invoices"

// TestModels asks every model. go test -run TestModels/small asks one.
func TestModels(t *testing.T) {
	answers, err := Answers(corpus)
	require.NoError(t, err)
	for name, model := range Models(answers) {
		t.Run(name, evaltest.Suite[[]byte, invoices.Invoice]{
			Name:    "invoices/" + name,
			File:    corpus,
			Extract: model.Extract,
			Workers: 8,
			Labels:  map[string]string{"model": name},
			Gate:    evaltest.Gate{MacroF1: 0.80},
		}.Run)
	}
}

func TestMain(m *testing.M) { evaltest.Main(m) }

// TestKeptRun holds the run in testdata, of which the README has the table, against the
// models as they are now: the same answers, and so the same counts. After a change of the
// models, the corpus or the rules, keep another one:
//
//	rm -r testdata/run && EVALTEST_DIR=$PWD/testdata/run go test -count=1 -run 'TestModels$' .
//	rm testdata/run/*.run.*.json && gzip -n testdata/run/*.jsonl
func TestKeptRun(t *testing.T) {
	answers, err := Answers(corpus)
	require.NoError(t, err)
	spec, err := eval.SpecOf[invoices.Invoice]()
	require.NoError(t, err)
	evaluator, err := spec.Compile()
	require.NoError(t, err)
	sources, warnings, err := artifact.List("testdata/run")
	require.NoError(t, err)
	require.Empty(t, warnings)
	require.Len(t, sources, len(Models(answers)))
	for _, source := range sources {
		cases := 0
		_, err := artifact.Walk(source, artifact.Visitor{Case: func(s *artifact.Section, c *report.Case, _ artifact.Place) error {
			cases++
			model := Models(answers)[s.Run.Labels["model"]]
			document, err := os.ReadFile(filepath.Join(corpus, c.ID+".input.txt"))
			require.NoError(t, err)
			want, err := os.ReadFile(filepath.Join(corpus, c.ID+".want.json"))
			require.NoError(t, err)
			result, err := evaluator.Evaluate(t.Context(), model.read(document, answers[string(document)]), want)
			require.NoError(t, err)
			assert.Equal(t, result.Table.Attributes, c.Counts, "%s: %s", source.Name, c.ID)
			return nil
		}})
		require.NoError(t, err)
		assert.Equal(t, len(answers), cases)
	}
}

// A model answers alike, whoever asks it when.
func TestModelsAreRepeatable(t *testing.T) {
	answers, err := Answers(corpus)
	require.NoError(t, err)
	differ := 0
	for document, right := range answers {
		m := Models(answers)["small"]
		first := m.read([]byte(document), right)
		assert.Equal(t, first, m.read(bytes.Clone([]byte(document)), right))
		m.Seed++
		if other := m.read([]byte(document), right); !assert.ObjectsAreEqual(first, other) {
			differ++
		}
	}
	assert.Greater(t, differ, len(answers)/2, "another seed makes other mistakes")
}
