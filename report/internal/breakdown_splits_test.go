package internal_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/breakdown"
)

// packet returns a record of a packet with an invoice on pages 1 to 3, whose answer has these pages and this class in the section that is
// paired with it, and the rest as an invoice of its own.
func packet(id, pages, class, rest string) *report.Case {
	c := &report.Case{ID: id, Status: report.OK}
	for _, name := range []string{"packet[]", "packet[].class", "packet[].pages", "packet.pages", "packet.starts"} {
		c.Counts = append(c.Counts, metrics.Row{Attribute: name, Items: name == "packet[]"})
	}
	add := func(name string, got, want any, index []int) {
		f := report.Field{Attribute: "packet[]." + name, GotIndex: index}
		switch f.Outcome = metrics.Wrong; {
		case got == want:
			f.Outcome = metrics.Match
		case want == nil:
			f.Outcome = metrics.Invented
		case got == nil:
			f.Outcome = metrics.Missing
		}
		if want != nil {
			f.WantIndex = []int{0}
			f.Want, _ = json.Marshal(want)
		}
		if got != nil {
			f.Got, _ = json.Marshal(got)
		}
		c.Fields = append(c.Fields, f)
	}
	add("class", class, "invoice", []int{0})
	add("pages", pages, "1-3", []int{0})
	if class == "invoice" {
		add("invoice.total", 12, 12, []int{0})
	} else {
		add("invoice.total", nil, 12, []int{0})
	}
	if rest != "" {
		add("class", "invoice", nil, []int{1})
		add("pages", rest, nil, []int{1})
	}
	return c
}

func TestPacketsThatAreCut(t *testing.T) {
	var m breakdown.Mistakes
	for i := range 10 {
		c := packet(fmt.Sprintf("scan-%d", i), "1-3", "invoice", "")
		switch {
		case i >= 7:
			c = packet(fmt.Sprintf("scan-%d", i), "1-2", "invoice", "3")
		case i >= 5:
			c = packet(fmt.Sprintf("scan-%d", i), "1-3", "letter", "")
		}
		m.Add(c, breakdown.Classes(c))
	}
	var texts []string
	for _, p := range breakdown.SortedPatterns(m.Patterns()) {
		texts = append(texts, p.Text+", first in "+p.Case)
	}
	assert.Equal(t, []string{
		"sections of packet are cut in 3 of 10 answers: 3 starts too many, first in scan-7",
		`the class is wrong in 2 of 10 sections "invoice" of packet: 2 of 2 mistakes in their fields are there, first in scan-5`,
	}, texts)
}

func TestPacketsThatAreRightHaveNoPattern(t *testing.T) {
	var m breakdown.Mistakes
	c := packet("scan", "1-3", "invoice", "")
	m.Add(c, breakdown.Classes(c))
	assert.Empty(t, m.Patterns())
}
