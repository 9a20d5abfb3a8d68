package internal_test

import (
	"encoding/csv"
	"html"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

func terminalText(s view.Screen, blocks ...view.Block) string {
	p := view.Page{Blocks: blocks}
	return p.Text(s)
}

func markup(t require.TestingT, blocks ...view.Block) string {
	var b strings.Builder
	require.NoError(t, figures.BlockTemplates().ExecuteTemplate(&b, "blocks", blocks))
	return b.String()
}

// invoiceTable returns the numbers of three fields, as a builder makes them.
func invoiceTable() view.Table {
	t := view.Table{Columns: []view.Column{
		{Name: "field"}, {Name: "F1", Number: true}, {Name: "precision", Number: true, Spare: 1}, {Name: "errored", Number: true}, {Name: "limit"},
	}}
	for _, row := range [][]string{{"total", "0.912", "0.9", "at least 0.95"}, {"vendor", "1.000", "1", ""}, {"lines[]", "0.500", "0.4", ""}} {
		t.Rows = append(t.Rows, view.Row{Cells: append([]view.Cell{view.Name(row[0])}, append(view.Cells(row[1:3]...), view.Count(0), view.Cells(row[3])[0])...)})
	}
	t.Cell(0, "F1").Text[0].Tone = view.Missed
	t.Rows[0].Tone = view.Bad
	t.Cell(2, "field").Text = t.Cell(2, "field").With(view.Span{Text: "items", Tone: view.Dim})
	return t
}

// Each surface picks columns in its own order, under its own titles.
func TestOneTableOnEachSurface(t *testing.T) {
	picked := invoiceTable().Pick("field", "precision=P", "F1", "errored?", "limit?", "no such column")
	assert.Equal(t, `
field            P     F1  limit
total          0.9  0.912  at least 0.95
vendor           1  1.000
lines[] items  0.4  0.500
`, "\n"+terminalText(view.Screen{}, picked))
	assert.Equal(t, "\n| field | F1 | errored |\n|---|--:|--:|\n| `total` | ❌ **0.912** | 0 |\n| `vendor` | 1.000 | 0 |\n| and 1 more | | |\n",
		view.Markdown(invoiceTable().Pick("field", "F1", "errored").First(2)))
	assert.Equal(t, `
<div class="scroll"><table class="sortable"><thead><tr><th scope="col">field</th><th scope="col" class="n">F1</th></tr></thead><tbody>
<tr><th scope="row"><code>lines[]</code> <span class="dim">items</span></th><td class="n">0.500</td></tr>
<tr class="bad"><th scope="row"><code>total</code></th><td class="n"><b>0.912</b></td></tr>
</tbody></table></div>`, markup(t, func() view.Table {
		t := invoiceTable().Choose([]int{2, 0}).Pick("field", "F1")
		t.Class = "sortable"
		return t
	}()))
}

func TestBlocks(t *testing.T) {
	blocks := []view.Block{
		view.Heading{Text: view.Plain("Kinds of mistakes"), Join: "in", Of: "invoices", Note: view.Plain("worst first")},
		view.Sentence{Text: view.Plain("one of 2"), Tone: view.Dim},
		view.List{Items: []view.Text{view.Code("a|b"), view.Quote("field `x` is *odd*")}, Class: "preflight"},
		view.Fold{Summary: view.Plain("error ·").With(view.Span{Text: "a<b", Code: true}), Blocks: []view.Block{view.Sentence{Text: view.Plain("why")}}},
		view.Figure{Markup: "a picture & more"},
	}
	assert.Equal(t, "\n**Kinds of mistakes in `invoices`**, worst first\n\none of 2\n\n- `a\\u007cb`\n- `field \\u0060x\\u0060 is *odd*`\n\n"+
		"<details><summary>error · <code>a&#60;b</code></summary>\n\nwhy\n\n</details>\n\n", view.Markdown(blocks...))
	assert.Equal(t, "\nkinds of mistakes, worst first\none of 2\n- a|b\n- field `x` is *odd*\nerror · a<b\nwhy\n", terminalText(view.Screen{}, blocks...))
	assert.Equal(t, "\n<h3>Kinds of mistakes <span class=\"dim\">worst first</span></h3>\n<p class=\"dim\">one of 2</p>\n"+
		"<ul class=\"preflight\"><li><code>a|b</code></li><li>field `x` is *odd*</li></ul>\n"+
		"<details><summary>error · <code>a&lt;b</code></summary>\n<p>why</p></details>\na picture &amp; more", markup(t, blocks...))
	assert.Contains(t, markup(t, view.Sentence{Text: view.Text{{Text: "x", Link: "#case=1"}}}), `<a href="#case=1">x</a>`)
	assert.Contains(t, markup(t, view.Sentence{Text: view.Text{{Text: "x", Link: "javascript:alert(1)"}}}), `<a href="#">x</a>`)
}

// Any text of others is a text on every surface: it ends no line, no cell and no code span, and is no markup.
func TestAnyTextIsSafe(t *testing.T) {
	cell := regexp.MustCompile("^\\| (\\(empty\\)|`[^`|]*`) \\| ([^|]*) \\|$")
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"`", "|", "<b>x", "\x1b[31m", "a\nb", "::error::x", "--- FAIL: x", "=1+1", "\u202e", "\xff", "javascript:x"})).Draw(t, "name")
		table := view.Table{Columns: []view.Column{{Name: "name"}, {Name: "text"}}, Rows: []view.Row{{Cells: []view.Cell{view.Name(name), {Text: view.Quote(name)}}}}}
		screen := terminalText(view.Screen{}, table)
		assert.Equal(t, 2, strings.Count(screen, "\n"), "%q", screen)
		assert.Empty(t, unseenText(screen))
		line := strings.Split(view.Markdown(table), "\n")
		require.Len(t, line, 5)
		assert.Regexp(t, cell, line[3])
		assert.Empty(t, unseenText(line[3]))
		page := markup(t, table)
		rest := regexp.MustCompile(`</?(div|table|thead|tbody|tr|th|td|code)( class="scroll"| scope="(col|row)")?>`).ReplaceAllString(page, "")
		assert.NotContains(t, rest, "<")
		assert.Empty(t, unseenText(rest))
		own := view.Markdown(view.Table{Columns: []view.Column{{Name: "name"}}, Rows: []view.Row{{Cells: view.Cells(name)}}})
		assert.Len(t, strings.Split(own, "\n"), 5)
		assert.NotRegexp(t, "(^|[^\\\\])(\\\\\\\\)*[`*_\\[\\]]|(^|[^\\\\])<[A-Za-z/!?]", strings.TrimPrefix(own, "\n| name |\n|---|\n")[1:], "our own words are no markup, either")
		var b strings.Builder
		data := view.NewCSV(&b, "name")
		data.Row(map[string]string{"name": name})
		require.NoError(t, data.End())
		if strings.TrimSpace(name) == "" {
			return // csv.Reader skips an empty line
		}
		rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
		require.NoError(t, err)
		require.Len(t, rows, 2)
		assert.NotContains(t, "=+-@", rows[1][0][:1])
		assert.Contains(t, []string{words.Visible(name), "'" + words.Visible(name)}, rows[1][0])
	})
}

// The cells of a table are the same on all surfaces.
func TestCellsAreTheSame(t *testing.T) {
	word := rapid.StringMatching(`[a-z][a-z0-9.]{0,8}`)
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.SliceOfNDistinct(word, 2, 6, rapid.ID[string]).Draw(t, "columns")
		rows := [][]string{columns}
		for range rapid.IntRange(1, 5).Draw(t, "rows") {
			rows = append(rows, rapid.SliceOfN(word, len(columns), len(columns)).Draw(t, "row"))
		}
		table := view.TableOf(rows)
		var screen, markdown, page [][]string
		for line := range strings.Lines(terminalText(view.Screen{}, table)) {
			screen = append(screen, strings.Fields(line))
		}
		for line := range strings.Lines(view.Markdown(table)) {
			if cells := strings.Fields(strings.ReplaceAll(line, "|", " ")); len(cells) > 0 && !strings.HasPrefix(cells[0], "--") {
				markdown = append(markdown, cells)
			}
		}
		for _, row := range regexp.MustCompile(`<tr>(.*?)</tr>`).FindAllStringSubmatch(markup(t, table), -1) {
			page = append(page, strings.Fields(html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(row[1], " "))))
		}
		assert.Equal(t, rows, screen)
		assert.Equal(t, rows, markdown)
		assert.Equal(t, rows, page)
		width := rapid.IntRange(20, 60).Draw(t, "width")
		for line := range strings.Lines(terminalText(view.Screen{Width: width}, table)) {
			assert.LessOrEqual(t, words.Width(strings.TrimSuffix(line, "\n")), width, "%q", line)
		}
	})
}

// unseen returns the characters that a reader would not see, or that change the text he sees.
func unseenText(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsGraphic(r) {
			return -1
		}
		return r
	}, text)
}

// A delta, an interval and a remark are data of a cell or a row; each surface shows them in its own way.
func TestNumbersWithIntervalsAndDeltas(t *testing.T) {
	ratio := func(v float64) view.Ratio { return view.Ratio{Value: v, Defined: true} }
	table := view.TableOf([][]string{{"field", "F1", "interval"}, {"total", "0.900", "≈0.850–0.950"}, {"vendor", "1.000", ""}})
	table.Cell(0, "F1").Delta = &view.Delta{Was: view.Plain("0.950"), Change: view.Plain("−5.0")}
	table.Cell(0, "interval").Interval = &view.Interval{Label: "≈0.850–0.950", Value: ratio(0.9), Low: ratio(0.85), High: ratio(0.95), Limit: ratio(0.95), Approximate: true, Missed: true}
	table.Rows[0].Remark, table.Rows[0].Tone = "below all", view.Bad
	assert.Equal(t, `
field      F1    was  change      interval
total   0.900  0.950    −5.0  ≈0.850–0.950  below all
vendor  1.000
`, "\n"+terminalText(view.Screen{}, table))
	assert.Contains(t, view.Markdown(table), "\n| total | 0.900 | 0.950 | −5.0 | ≈0.850–0.950 | below all |\n")
	page := markup(t, table)
	assert.Contains(t, page, `<th scope="col" class="nosort axis" data-title="0.8 – 1, zoomed"><span class="what">zoomed, interval</span>`)
	assert.Contains(t, page, `<td class="n">0.950</td><td class="n">−5.0</td><td><svg class="bar" role="img" width="160" height="14" aria-label="interval ≈0.850–0.950">`)
	assert.Contains(t, page, `<rect class="interval bad" x="25%" y="3" width="50%" height="8" rx="2"/><circle class="value bad" cx="50%" cy="7" r="3.5"/><line class="limit" x1="75%"`)
	assert.Contains(t, page, `</svg> <span class="dim">≈</span></td><td><span class="badge bad">below all</span></td></tr>`)

	cards := table.Choose([]int{0}).Pick("field", "F1")
	cards.Cards = true
	assert.Contains(t, markup(t, cards), `<li><span class="label">total</span><b class="value">0.900</b><span class="sub">was 0.950, −5.0</span></li>`)
}

func TestPartsAndFolds(t *testing.T) {
	fold := view.Fold{Heading: view.Heading{Level: 2, Text: view.Plain("invoices").With(view.Span{Text: "passed", Badge: true, Tone: view.Good})}, Summary: view.Plain("8 cases"),
		Blocks: []view.Block{view.Note("why")}, Open: true, Class: "set", Key: "invoices"}
	part := view.Part{ID: "sets", Heading: view.Heading{Level: 2, Text: view.Plain("Data sets")}, Blocks: []view.Block{fold}}
	assert.Equal(t, "\nData sets\ninvoices passed 8 cases\nwhy\n", terminalText(view.Screen{}, part))
	assert.Equal(t, "\n## Data sets\n\n<details open><summary>invoices passed 8 cases</summary>\n\nwhy\n\n</details>\n", view.Markdown(part))
	assert.Equal(t, `
<section id="sets" aria-labelledby="sets-h"><h2 id="sets-h">Data sets</h2>
<details class="set" data-set="invoices" open><summary><h2>invoices <span class="badge ok">passed</span></h2> 8 cases</summary>
<p class="dim">why</p></details></section>`, markup(t, part))
}
