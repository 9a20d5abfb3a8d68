package internal_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/sections"
	"github.com/extracteval/extracteval/report"
)

// record returns the record of a case with a packet. Sections are "invoice 1-3", with "=0" after a section of the answer that
// is paired with the first one of the truth.
func packetRecord(truth, answer string) *report.Case {
	c := &report.Case{ID: "scan", Status: report.OK}
	for _, name := range []string{"packet[]", "packet[].class", "packet[].pages", "packet.pages", "packet.starts"} {
		c.Counts = append(c.Counts, metrics.Row{Attribute: name, Items: name != "packet[].class" && name != "packet[].pages"})
	}
	text := func(value string) json.RawMessage {
		b, _ := json.Marshal(value)
		return b
	}
	partner := map[int]int{}
	var gots, wants [][2]string
	for _, one := range strings.Fields(strings.ReplaceAll(answer, ": ", ":")) {
		one, of, paired := strings.Cut(one, "=")
		if paired {
			var w int
			fmt.Sscan(of, &w)
			partner[w] = len(gots) + 1
		}
		class, pages, _ := strings.Cut(one, ":")
		gots = append(gots, [2]string{class, pages})
	}
	paired := map[int]bool{}
	a := report.Alignment{Path: "packet"}
	for w, one := range strings.Fields(strings.ReplaceAll(truth, ": ", ":")) {
		class, pages, _ := strings.Cut(one, ":")
		wants = append(wants, [2]string{class, pages})
		for i, name := range []string{"class", "pages"} {
			f := report.Field{Path: fmt.Sprintf("packet[%d].%s", w, name), Attribute: "packet[]." + name, WantIndex: []int{w}, Want: text(wants[w][i]), Outcome: metrics.Missing}
			if g := partner[w] - 1; g >= 0 {
				f.GotIndex, f.Got, f.Outcome = []int{g}, text(gots[g][i]), metrics.Wrong
				if gots[g][i] == wants[w][i] {
					f.Outcome = metrics.Match
				}
				paired[g] = true
			}
			c.Fields = append(c.Fields, f)
		}
		if partner[w] > 0 {
			a.Paired++
		} else {
			a.OnlyWant++
		}
	}
	for g := range gots {
		if paired[g] {
			continue
		}
		a.OnlyGot++
		for i, name := range []string{"class", "pages"} {
			c.Fields = append(c.Fields, report.Field{Path: fmt.Sprintf("packet[%d].%s", g, name), Attribute: "packet[]." + name, GotIndex: []int{g}, Got: text(gots[g][i]), Outcome: metrics.Invented})
		}
	}
	c.Alignments = []report.Alignment{a}
	return c
}

func TestTexts(t *testing.T) {
	for _, test := range []struct {
		name, truth, answer   string
		wantTruth, wantAnswer string
		mistakes              []string
	}{
		{"right", "invoice:1-3 letter:4", "letter:4=1 invoice:1-3=0", "invoice 1–3 | letter 4", "invoice 1–3 | letter 4", nil},
		{"cut", "invoice:1-3 letter:4", "invoice:1-2=0 invoice:3 letter:4=1", "invoice 1–3 | letter 4", "invoice 1–2 | invoice 3 | letter 4",
			[]string{"invoice 1–3 is cut in two after page 2"}},
		{"cut twice", "invoice:1-9", "invoice:1-5=0 invoice:6 invoice:7-9", "invoice 1–9", "invoice 1–5 | invoice 6 | invoice 7–9",
			[]string{"invoice 1–9 is cut in 3 after pages 5, 6"}},
		{"cut, with a page between that is nowhere", "invoice:1-3", "invoice:1=0 invoice:3", "invoice 1–3", "invoice 1 | invoice 3",
			[]string{"invoice 1–3 is cut in two after page 1", "page 2 of invoice 1–3: in no section of the answer"}},
		{"joined, and so of a wrong class", "letter:4 note:5-6", "letter:4-6=1", "letter 4 | note 5–6", "letter 4–6",
			[]string{"letter 4 and note 5–6 are joined", "note 5–6 is classed as letter"}},
		{"missing and invented", "invoice:1 letter:2", "invoice:1=0 memo:8-9", "invoice 1 | letter 2", "invoice 1 | memo 8–9",
			[]string{"letter 2 is missing", "memo 8–9 is invented"}},
		{"a page too many", "invoice:1", "invoice:1-2=0", "invoice 1", "invoice 1–2",
			[]string{"page 2 of invoice 1–2 in the answer: in no section of the truth"}},
		{"a page in two sections", "invoice:1-3 letter:4-5", "invoice:1-3=0 letter:3-5=1", "invoice 1–3 | letter 4–5", "invoice 1–3 | letter 3–5",
			[]string{"invoice 1–3 and letter 4–5 are joined", "page 3 is in two sections of the answer: invoice 1–3 and letter 3–5"}},
		{"every division at once", "invoice:1-2 letter:3", "invoice:1-2=0 letter:3=1 memo:1 memo:1-3", "invoice 1–2 | letter 3", "invoice 1–2 | memo 1 | memo 1–3 | letter 3",
			[]string{
				"invoice 1–2 and letter 3 are joined", "page 1 is in 3 sections of the answer: invoice 1–2 and memo 1 and memo 1–3",
				"page 2 is in two sections of the answer: invoice 1–2 and memo 1–3", "page 3 is in two sections of the answer: letter 3 and memo 1–3",
			}},
		{"a section twice", "invoice:1-2", "invoice:1-2=0 invoice:1-2", "invoice 1–2", "invoice 1–2 | invoice 1–2",
			[]string{"pages 1–2 are in two sections of the answer: invoice 1–2 and invoice 1–2"}},
		{"around another", "invoice:1-2,5 letter:3-4", "invoice:1-2,5=0 letter:3-4=1", "invoice 1–2,5 | letter 3–4", "invoice 1–2,5 | letter 3–4", nil},
		{"pages that cannot be read", "invoice:1", "invoice:1=0 memo:x", "invoice 1", "invoice 1 | memo (no pages)", nil},
		{"no answer", "invoice:1", "", "invoice 1", "no sections", []string{"invoice 1 is missing"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			all := traits.PacketsOf(packetRecord(test.truth, test.answer))
			require.Len(t, all, 1)
			p := all[0]
			assert.Equal(t, test.wantTruth, p.Truth(0))
			assert.Equal(t, test.wantAnswer, p.Answer(0))
			assert.Equal(t, test.mistakes, p.Mistakes())
			assert.Empty(t, p.Note())
		})
	}
}

// A line is as long as there is room, and says how much it leaves out.
func TestTextsAreCut(t *testing.T) {
	p := traits.PacketsOf(packetRecord("invoice:1-3 letter:4 note:5-6 memo:7", ""))[0]
	assert.Equal(t, "invoice 1–3 | letter 4 | note 5–6 | memo 7", p.Truth(42))
	assert.Equal(t, "invoice 1–3 | letter 4 | … 2 more", p.Truth(41))
	assert.Equal(t, "invoice 1–3 | … 3 more", p.Truth(25))
	for cells := 1; cells < 50; cells++ {
		assert.NotEmpty(t, p.Truth(cells))
	}
}

// Where there is no room for all, neighbours that are right are counted.
func TestWhatIsRightIsCut(t *testing.T) {
	p := traits.PacketsOf(packetRecord("a:1 b:2 c:3 d:4-5 e:6 f:7", "a:1=0 b:2=1 c:3=2 d:4=3 d:5 e:6=4 x:7=5"))[0]
	assert.Equal(t, "a 1 | b 2 | c 3 | d 4–5 | e 6 | f 7", p.Truth(35))
	assert.Equal(t, "… 3 right | d 4–5 | e 6 | f 7", p.Truth(34))
	assert.Equal(t, "… 3 right | d 4 | d 5 | e 6 | x 7", p.Answer(34))
	assert.Equal(t, []string{
		"truth   … 3 right | d 4–5 | e 6 | f 7",
		"answer  … 3 right | d 4 | d 5 | e 6 | x 7",
		"d 4–5 is cut in two after page 4; … 1 more",
	}, p.Lines(42))
	for _, line := range p.Lines(38) {
		assert.LessOrEqual(t, words.Width(line), 38)
	}
}

// What the record does not keep is not shown as missing.
func TestSectionsThatAreNotKept(t *testing.T) {
	c := packetRecord("invoice:1-3 letter:4", "invoice:1-3=0 letter:4=1")
	c.Fields, c.MoreFields = c.Fields[:2], 2
	p := traits.PacketsOf(c)[0]
	assert.Equal(t, "invoice 1–3", p.Truth(0))
	assert.Empty(t, p.Mistakes())
	assert.Equal(t, "2 more sections not shown: the record does not keep all pages", p.Note())

	c = packetRecord("invoice:1-3 letter:4", "invoice:1-3=0")
	c.Fields[1].Cut = true
	p = traits.PacketsOf(c)[0]
	assert.Empty(t, p.Mistakes(), "letter 4 may be in the section of the answer whose pages are cut")
	assert.Equal(t, "2 more sections not shown: the record does not keep all pages", p.Note())

	// Sections of 100,000 pages each are not drawn without end.
	p = traits.PacketsOf(packetRecord("a:1-100000 b:100001-200000", ""))[0]
	assert.Len(t, p.Pages, 100_000)
	assert.Equal(t, 1, p.Unkept)
}

func TestWithheldValuesAreNotShown(t *testing.T) {
	classes := packetRecord("invoice:1-3 letter:4", "invoice:1-4=0")
	for i := range classes.Fields {
		if f := &classes.Fields[i]; f.Attribute == "packet[].class" {
			f.Got, f.Want = nil, nil
		}
	}
	p := traits.PacketsOf(classes)[0]
	assert.Equal(t, "section 1–3 | section 4", p.Truth(0))
	assert.Equal(t, []string{"section 1–3 and section 4 are joined"}, p.Mistakes())

	wrong := packetRecord("invoice:1-3", "letter:1-3=0")
	wrong.Fields[0].Got, wrong.Fields[0].Want = nil, nil
	p = traits.PacketsOf(wrong)[0]
	assert.Equal(t, []string{"section 1–3 has the wrong class"}, p.Mistakes())

	hashed := packetRecord("invoice:1-3", "letter:1-3=0")
	for i := range hashed.Fields {
		hashed.Fields[i].Got, hashed.Fields[i].Want = json.RawMessage(`"hmac:0123456789abcdef"`), json.RawMessage(`"hmac:fedcba9876543210"`)
	}
	p = traits.PacketsOf(hashed)[0]
	assert.Empty(t, p.Pages)
	assert.Equal(t, []string{"the record withholds pages"}, p.Lines(0))
}

// A list with values called class and pages is a list.
func TestOtherListsAreNotPackets(t *testing.T) {
	c := packetRecord("invoice:1-3", "invoice:1-3=0")
	c.Counts = c.Counts[:4]
	assert.Empty(t, traits.PacketsOf(c))
}

func TestPagesOfAPacket(t *testing.T) {
	p := traits.PacketsOf(packetRecord("invoice:1-2 letter:3", "invoice:1=0 letter:2-3=1"))[0]
	assert.Equal(t, []sections.Page{{Number: 1, Got: 0, Want: 0}, {Number: 2, Got: 1, Want: 0, GotStart: true}, {Number: 3, Got: 1, Want: 1, WantStart: true}}, p.Pages)
	assert.Equal(t, "packet[].class", p.Class)
	assert.Equal(t, []int{0, 1}, []int{p.Want[0].Partner, p.Want[1].Partner})
	assert.Equal(t, []int{2, 3}, p.Want[1].Leaves)
}
