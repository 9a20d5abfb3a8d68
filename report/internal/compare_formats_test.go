package internal_test

import (
	"encoding/csv"
	"html"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/compare"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page/several"
	"github.com/extracteval/extracteval/testdata/effort"
)

var formats = map[string]func(io.Writer, compare.Report) error{
	"text": func(w io.Writer, r compare.Report) error {
		return compare.WriteText(w, r, view.Screen{})
	},
	"markdown": render.WriteComparedMarkdown, "html": several.WriteCompared, "csv": render.ComparedCSV,
}

func writtenCompared(t *testing.T, format string, r compare.Report) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, formats[format](&b, r))
	return b.String()
}

// hostile are names as nobody gives them, each in every place where a name can stand.
var hostileTexts = []string{
	"--- FAIL: TestX (0.00s)", "\x1b[31mred", "<script>alert(1)</script>", "a|b`c", "=HYPERLINK(\"x\")", "\u202egnp.exe", "::error::x", "@everyone [x](http://x)", "x\ny\r\nz", strings.Repeat("long", 200), "",
}

func TestHostileNames(t *testing.T) {
	for _, name := range effort.Some(6, hostileTexts) {
		labels := func(value string) map[string]string {
			return map[string]string{"model": value + name, "by" + name: name}
		}
		edit := func(c *report.Case) {
			c.ID = name + c.ID
			for i := range c.Fields {
				c.Fields[i].Got = []byte(`"` + strings.Repeat("<b>|", 100) + `\u001b"`)
			}
			costs(0.01, time.Second)(c)
			if strings.HasSuffix(c.ID, "doc-001") {
				c.Status, c.Error = report.Error, name
			}
		}
		dataset := name
		if dataset == "" {
			dataset = "x"
		}
		fields := []string{"f" + name, name}
		r := readCompared(t, allDocuments,
			made{name: name, dataset: dataset, labels: labels("a"), to: 8, fields: fields, wrong: below(4), edit: edit},
			made{name: name + "/x", dataset: dataset, labels: labels("b"), to: 8, fields: fields, edit: edit},
			made{name: name + "/y", dataset: dataset, labels: labels("c"), to: 8, fields: fields, broken: true},
		)
		for format := range formats {
			out := writtenCompared(t, format, r)
			for _, c := range out {
				if unicode.IsControl(c) && c != '\n' || c == '\u202e' {
					t.Errorf("%s of %q has the character %U", format, name, c)
					break
				}
			}
		}

		for line := range strings.Lines(writtenCompared(t, "text", r)) {
			for _, word := range []string{"--- FAIL", "::error", "=== RUN", "ok  "} {
				assert.False(t, strings.HasPrefix(strings.TrimSpace(line), word), line)
			}
		}
		md := writtenCompared(t, "markdown", r)
		spans := regexp.MustCompile("`[^`\n]*`")
		rest := spans.ReplaceAllString(md, "code")
		for _, text := range []string{"<script", "](http", "@everyone", "`"} {
			assert.NotContains(t, rest, text)
		}
		columns := 0
		for line := range strings.Lines(rest) {
			switch n := strings.Count(line, "|"); {
			case n == 0:
				columns = 0
			case columns == 0:
				columns = n
			default:
				assert.Equal(t, columns, n, line)
			}
		}

		rows, err := csv.NewReader(strings.NewReader(writtenCompared(t, "csv", r))).ReadAll()
		require.NoError(t, err)
		for _, row := range rows {
			for _, cell := range row {
				assert.False(t, strings.HasPrefix(cell, "=") || strings.HasPrefix(cell, "@"), cell)
			}
		}

		out := writtenCompared(t, "html", r)
		scripts := 2 // its own, and the data for it
		if name == "" {
			scripts = 1 // an attribute without a name: nothing is compared
		}
		assert.Equal(t, scripts, strings.Count(out, "<script"), "%q", name)
		assert.NotContains(t, out, "<b>|")
	}
}

// references matches everything that a page could load or send.
var references = regexp.MustCompile(`(?i)\b(src|href|action|srcset|data|poster|background)\s*=|url\(|@import|fetch\(|XMLHttpRequest|WebSocket|import\(`)

func TestThePageIsOneFile(t *testing.T) {
	fields := []string{"total", "date"}
	r := readCompared(t, compare.Options{},
		made{name: "cheap", to: 40, fields: fields, wrong: below(20), edit: costs(0.001, time.Second)},
		made{name: "dear", to: 40, fields: fields, edit: costs(0.02, 2*time.Second)},
		made{name: "dearer", to: 40, fields: fields, wrong: below(3), edit: costs(0.03, 2*time.Second)})
	out := writtenCompared(t, "html", r)
	assert.Empty(t, references.FindAllString(out, -1))
	assert.Contains(t, html.UnescapeString(out), "default-src 'none'; style-src 'sha256-")

	tables := regexp.MustCompile(`(?s)<table.*?</table>`).FindAllString(out, -1)
	var rows [][]string
	for _, tr := range regexp.MustCompile(`<tr>.*</tr>`).FindAllString(tables[0], -1) {
		var cells []string
		for _, cell := range regexp.MustCompile(`<t[hd].*?</t[hd]>`).FindAllString(tr, -1) {
			text := html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(cell, " "))
			cells = append(cells, strings.Join(strings.Fields(text), " "))
		}
		rows = append(rows, cells)
	}
	assert.Len(t, tables, 2, "numbers and cases")
	assert.Equal(t, 3, strings.Count(out, "<circle"), "a run each")
	assert.Equal(t, []string{"F1, 95% interval", "cheap", "dear", "dearer"}, rows[0])
	assert.Equal(t, "date", rows[5][0])
	assert.True(t, strings.HasPrefix(rows[5][1], "0.500 "), rows[5][1])
	assert.Equal(t, []string{"cost per case", "$0.001", "$0.02", "$0.03"}, rows[6])
	assert.Contains(t, out, "dearer is dominated by dear")
}

func TestComparedCSV(t *testing.T) {
	r := readCompared(t, compare.Options{},
		made{name: "a", to: 40, fields: []string{"total"}, edit: costs(0.01, time.Second)},
		made{name: "b", to: 40, fields: []string{"total"}, wrong: below(12), edit: costs(0.02, time.Second)},
		made{name: "c", to: 40, fields: []string{"total"}, broken: true})
	rows, err := csv.NewReader(strings.NewReader(writtenCompared(t, "csv", r))).ReadAll()
	require.NoError(t, err)
	column := func(name string) int {
		for i, n := range rows[0] {
			assert.NotContains(t, n, " ")
			if n == name {
				return i
			}
		}
		t.Fatal(name)
		return 0
	}
	find := func(kind, name, run string) []string {
		for _, row := range rows {
			if row[column("kind")] == kind && row[column("name")] == name && row[column("run")] == run {
				return row
			}
		}
		t.Fatalf("no row %s %s %s", kind, name, run)
		return nil
	}
	total := find("field", "total", "a")
	assert.Equal(t, []string{"1", "true", "false", "40"}, []string{total[column("value")], total[column("best")], total[column("open")], total[column("cases")]})
	assert.Equal(t, "false", find("field", "total", "b")[column("best")])
	assert.Equal(t, "0.7", find("pass_rate", "pass rate", "b")[column("value")])
	assert.Equal(t, "0.02", find("usage", "cost per case", "b")[column("value")])
	find("dominated", "a", "b")
	assert.Equal(t, "total", find("case", "doc-000", "b")[column("note")])
	assert.Contains(t, find("not_evaluable", "", "c")[column("note")], "broke off")
}
