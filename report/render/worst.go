package render

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/extracteval/extracteval/report"
)

// worst keeps the worst cases of all that were offered; which ones does not depend
// on their order.
type worst struct {
	limit int
	cases []Case // a heap with the best on top
}

func (w *worst) Len() int           { return len(w.cases) }
func (w *worst) Less(i, j int) bool { return compareCases(w.cases[i], w.cases[j]) > 0 }
func (w *worst) Swap(i, j int)      { w.cases[i], w.cases[j] = w.cases[j], w.cases[i] }
func (w *worst) Push(x any)         { w.cases = append(w.cases, x.(Case)) }
func (w *worst) Pop() any {
	last := w.cases[len(w.cases)-1]
	w.cases = w.cases[:len(w.cases)-1]
	return last
}

func (w *worst) offer(c Case) {
	if w.limit == 0 || len(w.cases) == w.limit && compareCases(c, w.cases[0]) >= 0 {
		return
	}
	heap.Push(w, c)
	if len(w.cases) > w.limit {
		heap.Pop(w)
	}
}

func (w *worst) sorted() []Case {
	slices.SortFunc(w.cases, compareCases)
	return w.cases
}

func compareCases(a, b Case) int {
	return cmp.Or(
		cmp.Compare(rank(a.Case), rank(b.Case)),
		cmp.Compare(a.Score.Value, b.Score.Value),
		cmp.Compare(a.ID, b.ID),
		cmp.Compare(a.Trial, b.Trial),
	)
}

func rank(c *report.Case) int {
	switch status(c) {
	case "error":
		return 0
	case "pass":
		return 2
	case "skipped":
		return 3
	}
	return 1
}
