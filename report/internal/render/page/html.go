package page

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/diff"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

// Options bound the page. The zero value is the default.
type Options struct {
	// MaxBytes bounds the packed cases of the page, with their pictures: 32 MiB by default. Write leaves out cases that
	// do not fit, the best first, 200 at a time, and the page says how many; the first 200 are always there. MaxBytes
	// does not count the tables (see [Write] for their bounds), the index of the filters, and the first 50 cases, which
	// are in the page a second time, with their pictures, for readers without JavaScript.
	MaxBytes int
	// Comparison, if given, compares this run with an earlier one.
	Comparison *diff.Report
	// Picture opens the picture of a page of a case, a PNG, JPEG or GIF; image is the Image of the [report.Page]. Boxes
	// are drawn over it. Default: pages are blank. A picture of more than 32 MiB, 40 million pixels or, as a JPEG, 64
	// scans is not shown. A picture of more than 150 kB or 1400 pixels on a side becomes a JPEG of at most 1400 pixels.
	// Decoding takes up to 1 GB of memory, one picture at a time. When pictures have taken 20 seconds, Write reads no
	// more of them, and the page says so for the others.
	Picture func(set *render.Set, image string) (io.ReadCloser, error)
	// MaxPictures is how many pictures the page has, for the worst cases. Default 30, none if negative. The page has
	// the pictures of the first 50 cases twice (see MaxBytes).
	MaxPictures int
	// Pages, if given, is called with each shown case, the worst first, before Picture is called for its Pages. It may
	// change the Pages of the case.
	Pages func(set *render.Set, c *report.Case)
	// Text returns the text of the document of a case. The page shows its first 20,000 bytes beside the values, and
	// marks the places of the values. Default: no text is shown. The error fs.ErrNotExist says that a case has no text;
	// the page shows any other error beside the case. Text is called for the worst 1,000 cases, one after the other,
	// but not for a data set whose values are redacted.
	Text func(set *render.Set, c *report.Case) (string, error)
	// Review adds the questions of package review: a panel, and a script that talks only to the server of the page. The page has no
	// pictures: the script asks the server for those of a case that comes into view, see [Papers].
	Review bool
	// Blind, with Review, asks what whole documents have. The page has their ids, and nothing else of the report, which is made by
	// [render.Blank].
	Blind bool
}

const (
	defaultPageBytes   = 32 << 20
	defaultMaxPictures = 30
)

var (
	//go:embed page.css
	pageStyle string
	//go:embed review.css
	reviewStyle string
	//go:embed js/*.js
	scripts embed.FS
	//go:embed templates/*.tmpl
	templates embed.FS
)

var page = sync.OnceValue(func() *template.Template {
	return template.Must(figures.BlockTemplates().ParseFS(templates, "templates/*.tmpl"))
})

// scriptFiles are the parts of the page's script, in order. They share the scope of one function.
var scriptFiles = []string{"address", "tables", "data", "list", "draw", "values", "case", "contents", "keys", "start"}

// scriptOf joins parts of the script, and the script that a smaller page adds.
func scriptOf(files []string, more ...string) string {
	var b strings.Builder
	b.WriteString("\"use strict\";\n(() => {\n")
	for _, name := range files {
		part, err := scripts.ReadFile("js/" + name + ".js")
		if err != nil {
			panic(err) // it is embedded
		}
		b.Write(part)
	}
	for _, part := range more {
		b.WriteString(part)
	}
	b.WriteString("})();\n")
	return b.String()
}

// Write writes a page for people. It says first whether the gates were kept, which cases do not pass, and where to look
// first. For each data set it has the fields with intervals, on a zoomed axis that says so, further metrics, the
// agreement of trials, slices, kinds of mistakes, confidence and history. Last come the cases, the worst first, with
// got and want side by side. A case is one entry, with all its trials inside, the worst first. Data sets that failed
// come first and are open. With a comparison, each number has its earlier value and its change beside it.
//
// Every list of cases, every case and the values of a field over all cases have an
// address, the fragment of the page's URL in names: #set=invoices&field=total&outcome=wrong,
// #set=invoices&case=inv-7. Back and forward work. Keys lead through failures and fields;
// "?" lists the keys.
//
// The page is one file. It loads nothing, sends nothing and needs no server; its
// content security policy allows its own style and script by their hashes and
// nothing else. Without JavaScript it shows all numbers and the first 50 cases;
// with it, all cases that the report holds can be filtered and searched, and those
// that match are printed, up to 1,000. Cases are in the page as gzip, so that 10,000
// of them take a few megabytes.
//
// The page stays readable for any number of fields. For each data set it shows at most 1,000 each of fields (of scores,
// of stability, of the comparison), limits of the gate, and metrics; if there are more, those with mistakes or failures
// come first. It shows 60 fields of confidence, 50 slices, 30 kinds of mistakes and 50 reasons, and counts the rest. A
// filter offers at most 1,000 names, and a case shows 100 tags.
func Write(w io.Writer, r *render.Report, o Options) error {
	if o.MaxBytes <= 0 {
		o.MaxBytes = defaultPageBytes
	}
	o.MaxPictures = cmp.Or(o.MaxPictures, defaultMaxPictures)
	r = inOrder(r, o.Comparison)
	cases, err := packCases(r, o)
	if err != nil {
		return fmt.Errorf("page: cases: %w", err)
	}
	view, name := pageView{Title: "What does this document have?", Static: cases.static, Included: cases.included}, "blank"
	style, files, more := pageStyle+reviewStyle, []string{"review", "form"}, "; connect-src 'self'"
	switch {
	case !o.Review:
		view, name, style, files, more = newPageView(r, cases, o.Comparison), "page", pageStyle, nil, ""
	case !o.Blind:
		view, name, files = newPageView(r, cases, o.Comparison), "reviewed", []string{"review", "decide"}
	}
	script := scriptOf(slices.Insert(slices.Clone(scriptFiles), len(scriptFiles)-1, files...))
	view.Policy, view.Style = policy(style, script)+more, template.CSS(style)
	b := bufio.NewWriter(w)
	if err := page().ExecuteTemplate(b, name, view); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	for i, chunk := range cases.chunks {
		fmt.Fprintf(b, "<script type=\"application/gzip\" id=\"chunk-%d\">%s</script>\n", i, chunk)
	}
	fmt.Fprintf(b, "<script type=\"application/gzip\" id=\"index\">%s</script>\n", cases.index)
	fmt.Fprintf(b, "<script>%s</script>\n</body>\n</html>\n", script)
	if err := b.Flush(); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	return nil
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// Sheet is a smaller page in the style of the page of a report, for packages below.
type Sheet struct {
	// Tone colours the head: "bad", "warn" or "ok".
	Title, Tone, Footer string
	Head, Blocks        []view.Block
	// Style are rules that the sheet adds to the style of the page.
	Style string
	// Sorted says that a click on a heading sorts tables of class sortable. A cell whose key is not its text has the
	// key in data-v.
	Sorted bool
	// Script is added to the script of sorted tables. Data is the data for Script, as JSON in the element with the id
	// "data"; without data there is no such element.
	Script string
	Data   any
}

// Keys returns the keys of the first names in addresses, in the form of the page of a report: the text that is shown
// for a name, with a number after it if an earlier name has the same text.
func Keys(names []string) []string {
	return keysOf(names, func(name string) string { return terminal.Excerpt(name, terminal.MaxName) })
}

// Write writes the page.
func (s Sheet) Write(w io.Writer) error {
	style, script := pageStyle+s.Style, ""
	if s.Sorted {
		script = scriptOf([]string{"tables"}, s.Script)
	}
	b := bufio.NewWriter(w)
	if err := page().ExecuteTemplate(b, "sheet", struct {
		Sheet
		Policy string
		Style  template.CSS
	}{s, policy(style, script), template.CSS(style)}); err != nil {
		return err
	}
	if s.Data != nil {
		data, _ := json.Marshal(s.Data) // without "<"; our own types can always be written
		fmt.Fprintf(b, "<script type=\"application/json\" id=\"data\">%s</script>\n", data)
	}
	if script != "" {
		fmt.Fprintf(b, "<script>%s</script>\n", script)
	}
	fmt.Fprint(b, "</body>\n</html>\n")
	return b.Flush()
}

// policy returns a content security policy that allows a style sheet by its hash. If there is a script, it also allows
// the script by its hash, and pictures that are part of the page. It allows nothing else.
func policy(style, script string) string {
	more := ""
	if script != "" {
		more = fmt.Sprintf(" script-src '%s'; img-src data:;", hashOf(script))
	}
	return fmt.Sprintf("default-src 'none'; style-src '%s';%s base-uri 'none'; form-action 'none'", hashOf(style), more)
}
