package tree_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/tree"
	"github.com/extracteval/extracteval/testdata/effort"
)

// The example in the comments of donut/util.py: a tree of a root, menu (1), two subtrees (2), four keys (4) and the leaves cake
// (4), 2 (1), juice (5), 1 (1), which takes 18 to build.
const menu = `{"menu":[{"name":["cake"],"count":["2"]},{"name":["juice"],"count":["1"]}]}`

func TestNTED(t *testing.T) {
	for _, test := range []struct {
		name, want, got string
		accuracy        float64
	}{
		{"equal", menu, menu, 1},
		{"single values are lists of one, numbers texts", menu, `{"menu":[{"name":"cake","count":2},{"name":" juice","count":"1"}]}`, 1},
		{"order of keys", menu, `{"menu":[{"count":2,"name":"cake"},{"count":1,"name":"juice"}]}`, 1},
		{"nothing", menu, `{}`, 0},
		{"null", menu, `null`, 0},
		{"one letter", menu, `{"menu":[{"name":"cakes","count":2},{"name":"juice","count":1}]}`, 17. / 18},
		{"a key misnamed", menu, `{"menu":[{"nm":"cake","count":2},{"name":"juice","count":1}]}`, 17. / 18},
		{"a key misnamed so that it sorts elsewhere", `{"a":"x","bb":"y"}`, `{"a":"x","":"y"}`, 0}, // two keys and two leaves relabelled, of 4
		{"a row missing", menu, `{"menu":[{"name":"cake","count":2}]}`, 9. / 18},                   // subtree, 2 keys, juice, 1
		{"a price missing", `{"a":"1","b":"22"}`, `{"a":"1"}`, 2. / 5},
		{"text where an object was", `{"a":{"b":"xyz"}}`, `{"a":"xyz"}`, 4. / 6}, // subtree and b are inserted
		{"far too much", `{"a":"x"}`, `{"a":"x","b":"long enough"}`, 0},
		{"leaves in another order", `{"a":["ab","cd"]}`, `{"a":["cd","ab"]}`, 1 - 4./5},
		{"not a truth that costs more than it has", `{"a":"x"}`, `{"b":"y"}`, 0},
		{"code points", `{"a":"äöü"}`, `{"a":"äöo"}`, 3. / 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			accuracy, ok, err := tree.NTED(value(t, test.got), value(t, test.want))
			require.NoError(t, err)
			assert.True(t, ok)
			assert.InDelta(t, test.accuracy, accuracy, 1e-12)
		})
	}
}

func TestNTEDOddities(t *testing.T) {
	for _, test := range []struct {
		name, want, got string
		accuracy        float64
	}{
		{"0 and false are nothing", `{"a":"x","n":0,"b":false,"z":0e7}`, `{"a":"x"}`, 1},
		{"but true is a text", `{"b":"True"}`, `{"b":true}`, 1},
		{"0 in a list is a text", `{"n":["0"]}`, `{"n":[0]}`, 1},
		{"a mixed list loses all but texts and numbers", `{"l":["a","1"]}`, `{"l":["a",{"b":"c"},true,null,["d"],1]}`, 1},
		{"empty texts go, white space stays as a leaf of no cost", `{"a":"","b":" "}`, `{"b":"x"}`, 0}, // 1 - 1/1
		{"a key with the mark is a leaf", `{"<leaf>ab":"x"}`, `{"<leaf>ac":"x"}`, 2. / 3},
		{"the list itself at the top", `["a","b"]`, `["a","c"]`, .5},
		{"a scalar at the top", `"ab"`, `"ac"`, .5},
	} {
		t.Run(test.name, func(t *testing.T) {
			accuracy, ok, err := tree.NTED(value(t, test.got), value(t, test.want))
			require.NoError(t, err)
			assert.True(t, ok)
			assert.InDelta(t, test.accuracy, accuracy, 1e-12)
		})
	}
}

func TestNTEDUndefined(t *testing.T) {
	for _, want := range []string{`{}`, `[]`, `null`, `0`, `{"a":null,"b":[{"c":""}],"d":0}`, `" "`, `{"<leaf>":" "}`} {
		accuracy, ok, err := tree.NTED(value(t, `{"a":"x"}`), value(t, want))
		require.NoError(t, err)
		assert.False(t, ok, want)
		assert.Zero(t, accuracy, want)
	}
	_, ok, err := tree.NTED(document.Value{}, document.Value{})
	require.NoError(t, err)
	assert.False(t, ok)
}

func TestNTEDTooLarge(t *testing.T) {
	effort.OneGoroutine(t)
	rows := func(n int) document.Value {
		return value(t, `{"l":[`+strings.TrimSuffix(strings.Repeat(`"x",`, n), ",")+`]}`)
	}
	t.Run("nodes", func(t *testing.T) {
		_, ok, err := tree.NTED(rows(5000), rows(5000))
		require.ErrorIs(t, err, tree.ErrTooLarge)
		assert.False(t, ok)
		assert.EqualError(t, err, "tree: nTED: documents too large to compare: 5002 x 5002 nodes, more than 16777216 pairs; compare parts of the documents, or use metrics/eval")
	})
	t.Run("very many against one", func(t *testing.T) {
		accuracy, ok, err := tree.NTED(rows(100_000), rows(1))
		require.NoError(t, err)
		assert.True(t, ok)
		assert.Zero(t, accuracy)
	})
	t.Run("depth", func(t *testing.T) {
		// A comb: every level has leaves before the next level, so that every level is a keyroot.
		comb := value(t, strings.Repeat(`{"a":[`+strings.Repeat(`0,`, 20)+`0],"b":`, 127)+`"x"`+strings.Repeat(`}`, 127))
		_, _, err := tree.NTED(comb, comb)
		require.ErrorIs(t, err, tree.ErrTooLarge)
		assert.EqualError(t, err, "tree: nTED: documents too large to compare: more than 1073741824 steps; compare parts of the documents, or use metrics/eval")
	})
	t.Run("texts", func(t *testing.T) {
		long := value(t, `"`+strings.Repeat("ab", 200_000)+`"`)
		_, _, err := tree.NTED(long, long)
		require.ErrorIs(t, err, tree.ErrTooLarge)
	})
}

func TestFieldConfusion(t *testing.T) {
	for _, test := range []struct {
		name, want, got string
		counts          metrics.Confusion
	}{
		{"equal", menu, menu, metrics.Confusion{TP: 4}},
		{"rows in another order", menu, `{"menu":[{"name":"juice","count":1},{"name":"cake","count":2}]}`, metrics.Confusion{TP: 4}},
		{"counts of the wrong rows", menu, `{"menu":[{"name":"juice","count":2},{"name":"cake","count":1}]}`, metrics.Confusion{TP: 4}},
		{"one wrong, one missing, one invented", `{"a":"1","b":"2","c":"3"}`, `{"a":"1","b":"9","d":"4"}`, metrics.Confusion{TP: 1, FP: 2, FN: 2}},
		{"each once", `{"a":["x","x"]}`, `{"a":["x","x","x"]}`, metrics.Confusion{TP: 2, FP: 1}},
		{"no letters for almost", `{"a":"abcdef"}`, `{"a":"abcdeg"}`, metrics.Confusion{FP: 1, FN: 1}},
		{"nothing", `{}`, `{"a":0}`, metrics.Confusion{}},
		{"a key with a dot", `{"a.b":"x"}`, `{"a":{"b":"x"}}`, metrics.Confusion{TP: 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.counts, tree.FieldConfusion(value(t, test.got), value(t, test.want)))
		})
	}
}
