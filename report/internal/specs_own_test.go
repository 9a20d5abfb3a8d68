package internal_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report/internal/specs"
)

// drawer is a test, or a draw of rapid, which shrinks what fails.
type drawer interface {
	require.TestingT
	Context() context.Context
}

// requireOwn proposes a spec for truths, and requires that it judges them: no finding is an error, and each truth is the
// right answer to itself.
func requireOwn(t drawer, texts ...string) {
	p, err := specs.Propose(truths(t, texts...), nil)
	if err != nil { // no keys
		return
	}
	decisions := preflight.NewDecisions(p.Spec)
	for where, truth := range truths(t, texts...) {
		decisions.Add(where, truth)
	}
	e, err := decisions.Spec().Compile()
	require.NoError(t, err)
	check, err := preflight.New(e, preflight.Options{})
	require.NoError(t, err)
	check.Part(1)
	for where, truth := range truths(t, texts...) {
		require.NoError(t, check.Add(where, truth))
		r, err := e.Evaluate(t.Context(), truth, truth)
		require.NoError(t, err)
		require.Empty(t, r.Misses, "%s: %s", where, truth.RawText())
		require.EqualValues(t, 1, r.Score, "%s: %s", where, truth.RawText())
		for _, f := range r.Fields {
			require.True(t, f.Outcome.Hit(), "%s of %s: %s", f.Path, where, f.Outcome)
		}
	}
	for _, finding := range append(p.Evidence.Findings(), check.Evidence().Findings()...) {
		require.False(t, finding.Error, "%s", finding.Text)
	}
}

// Some of the dates are no full date: date would not read them, and the order is still that of the others.
func TestProposalForDatesAndOtherTexts(t *testing.T) {
	texts := specsTexts("24/03/2021", "13/05/2022", "8th August", "05/08/2023", "25/12/2020", "31th July", "03/04/2021", "July")
	p, err := specs.Propose(truths(t, texts...), nil)
	require.NoError(t, err)
	var yaml bytes.Buffer
	require.NoError(t, specs.WriteYAML(&yaml, p.Spec, nil))
	require.Equal(t, "fields:\n  - {path: a, match: auto}\ndate_orders: {a: dmy}\n", yaml.String())
	requireOwn(t, texts...)
}

// Neither date nor numeric reads all of these: auto does, and keeps the order of the dates. Full stops say dmy by themselves.
func TestProposalForTruthsOfNoOneComparator(t *testing.T) {
	for _, tt := range []struct {
		orders string
		truths []string
	}{
		{"date_orders: {a: dmy}\n", specsOf(`"24/03/2021"`, `"05/08/2023"`, `[]`)},
		{"", specsTexts("25.3.1903", "6.4.1903", "20.3.1903", "Mar. 27, 1971", "May 4, 1958", "X.1946", "oct.nov.1898", "March 1952")},
	} {
		p, err := specs.Propose(truths(t, tt.truths...), nil)
		require.NoError(t, err)
		var yaml bytes.Buffer
		require.NoError(t, specs.WriteYAML(&yaml, p.Spec, nil))
		require.Equal(t, "fields:\n  - {path: a, match: auto}\n"+tt.orders, yaml.String())
		requireOwn(t, tt.truths...)
	}
}

func TestProposalsPassTheirOwnTruths(t *testing.T) {
	pools := [][]string{
		{`"24/03/2021"`, `"13/05/2022"`, `"05/08/2023"`, `"03/04/2021"`},
		{`"03/24/2021"`, `"05/13/2022"`, `"05/08/2023"`},
		{`"2021-03-24"`, `"2022-05-13"`, `"20230805"`},
		{`"8th August"`, `"31th July"`, `"July"`, `"1 June"`, `"July 2021"`},
		{`"24/03/2021 10:30"`, `"2021-03-24T10:30:00Z"`, `"10:30"`},
		{`"1.234,50"`, `"1,234.50"`, `"1.234"`, `"12,9O"`, `"€ 3"`, `"-"`}, {`1`, `2.5`, `-3e4`, `0`},
		{`"N/A"`, `"n/a"`, `"none"`, `"-"`, `""`, `null`}, {`true`, `false`, `"yes"`},
		{`"A-17"`, `"0012"`, `"DE89370400440532013000"`, `"4006381333931"`}, {`"red"`, `"green"`, `"Red"`},
		{`"Ada Lind, Bonn"`, `"a b c"`, `"Straße 7"`, `"größe"`, `"größe"`},
		{`[1,2,3,4]`, `[3,4,1,2]`, `[0.1,0.2,0.3,0.4]`, `[1,2]`, `[]`}, {`["a","b"]`, `["b","b"]`, `[null]`, `["03/04/2021","25/12/2021"]`},
		{`{"x":1}`, `{"y":"03/04/2021"}`, `{}`},
		{`[{"n":"a b","d":"25/12/2020"},{"n":"c d","d":"July"}]`, `[{"n":"a b","d":"03/04/2020"}]`, `[{}]`, `[{"n":null}]`},
		{`[{"class":"letter","pages":"1-2"},{"class":"invoice","pages":"3"}]`, `[{"class":"letter","pages":"1-3,7"}]`},
	}
	rapid.Check(t, func(rt *rapid.T) {
		keys := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"date", "total", "box", "id", "note", "rows"}), 1, 3, rapid.ID).Draw(rt, "keys")
		columns := map[string]*rapid.Generator[string]{}
		for _, key := range keys {
			var values []string
			for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(pools)-1), 1, 2).Draw(rt, key) {
				values = append(values, pools[i]...)
			}
			columns[key] = rapid.SampledFrom(values)
		}
		var texts []string
		for range rapid.IntRange(1, 14).Draw(rt, "truths") {
			row := map[string]json.RawMessage{}
			for _, key := range keys {
				if rapid.IntRange(0, 9).Draw(rt, "has") > 0 {
					row[key] = json.RawMessage(columns[key].Draw(rt, key))
				}
			}
			text, err := json.Marshal(row)
			require.NoError(rt, err)
			texts = append(texts, string(text))
		}
		requireOwn(rt, texts...)
	})
}

// Every truth of the vectors alone, whatever its form.
func TestProposalsForTheVectors(t *testing.T) {
	files, err := filepath.Glob("../../testdata/conformance/vectors/*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range bytes.Lines(text) {
			if v, err := document.Parse(line); err == nil && v.Member("want").Exists() {
				requireOwn(t, v.Member("want").RawText())
			}
		}
	}
}
