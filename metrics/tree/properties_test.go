package tree_test

import (
	"encoding/json"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/similarity"
	"github.com/extracteval/extracteval/metrics/tree"
)

var texts = rapid.SampledFrom([]string{"", " ", "Hello", "hello!", "World", "Wolrd", "12.3", "12.1", "äöü", "a", "b"})

// drawValue draws a JSON value of at most that depth.
func drawValue(t *rapid.T, depth int) any {
	kinds := 5
	if depth == 0 {
		kinds = 3
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return nil
	case 1:
		return rapid.SampledFrom([]any{0, 1, 2.5, true, false}).Draw(t, "scalar")
	case 2:
		return texts.Draw(t, "text")
	case 3:
		list := []any{}
		for range rapid.IntRange(0, 4).Draw(t, "items") {
			list = append(list, drawValue(t, depth-1))
		}
		return list
	}
	members := map[string]any{}
	for range rapid.IntRange(0, 4).Draw(t, "members") {
		members[rapid.SampledFrom([]string{"a", "b", "name", "amount"}).Draw(t, "key")] = drawValue(t, depth-1)
	}
	return members
}

func of(t require.TestingT, v any) document.Value {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	value, err := document.Parse(text)
	require.NoError(t, err)
	return value
}

func score(t require.TestingT, got, want any) float64 {
	s, err := tree.ANLSStar(of(t, got), of(t, want))
	require.NoError(t, err)
	return s
}

func TestScoresStayInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got, want := drawValue(t, 3), drawValue(t, 3)
		if s := score(t, got, want); !(s >= 0 && s <= 1) {
			t.Fatalf("ANLS* is %v", s)
		}
		s, ok, err := tree.NTED(of(t, got), of(t, want))
		require.NoError(t, err)
		if !(s >= 0 && s <= 1) || !ok && s != 0 {
			t.Fatalf("nTED is %v, %v", s, ok)
		}
		c := tree.FieldConfusion(of(t, got), of(t, want))
		if c.TP < 0 || c.FP < 0 || c.FN < 0 {
			t.Fatalf("counts are %v", c)
		}
	})
}

func TestEqualDocumentsScoreOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawValue(t, 3)
		if s := score(t, v, v); s != 1 {
			t.Fatalf("ANLS* is %v", s)
		}
		if s, ok, _ := tree.NTED(of(t, v), of(t, v)); ok && s != 1 {
			t.Fatalf("nTED is %v", s)
		}
		if c := tree.FieldConfusion(of(t, v), of(t, v)); c.FP+c.FN != 0 {
			t.Fatalf("counts are %v", c)
		}
	})
}

func TestFieldConfusionSwapsWithItsSides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := of(t, drawValue(t, 3)), of(t, drawValue(t, 3))
		there, back := tree.FieldConfusion(a, b), tree.FieldConfusion(b, a)
		if there.TP != back.TP || there.FP != back.FN || there.FN != back.FP {
			t.Fatalf("%v and back %v", there, back)
		}
	})
}

func TestANLSStarOfTextsIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := texts.Draw(t, "a"), texts.Draw(t, "b")
		if there, back := score(t, a, b), score(t, b, a); there != back {
			t.Fatalf("%q and %q: %v and %v", a, b, there, back)
		}
	})
}

// For lists of texts the score is the best sum over all assignments, divided by the length of the longer list, whatever their
// order.
func TestANLSStarOfListsIsTheBestAssignment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"aaaaa", "aaaab", "aaabb", "aabbb", "abbbb", "bbbbb", "zzzzz"})
		got, want := rapid.SliceOfN(word, 0, 5).Draw(t, "got"), rapid.SliceOfN(word, 0, 5).Draw(t, "want")
		expected := 1.0
		if longer := max(len(got), len(want)); longer > 0 {
			expected = bestSum(got, want) / float64(longer)
		}
		for range 3 {
			rand.Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
			require.InDelta(t, expected, score(t, got, want), 1e-12)
		}
	})
}

// bestSum tries every partner for the first want, and none.
func bestSum(got, want []string) float64 {
	if len(want) == 0 {
		return 0
	}
	best := bestSum(got, want[1:])
	for i := range got {
		s := similarity.Levenshtein(got[i], want[0])
		if s < .5 {
			s = 0
		}
		rest := append(append([]string{}, got[:i]...), got[i+1:]...)
		best = max(best, s+bestSum(rest, want[1:]))
	}
	return best
}

func TestAnAcceptedValueMoreNeverLowersANLSStar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got := drawValue(t, 2)
		accepted := []any{drawValue(t, 2), drawValue(t, 2)}
		fewer := score(t, got, map[string]any{tree.AnyOf: accepted[:1]})
		more := score(t, got, map[string]any{tree.AnyOf: accepted})
		if more < fewer {
			t.Fatalf("%v with one, %v with two", fewer, more)
		}
		if plain := score(t, got, accepted[0]); !isTextList(accepted[0]) && plain != fewer {
			t.Fatalf("%v alone, %v as the only accepted value", plain, fewer)
		}
	})
}

// isTextList reports the special case at the top: a list of texts accepts any of them.
func isTextList(v any) bool {
	list, ok := v.([]any)
	for _, item := range list {
		_, text := item.(string)
		ok = ok && text
	}
	return ok
}

// Any answer ends in a number or in ErrTooLarge, and in time: the limits bound the work of every input.
func FuzzScores(f *testing.F) {
	for _, seed := range [][2]string{
		{menu, menu}, {`[[[[]]]]`, `{"a":[[]]}`}, {`{"$any":[]}`, `{"$any":[1,{"$any":[2]}]}`}, {`"\ud800"`, `"\u0000"`},
		{`{"a":1,"a":2}`, `[1e999,-0,0.10]`}, {`{"<leaf>":{"":0}}`, `["<leaf>"," "]`},
	} {
		f.Add([]byte(seed[0]), []byte(seed[1]))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		got, err := document.Parse(a)
		if err != nil {
			return
		}
		want, err := document.Parse(b)
		if err != nil {
			return
		}
		if s, err := tree.ANLSStar(got, want); !(s >= 0 && s <= 1) || err != nil && s != 0 {
			t.Fatalf("ANLS* is %v, %v", s, err)
		}
		if s, ok, err := tree.NTED(got, want); !(s >= 0 && s <= 1) || err != nil && ok {
			t.Fatalf("nTED is %v, %v, %v", s, ok, err)
		}
		tree.FieldConfusion(got, want)
	})
}
