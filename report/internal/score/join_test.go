package score

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/dataset"
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

// joined joins two texts and returns its pairs as "id want/got", by line numbers.
func joined(t require.TestingT, dir, want, got string) ([]string, *join) {
	w, g := opened(t, dir, "want", want), opened(t, dir, "got", got)
	defer w.Close()
	defer g.Close()
	j, err := newJoin(w, g, Lines{})
	require.NoError(t, err)
	var pairs []string
	for {
		p, err := j.nextPair()
		if err == io.EOF {
			return pairs, j
		}
		require.NoError(t, err)
		pairs = append(pairs, fmt.Sprintf("%s %d/%d", p.id, p.want.Number, p.got.Number))
		require.Contains(t, string(p.want.Text), fmt.Sprintf(`"line":%d}`, p.want.Number), "the text is of its line")
		if p.got.Number > 0 {
			require.Contains(t, string(p.got.Text), fmt.Sprintf(`"line":%d}`, p.got.Number))
		}
	}
}

// numbered makes lines of ids; "!" is a line that cannot be used.
func numbered(ids ...string) string {
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
			pairs, _ := joined(t, t.TempDir(), numbered(strings.Fields(tt.want)...), numbered(strings.Fields(tt.got)...))
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
		pairs, j := joined(t, dir, numbered(want...), numbered(got...))

		both := len(pairs) - j.unanswered.N
		require.Equal(t, len(want)+len(got), 2*both+j.unanswered.N+j.untrue.N+j.repeated.N+j.unusable.N)
		inWant, inGot := map[string]bool{}, map[string]bool{}
		unusable := 0
		for i, lines := range [][]string{want, got} {
			for _, id := range lines {
				switch {
				case id == "!":
					unusable++
				case i == 0:
					inWant[id] = true
				default:
					inGot[id] = true
				}
			}
		}
		require.Equal(t, unusable, j.unusable.N)
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
	l := opened(t, dir, "x", "\uFEFF"+deep+"\r\n\x00\n{\"id\":\"\xff\"}\n{\"id\":\"b\",\"want\":1}")
	defer l.Close()
	e := opened(t, dir, "y", "")
	defer e.Close()
	j, err := newJoin(l, e, Lines{})
	require.NoError(t, err)
	var ids []string
	for {
		p, err := j.nextPair()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		ids = append(ids, p.id)
	}
	assert.Contains(t, ids, "b")
	assert.Equal(t, 4, len(ids)+j.unusable.N)
}
