package review

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/report"
)

// A whole packet is read in boxes at the places of its sections, without their classes.
func TestBoxesOfAPacket(t *testing.T) {
	ds := report.Dataset{Attributes: []string{"packet[].class", "packet[].pages", "packet[].invoice.total", "packet[].letter.total", "packet[].blank.scan"}}
	leaf := func(path, attribute string) report.Field {
		return report.Field{Path: path, Attribute: attribute, GotIndex: []int{0}, WantIndex: []int{0}, Want: []byte(`"x"`)}
	}
	boxes := formOf(ds, []*report.Case{{Fields: []report.Field{
		leaf("packet[0].class", "packet[].class"), leaf("packet[0].pages", "packet[].pages"), leaf("packet[0].total", "packet[].invoice.total"),
		leaf("packet[1].total", "packet[].letter.total"), {Path: "packet.pages[1]", Attribute: "packet.pages", Want: []byte(`"x"`)},
	}}})
	if assert.Len(t, boxes, 1) {
		var labels []string
		for _, b := range boxes[0].Boxes {
			labels = append(labels, b.Label)
		}
		assert.Equal(t, []string{"class", "pages", "total"}, labels)
	}
}
