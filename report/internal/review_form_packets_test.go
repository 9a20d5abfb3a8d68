package internal_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
)

// A whole packet is read in boxes at the places of its sections, without their classes.
func TestBoxesOfAPacket(t *testing.T) {
	ds := report.Dataset{Attributes: []string{"packet[].class", "packet[].pages", "packet[].invoice.total", "packet[].letter.total", "packet[].blank.scan"}}
	leaf := func(path, attribute string) report.Field {
		return report.Field{Path: path, Attribute: attribute, GotIndex: []int{0}, WantIndex: []int{0}, Want: []byte(`"x"`)}
	}
	p := newPlace(t)
	o := p.documents()
	o.Dataset, o.Cases = ds, []*report.Case{{ID: "a", Fields: []report.Field{
		leaf("packet[0].class", "packet[].class"), leaf("packet[0].pages", "packet[].pages"), leaf("packet[0].total", "packet[].invoice.total"),
		leaf("packet[1].total", "packet[].letter.total"), {Path: "packet.pages[1]", Attribute: "packet.pages", Want: []byte(`"x"`)},
	}}}
	answer, text := serveDocuments(t, p, o).ask("GET", "questions", "", nil)
	require.Equal(t, http.StatusOK, answer.StatusCode, text)
	assert.Contains(t, text, `"boxes":[{"label":"packet","kind":"rows","boxes":[{"label":"class","kind":"string"},{"label":"pages","kind":"string"},{"label":"total","kind":"string"}]}]`)
}
