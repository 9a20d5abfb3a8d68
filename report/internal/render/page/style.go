package page

import (
	"bufio"
	"fmt"
	"html/template"
	"io"
)

// Sheet is a smaller page that looks as the one of a report does, for packages below.
type Sheet struct {
	// Markup is a template with the name "body", for the text between the head and the end.
	Markup string
	// Style are the rules that the style sheet adds to the page's own.
	Style string
	// Sorted: a click on a heading sorts tables of class sortable; cells with another key than their text have it in data-v.
	Sorted bool
}

// Write writes the page with the data of its template.
func (s Sheet) Write(w io.Writer, title string, view any) error {
	style, script := pageStyle+s.Style, ""
	if s.Sorted {
		script = scriptOf([]string{"tables"})
	}
	t := template.Must(template.Must(template.New("").ParseFS(templates, "templates/head.tmpl")).Parse(s.Markup))
	b := bufio.NewWriter(w)
	if err := t.ExecuteTemplate(b, "sheet", struct {
		Title, Policy string
		Style         template.CSS
		View          any
	}{title, policy(style, script), template.CSS(style), view}); err != nil {
		return err
	}
	if script != "" {
		fmt.Fprintf(b, "<script>%s</script>\n", script)
	}
	fmt.Fprint(b, "</body>\n</html>\n")
	return b.Flush()
}

// policy is a content security policy that allows a style sheet by its hash, a script, if there
// is one, by its own, with pictures that are part of the page, and nothing else.
func policy(style, script string) string {
	more := ""
	if script != "" {
		more = fmt.Sprintf(" script-src '%s'; img-src data:;", hashOf(script))
	}
	return fmt.Sprintf("default-src 'none'; style-src '%s';%s base-uri 'none'; form-action 'none'", hashOf(style), more)
}
