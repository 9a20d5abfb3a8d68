package internal_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/score"
)

// opened writes a file and opens it.
func opened(t require.TestingT, dir, name, text string) *dataset.File {
	f, err := openText(t, dir, name, text)
	require.NoError(t, err)
	return f
}

func openText(t require.TestingT, dir, name, text string) (*dataset.File, error) {
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	return dataset.Open(name, path)
}

// joined scores two texts and returns the pairs as "id want/got", by the numbers that their lines have, and the problems.
func joined(t require.TestingT, dir, want, got string) (pairs []string, problems []score.Problem) {
	w, g := opened(t, dir, "want", want), opened(t, dir, "got", got)
	defer w.Close()
	defer g.Close()
	var ds report.Dataset
	e, err := ds.SetSpec(eval.Spec{Fields: []eval.Field{{Path: "line", Match: compare.Exact{}}}})
	require.NoError(t, err)
	j := score.Job{Dataset: ds, Evaluator: e, Case: func(c *report.Case) error {
		line := c.Fields[0]
		pairs = append(pairs, fmt.Sprintf("%s %s/%s", c.ID, line.Want, cmp.Or(string(line.Got), "0")))
		return nil
	}}
	_, problems, err = j.Run(context.Background(), w, g)
	require.NoError(t, err)
	return pairs, problems
}

// An answer whose line was written anew after its id was read is of another document, or none.
func TestAnswersThatChangeWhileTheyAreRead(t *testing.T) {
	const lines = 10_000
	var text, swapped strings.Builder
	for i := range lines {
		fmt.Fprintf(&text, `{"id":"%04d"}`+"\n", i)
		fmt.Fprintf(&swapped, `{"id":"%04d"}`+"\n", lines-1-i)
	}
	for name, change := range map[string]func(path string) error{
		"written anew": func(path string) error { return os.WriteFile(path, []byte(swapped.String()), 0o666) },
		"emptied":      func(path string) error { return os.Truncate(path, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			w, g := opened(t, dir, "want", text.String()), opened(t, dir, "got", text.String())
			defer w.Close()
			defer g.Close()
			var ds report.Dataset
			e, err := ds.SetSpec(eval.Spec{})
			require.NoError(t, err)
			changed := false
			j := score.Job{Dataset: ds, Evaluator: e, Case: func(*report.Case) error {
				if changed {
					return nil
				}
				changed = true
				return change(filepath.Join(dir, "got"))
			}}
			_, _, err = j.Run(context.Background(), w, g)
			assert.ErrorContains(t, err, "has changed while it was read")
		})
	}
}

// isUnusable reports whether a problem is that of lines that cannot be used.
func isUnusable(p score.Problem) bool {
	unusable := score.Unusable()
	unusable.N = p.N
	return p.String() == unusable.String()
}

// numberedLines makes lines of ids; "!" is a line that cannot be used.
func numberedLines(ids ...string) string {
	var b strings.Builder
	for i, id := range ids {
		if id == "!" {
			b.WriteString("!\n")
		} else {
			fmt.Fprintf(&b, `{"id":%q,"line":%d}`+"\n", id, i+1)
		}
	}
	return b.String()
}

func TestJoin(t *testing.T) {
	for _, tt := range []struct {
		name      string
		want, got string
		pairs     []string
	}{
		{"nothing", "", "", nil},
		{"sorted alike", "a b c", "a b c", []string{"a 1/1", "b 2/2", "c 3/3"}},
		{"turned around", "a b c", "c b a", []string{"a 1/3", "b 2/2", "c 3/1"}},
		{"one is missing", "a b c", "a c", []string{"a 1/1", "b 2/0", "c 3/2"}},
		{"truths alone", "b a", "", []string{"b 1/0", "a 2/0"}},
		{"answers alone", "", "a b", nil},
		{"again after its pair", "a b a", "b a a", []string{"a 1/2", "b 2/1"}},
		{"the first one counts", "a a b", "a b b", []string{"a 1/1", "b 3/2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pairs, _ := joined(t, t.TempDir(), numberedLines(strings.Fields(tt.want)...), numberedLines(strings.Fields(tt.got)...))
			assert.Equal(t, tt.pairs, pairs)
		})
	}
}

// TestJoinLosesNothing: every line is in a pair or counted as a problem, whatever the order.
func TestJoinLosesNothing(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "!"}), 0, 12)
		want, got := ids.Draw(t, "want"), ids.Draw(t, "got")
		pairs, problems := joined(t, dir, numberedLines(want...), numberedLines(got...))

		both := 0
		for _, pair := range pairs {
			if !strings.HasSuffix(pair, "/0") {
				both++
			}
		}
		told, unusable := 0, 0
		for _, p := range problems {
			told += p.N
			if isUnusable(p) {
				unusable += p.N
			}
		}
		require.Equal(t, len(want)+len(got), 2*both+told)
		inWant, inGot := map[string]bool{}, map[string]bool{}
		for i, lines := range [][]string{want, got} {
			for _, id := range lines {
				switch {
				case id == "!":
					unusable--
				case i == 0:
					inWant[id] = true
				default:
					inGot[id] = true
				}
			}
		}
		require.Zero(t, unusable)
		require.Len(t, pairs, len(inWant), "every truth once")
		for id := range inGot {
			if inWant[id] {
				both--
			}
		}
		require.Zero(t, both)
	})
}

// TestHostileLines: lines that no JSON parser should trip over.
func TestHostileLines(t *testing.T) {
	deep := `{"id":"deep","want":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`
	dir := t.TempDir()
	pairs, problems := joined(t, dir, "\uFEFF"+deep+"\r\n\x00\n{\"id\":\"\xff\"}\n{\"id\":\"b\",\"want\":{\"line\":1}}", "")
	assert.Equal(t, []string{"b 1/0"}, pairs)
	for _, p := range problems {
		if isUnusable(p) {
			assert.Equal(t, 3, p.N)
			return
		}
	}
	t.Error("all lines can be used")
}
