package tree

import (
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/document"
)

// FieldConfusion counts fields as Donut does: both sides are normalised as for [NTED] and flattened to pairs of a path
// without indices and a text. A pair of got that want also has is a true positive; each pair of want counts at most
// once. Every other pair of got is a false positive, every other pair of want a false negative. There are no true
// negatives.
//
// The F1 of the sum of all documents' counts is the published number, the micro average over fields. Without a true positive it
// is undefined here. The reference then returns 0, or divides by zero and stops if both sides are empty.
//
// Its oddities are the oddities of the normalisation, see [NTED], and that items of a list lose their identity: the name of
// one row and the price of another make two true positives. A key with a dot reads like two keys.
//
// Reference: github.com/clovaai/donut 1.0.7 (read at e33da0e), donut/util.py, JSONParseEvaluator.cal_f1.
func FieldConfusion(got, want document.Value) metrics.Confusion {
	open := map[field]int{}
	var c metrics.Confusion
	normalize(want).fields("", func(f field) {
		open[f]++
		c.FN++
	})
	normalize(got).fields("", func(f field) {
		if open[f] == 0 {
			c.FP++
			return
		}
		open[f]--
		c.FN--
		c.TP++
	})
	return c
}

type field struct{ path, text string }

func (n normalized) fields(path string, visit func(field)) {
	for i, part := range n.parts {
		switch {
		case !n.isObject():
			part.fields(path, visit)
		case path == "":
			part.fields(n.keys[i], visit)
		default:
			part.fields(path+"."+n.keys[i], visit)
		}
	}
	for _, text := range n.texts {
		visit(field{path, text})
	}
}
