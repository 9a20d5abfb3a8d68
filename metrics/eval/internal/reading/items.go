package reading

import (
	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval/internal/pairing"
)

// Items adds the zeros that json tags leave out to the items of got, in the fields in which an item of the truth may be
// zero. The items are then paired by these values. The spots are those of the list. Items returns a function that
// reports whether a value of got carries no information where the truth is empty.
func (z *Zeros) Items(fields []pairing.Field, ofGot, ofWant Spot, got, want *pairing.Sheet) (zero func(column int, v document.Value) bool) {
	lacking := make([]bool, len(fields)) // the struct of an item of the truth has a zero that its JSON lacks
	for i := range fields {
		f := &fields[i]
		if isLeaf := f.Match != nil && f.Got != nil && f.Want != nil; z == nil || !isLeaf {
			continue
		}
		restores := false
		for w := range want.Items {
			v := want.Row(w)[i]
			restores = restores || paths.AcceptsZero(v)
			lacking[i] = lacking[i] || !v.Exists() && z.InWant(ofWant.inItem(f.InTruth, want.Index[w])) != nil
		}
		for g := range got.Items {
			v, spot := &got.Row(g)[i], ofGot.inItem(f.Place, got.Index[g])
			if restores && !v.Exists() {
				*v = z.restore(spot)
			}
			if f.ZeroIsEmpty && v.Exists() && z.Unset(spot) {
				z.unset = noted(z.unset, *v)
			}
		}
	}
	return func(i int, v document.Value) bool {
		return (fields[i].ZeroIsEmpty || lacking[i]) && paths.IsZero(v) || z.Restored(v) || z != nil && z.unset[v]
	}
}

func (z *Zeros) restore(s Spot) document.Value {
	o := z.InGot(s)
	if o == nil || !o.Plain {
		return document.Value{}
	}
	z.restored = noted(z.restored, o.Zero)
	return o.Zero
}

func noted(all map[document.Value]bool, v document.Value) map[document.Value]bool {
	arithmetic.Map(&all)[v] = true
	return all
}
