package page

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html/template"
	"io"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report/internal/render/figures"
)

// Sheet is a smaller page in the style of the page of a report, for packages below.
type Sheet struct {
	// Tone colours the head: "bad", "warn" or "ok".
	Title, Tone, Footer string
	Head                []view.Block
	// Markup is a template with the name "body", for the text below the head.
	Markup string
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

// Write writes the page with the data of its template.
func (s Sheet) Write(w io.Writer, view any) error {
	style, script := pageStyle+s.Style, ""
	if s.Sorted {
		script = scriptOf([]string{"tables"}, s.Script)
	}
	t := template.Must(template.Must(figures.BlockTemplates().ParseFS(templates, "templates/head.tmpl")).Parse(s.Markup))
	b := bufio.NewWriter(w)
	if err := t.ExecuteTemplate(b, "sheet", struct {
		Sheet
		Policy string
		Style  template.CSS
		View   any
	}{s, policy(style, script), template.CSS(style), view}); err != nil {
		return err
	}
	if s.Data != nil {
		data, err := json.Marshal(s.Data) // without "<"
		if err != nil {
			return err
		}
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
