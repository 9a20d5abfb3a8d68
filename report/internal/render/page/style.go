package page

import (
	"bufio"
	"fmt"
	"html/template"
	"io"
)

// Sheet is a smaller page that looks as the one of a report does, for packages below.
type Sheet struct {
	style, script, policy string
	template              *template.Template
}

// NewSheet takes a template with the name "body", for the text between the head and the end, and the rules that
// the style sheet adds to the page's own. With sorted a click on a heading sorts tables of
// class sortable; cells with another key than their text have it in data-v.
func NewSheet(markup, style string, sorted bool) *Sheet {
	s := &Sheet{style: pageStyle + style}
	if sorted {
		s.script = scriptOf([]string{"tables"})
	}
	s.policy = policy(s.style, s.script)
	s.template = template.Must(template.Must(template.New("").ParseFS(templates, "templates/head.tmpl")).Parse(markup))
	return s
}

// Write writes the page with the data of its template.
func (s *Sheet) Write(w io.Writer, title string, view any) error {
	b := bufio.NewWriter(w)
	if err := s.template.ExecuteTemplate(b, "sheet", struct {
		Title, Policy string
		Style         template.CSS
		View          any
	}{title, s.policy, template.CSS(s.style), view}); err != nil {
		return err
	}
	if s.script != "" {
		fmt.Fprintf(b, "<script>%s</script>\n", s.script)
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
