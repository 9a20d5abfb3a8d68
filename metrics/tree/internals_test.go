package tree

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics/document"
)

// The texts are from Python 3.11's str(json.loads(number)).
func TestNumberText(t *testing.T) {
	for number, text := range map[string]string{
		"0": "0", "-0": "0", "-0.0": "-0.0", "7": "7", "1.50": "1.5", "1e2": "100.0", "1E-4": "0.0001", "1e-5": "1e-05",
		"0.00001234": "1.234e-05", "1e15": "1000000000000000.0", "1e16": "1e+16", "12345678901234567.0": "1.2345678901234568e+16",
		"123456789012345678901": "123456789012345678901", "0.1": "0.1", "0.30000000000000004": "0.30000000000000004",
		"1e999": "inf", "-1e999": "-inf", "1e-999": "0.0", "5e-324": "5e-324", "1e22": "1e+22", "-2.5": "-2.5", "1e100": "1e+100",
	} {
		assert.Equal(t, text, numberText(number), number)
	}
}

func TestStepsAddUpOverNestedLists(t *testing.T) {
	text := "[" + strings.Repeat("[1,2,3,4],", 99) + "[1,2,3,4]]"
	v, err := document.Parse([]byte(text))
	require.NoError(t, err)
	r := reader{lower: cases.Lower(language.Und)}
	lists := r.answer(v)
	// 100 x 100 pairs of lists of 4 x 4 scalars.
	for left, fits := range map[float64]bool{10_000_000: true, 1_000_000: false, 0: false} {
		c := comparison{budget: budget{steps: maxSteps - left}}
		c.compare(&lists, &lists)
		if fits {
			assert.NoError(t, c.failed)
		} else {
			assert.ErrorIs(t, c.failed, ErrTooLarge)
		}
	}
}

// inner makes a tree of nodes without text from nested (label, children...) lists.
type inner struct {
	label    string
	children []inner
}

func n(label string, children ...inner) inner { return inner{label, children} }

func (t inner) ordered() *ordered {
	o := &ordered{}
	o.addInner(t)
	highest := map[int]int{}
	for i, l := range o.leftmost {
		highest[l] = i
	}
	for i, l := range o.leftmost {
		if highest[l] == i {
			o.keyroots = append(o.keyroots, i)
		}
	}
	return o
}

func (t *ordered) addInner(from inner) {
	first := len(t.labels)
	for _, child := range from.children {
		t.addInner(child)
	}
	t.append(from.label, first)
}

func TestEditDistance(t *testing.T) {
	for _, test := range []struct {
		name     string
		a, b     inner
		distance int
	}{
		// Zhang and Shasha 1989, figure 4; also in the tests of zss.
		{"figure of the paper", n("f", n("d", n("a"), n("c", n("b"))), n("e")), n("f", n("c", n("d", n("a"), n("b"))), n("e")), 2},
		// These two as in zss/tests/test_regress.py (01fef1b).
		{"labels", n("f", n("a", n("h"), n("c", n("l"))), n("e")), n("f", n("a", n("d"), n("r", n("b"))), n("e")), 3},
		{"a child moves up", n("a", n("b", n("x"), n("y"))), n("a", n("x"), n("b", n("y"))), 2},
		{"one node", n("a"), n("b"), 1},
		{"a chain grows", n("a", n("b", n("c"))), n("a", n("c")), 1},
		{"text replaced", n("a", n("<leaf>abc")), n("a", n("<leaf>abd")), 1},
		{"text against a node", n("a", n("<leaf>abc")), n("a", n("k")), 4}, // relabelling as removing and inserting: 3 + 1
	} {
		t.Run(test.name, func(t *testing.T) {
			a, b := test.a.ordered(), test.b.ordered()
			assert.Equal(t, test.distance, editDistance(a, b))
			assert.Equal(t, test.distance, editDistance(b, a))
		})
	}
}

func TestKeyroots(t *testing.T) {
	// As zss/tests/test_compare.py (4e73455) has them for the figure of the paper.
	assert.Equal(t, []int{2, 4, 5}, n("f", n("d", n("a"), n("c", n("b"))), n("e")).ordered().keyroots)
	assert.Equal(t, []int{1, 4, 5}, n("f", n("c", n("d", n("a"), n("b"))), n("e")).ordered().keyroots)
}

// forestDistance is the recursion that defines the distance (Zhang and Shasha 1989, lemma 3), on forests as they are.
func forestDistance(a, b []inner) int32 {
	cost := func(t inner) int32 { l := newLabel(t.label); return l.cost }
	if len(a)+len(b) == 0 {
		return 0
	}
	without := func(f []inner) []inner {
		last := f[len(f)-1]
		return append(append([]inner{}, f[:len(f)-1]...), last.children...)
	}
	best := int32(1 << 30)
	if len(a) > 0 {
		best = min(best, forestDistance(without(a), b)+cost(a[len(a)-1]))
	}
	if len(b) > 0 {
		best = min(best, forestDistance(a, without(b))+cost(b[len(b)-1]))
	}
	if len(a) > 0 && len(b) > 0 {
		x, y := a[len(a)-1], b[len(b)-1]
		lx, ly := newLabel(x.label), newLabel(y.label)
		best = min(best, forestDistance(a[:len(a)-1], b[:len(b)-1])+forestDistance(x.children, y.children)+relabel(&lx, &ly))
	}
	return best
}

func drawInner(t *rapid.T, size *int) inner {
	label := rapid.SampledFrom([]string{"a", "b", "c", "<leaf>", "<leaf>x", "<leaf>xy"}).Draw(t, "label")
	var children []inner
	for *size > 0 && rapid.Bool().Draw(t, "child") {
		*size--
		children = append(children, drawInner(t, size))
	}
	return inner{label, children}
}

func TestEditDistanceIsThatOfTheRecursion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizeA, sizeB := 5, 5
		a, b := drawInner(t, &sizeA), drawInner(t, &sizeB)
		got, want := editDistance(a.ordered(), b.ordered()), forestDistance([]inner{a}, []inner{b})
		if got != int(want) {
			t.Fatalf("distance of %v and %v is %d, by the recursion %d", a, b, got, want)
		}
	})
}
