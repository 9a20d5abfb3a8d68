package estimate

import "github.com/extracteval/extracteval/metrics/stats"

// tally counts values that come in documents, and the wrong values among them.
type tally struct {
	values, wrong float64
	// Sums of values², values·wrong and wrong² over the documents.
	squares, products, wrongs float64
}

// documentTally counts the values of one document.
type documentTally struct{ values, wrong float64 }

// addPrediction counts a value of a document.
func (t *tally) addPrediction(d *documentTally, right bool) {
	t.squares += 2*d.values + 1
	t.products += d.wrong
	t.values++
	d.values++
	if !right {
		t.products += d.values
		t.wrongs += 2*d.wrong + 1
		t.wrong++
		d.wrong++
	}
}

// documents returns the effective number of documents of the values.
func (t *tally) documents() float64 { return t.values * t.values / t.squares }

// variance returns the variance of the share that is wrong, over the documents.
func (t *tally) variance() float64 {
	share := t.wrong / t.values
	return max(0, t.wrongs-2*share*t.products+share*share*t.squares) / (t.values * t.values)
}

// clusters returns the effective number of values if the values of one document count as one: the effective number of
// documents, or less if large documents fail more often.
func (t *tally) clusters() float64 {
	share, variance := t.wrong/t.values, t.variance()
	if share == 0 || share == 1 || variance == 0 {
		return t.documents()
	}
	return min(t.documents(), share*(1-share)/variance)
}

// rightDocuments returns the effective number of documents of the right values.
func (t *tally) rightDocuments() float64 {
	return known(t.values-t.wrong, t.squares-2*t.products+t.wrongs)
}

// wrongDocuments returns the effective number of documents of the wrong values.
func (t *tally) wrongDocuments() float64 { return known(t.wrong, t.wrongs) }

func known(sum, squares float64) float64 {
	if squares == 0 {
		return 0
	}
	return sum * sum / squares
}

// effective returns the effective number of values; see [Ratio.Interval].
func (t *tally) effective() float64 {
	share := t.wrong / t.values
	return effectiveValues(share, t.variance(), t.values, t.documents(), min(t.rightDocuments(), t.wrongDocuments()))
}

// documents groups predictions by document.
type documents struct {
	tallies []documentTally
	tallyOf []int // prediction -> index in tallies
}

func newDocuments(predictions []stats.Prediction) *documents {
	d := &documents{tallyOf: make([]int, len(predictions))}
	index := map[uint64]int{}
	for i := range predictions {
		name := predictions[i].Document
		number, ok := index[name]
		if !ok || name == 0 {
			number = len(d.tallies)
			d.tallies = append(d.tallies, documentTally{})
			index[name] = number
		}
		d.tallyOf[i] = number
	}
	return d
}

// byDocument returns the indices of the predictions of each document.
func byDocument(predictions []stats.Prediction) [][]int {
	documents := newDocuments(predictions)
	all := make([][]int, len(documents.tallies))
	for i, tally := range documents.tallyOf {
		all[tally] = append(all[tally], i)
	}
	return all
}

// tallyFor returns the tally of the document of a prediction.
func (d *documents) tallyFor(prediction int) *documentTally { return &d.tallies[d.tallyOf[prediction]] }
