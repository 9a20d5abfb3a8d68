package report

import (
	"cmp"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/eval"
)

// PacketMeasures returns the measures of the fields of a spec with [eval.Sections]: [Dataset.SetSpec] declares them,
// and [NewCase] computes them. Each is over the packets of the data set, and its name begins with the field: "packet
// over-split". V-measure and adjusted Rand index are 0 for an answer without any page in a section, such as a void answer.
//
//   - over-split: sections of the truth whose pages are in two or more sections of the answer or in none, of all sections; less is
//     better
//   - under-split: sections of the truth that share a section of the answer with another section of the truth, or whose pages are in
//     no section of the answer, of all sections; less is better. An answer does not keep a section by leaving it out.
//   - right: sections of the truth whose partner has the same pages, of all sections. No other section of the answer may have one of
//     these pages.
//   - in order: right sections of two or more pages that have them in the order of the truth, of all such sections
//   - V-measure and adjusted Rand: means over the packets with a section in the truth, see package sections. The adjusted Rand index
//     may be negative, and has no interval then.
//   - page order: the mean of Kendall's tau over right sections of two or more pages, from -1 to 1; likewise.
func PacketMeasures(spec eval.Spec) (all []Measure) {
	for _, f := range spec.Fields {
		if f.Sections == nil {
			continue
		}
		for i, kind := range packetMeasures {
			m := Measure{Name: packetMeasure(f.Path, kind)}
			if i < 2 {
				m.LessIsBetter = true
			}
			all = append(all, m)
		}
	}
	return all
}

var packetMeasures = [...]string{"over-split", "under-split", "right", "in order", "V-measure", "adjusted Rand", "page order"}

func packetMeasure(attribute, kind string) string {
	return cmp.Or(attribute, paths.Document) + " " + kind
}

// packetsMeasured returns what an answer contributes to the measures of its packets.
func packetsMeasured(packets []eval.Packet) (all []Measured) {
	for i := range packets {
		p := &packets[i]
		answered := 0.0
		if p.Answered() {
			answered = 1
		}
		present := float64(min(p.Sections, 1))
		_, _, v := p.VMeasure()
		tau, _ := p.PageOrder()
		for k, pair := range [...][2]float64{
			{float64(p.OverSplit + p.Absent), float64(p.Sections)},
			{float64(p.UnderSplit + p.Absent), float64(p.Sections)},
			{float64(p.Right), float64(p.Sections)},
			{float64(p.InOrder), float64(p.Orderable)},
			{v * answered * present, present},
			{p.AdjustedRand() * answered * present, present},
			{tau * float64(p.Orderable), float64(p.Orderable)},
		} {
			if pair[1] > 0 {
				all = append(all, Measured{packetMeasure(p.Attribute, packetMeasures[k]), pair[0], pair[1]})
			}
		}
	}
	return all
}
