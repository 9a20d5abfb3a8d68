package internal_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

// record returns a case whose sections, "invoice 1-3", are paired by their places; "" is none.
func packetCase(truth, answer []string) *report.Case {
	c := &report.Case{ID: "scan"}
	for _, name := range []string{"packet[]", "packet[].class", "packet[].pages", "packet.pages", "packet.starts"} {
		c.Counts = append(c.Counts, metrics.Row{Attribute: name, Items: name == "packet[]"})
	}
	for i := range max(len(truth), len(answer)) {
		for part, name := range []string{"class", "pages"} {
			f := report.Field{Path: fmt.Sprintf("packet[%d].%s", i, name), Attribute: "packet[]." + name, Outcome: metrics.Wrong}
			add := func(of []string, index *[]int, value *json.RawMessage) {
				if i < len(of) && of[i] != "" {
					at := strings.LastIndexByte(of[i], ' ')
					*index, *value = []int{i}, marshal([]string{of[i][:at], of[i][at+1:]}[part])
				}
			}
			add(truth, &f.WantIndex, &f.Want)
			add(answer, &f.GotIndex, &f.Got)
			switch {
			case string(f.Got) == string(f.Want):
				f.Outcome = metrics.Match
			case f.Got == nil:
				f.Outcome = metrics.Missing
			case f.Want == nil:
				f.Outcome = metrics.Invented
			}
			c.Fields = append(c.Fields, f)
		}
	}
	return c
}

func marshal(text string) json.RawMessage {
	b, _ := json.Marshal(text)
	return b
}

// drawing returns the rows of a strip in brackets: a run as its columns, the classes of its style and its label.
func drawing(t *testing.T, c *report.Case, lists ...report.ClassList) (rows []string) {
	t.Helper()
	html := string(figures.Strip(c, lists, "#case=scan"))
	d := xml.NewDecoder(strings.NewReader(strings.ReplaceAll(html, "&", "&amp;")))
	d.Strict = true
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else {
			require.NoError(t, err, html)
		}
	}
	cell := regexp.MustCompile(`<td(?: colspan="(\d+)")? class="([^"]*)"[^>]*>(?:<a[^>]*>)?([^<]*)`)
	for _, row := range regexp.MustCompile(`<tr.*?</tr>`).FindAllString(html, -1)[3:] { // the first three name the sides
		text := ""
		for _, m := range cell.FindAllStringSubmatch(row, -1) {
			text += "[" + strings.Join(strings.Fields(m[1]+" "+m[2]+" "+m[3]), " ") + "]"
		}
		rows = append(rows, text)
	}
	return rows
}

func TestStrip(t *testing.T) {
	classes := report.ClassList{Attribute: "packet[].class", Names: []string{"invoice", "letter", "note"}, Declared: true}
	for _, test := range []struct {
		name          string
		truth, answer []string
		want          []string
	}{
		{"right", []string{"invoice 1-3", "letter 4"}, []string{"invoice 1-3", "letter 4"}, []string{
			"[3 k0 begins ends invoice][1 k1 begins ends letter]",
			"[3 k0 begins ends invoice][1 k1 begins ends letter]",
			"[1][2][3][4]"}},
		{"cut", []string{"invoice 1-3"}, []string{"invoice 1-2", "invoice 3"}, []string{
			"[3 k0 begins ends invoice]",
			"[2 k0 begins ends invoice][1 k0 begins ends cut invoice]",
			"[1][2][cut 3]"}},
		{"joined, so that a page has the wrong class", []string{"letter 4", "note 5-6"}, []string{"letter 4-6"}, []string{
			"[1 k1 begins ends letter][2 k2 begins ends note]",
			"[1 k1 begins letter][2 k1 ends wrong joined ≠ letter]",
			"[4][joined 5][6]"}},
		{"missing and invented, far from each other", []string{"letter 1"}, []string{"", "memo 8"}, []string{
			"[1 k1 begins ends letter][gap][1 none begins ends –]",
			"[1 none begins ends –][gap][1 plain begins ends memo]",
			"[1][⋯][8]"}},
		{"around another", []string{"invoice 1,3", "letter 2"}, []string{"invoice 1,3", "letter 2"}, []string{
			"[1 k0 begins ends invoice][1 k1 begins ends letter][1 k0 begins ends invoice]",
			"[1 k0 begins ends invoice][1 k1 begins ends letter][1 k0 begins ends invoice]",
			"[1][2][3]"}},
		{"a run goes on in the next part", []string{"note 1-12"}, []string{"note 1-12"}, []string{
			"[10 k2 begins note]", "[10 k2 begins note]", "[1][2][3][4][5][6][7][8][9][10]",
			"[2 k2 ends note]", "[2 k2 ends note]", "[11][12]"}},
		{"a long run of a long packet is folded", []string{"note 1-61"}, []string{"note 1-61"}, []string{
			"[4 k2 begins ends note]", "[4 k2 begins ends note]", "[1][2][⋯][61]"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, drawing(t, packetCase(test.truth, test.answer), classes))
		})
	}
}

// A section leads to its values by its index in the truth, or, where the answer alone has it, in the answer. The keyboard stops
// once at each section.
func TestSectionsLeadToTheirValues(t *testing.T) {
	html := string(figures.Strip(packetCase([]string{"letter 4", "note 5-16"}, []string{"letter 4", "note 5-16", "memo 1-3"}), nil, "#set=a&case=scan"))
	var links []string
	for _, m := range regexp.MustCompile(`href="([^"]*)" aria-label="([^"]*)"`).FindAllStringSubmatch(html, -1) {
		links = append(links, m[1]+" "+m[2])
	}
	assert.ElementsMatch(t, []string{
		"#set=a&amp;case=scan&amp;at=packet%5B0%5D truth: letter 4", "#set=a&amp;case=scan&amp;at=packet%5B0%5D answer: letter 4",
		"#set=a&amp;case=scan&amp;at=packet%5B1%5D truth: note 5–16", "#set=a&amp;case=scan&amp;at=packet%5B1%5D answer: note 5–16",
		"#set=a&amp;case=scan&amp;at=got+packet%5B2%5D answer: memo 1–3",
	}, links)
	assert.Contains(t, html, `<span class="sr">Truth: letter 4 | note 5–16. Answer: memo 1–3 | letter 4 | note 5–16.</span>`)
}

// A packet without end has a strip with an end.
func TestLongPackets(t *testing.T) {
	var truth []string
	for i := range 400 {
		truth = append(truth, fmt.Sprintf("letter %d-%d", 5*i+1, 5*i+5))
	}
	c := packetCase(truth, truth)
	html := string(figures.Strip(c, nil, ""))
	assert.Contains(t, html, "pages from 1001 on are not drawn")
	assert.Contains(t, html, ">1000<")
	assert.NotContains(t, html, ">1001<")
}

func TestNamesAreEscaped(t *testing.T) {
	html := figures.Strip(packetCase([]string{`<script>&"' 1`}, []string{`<script>&"' 1`}), nil, template.URL(`#case=<b>"`))
	assert.NotContains(t, html, "<script>")
	assert.NotContains(t, html, `<b>"`)
}

func TestNoClassIsShownThatIsWithheld(t *testing.T) {
	c := packetCase([]string{"invoice 1-2"}, []string{"letter 1-2"})
	c.Fields[0].Got, c.Fields[0].Want = nil, nil
	assert.Equal(t, []string{"[2 plain begins ends section]", "[2 plain begins ends section]", "[1][2]"}, drawing(t, c))
}

func TestOtherCasesHaveNoStrip(t *testing.T) { assert.Empty(t, figures.Strip(&report.Case{}, nil, "")) }
