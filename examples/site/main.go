// Command site makes a site of static pages from what the repository has: its documents, the help of the command, the
// stories of the examples, the schemas, and the report of examples/invoices.
//
//	go run . -o DIR
//
// Links between documents become links between pages, and all others lead to the repository. The search of a page reads
// search.json, which has the text of each page.
package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html"
	"html/template"
	"log"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
)

const repository = "https://github.com/extracteval/extracteval/blob/main/"

// page is a page of the site.
type page struct {
	Name  string // the file, "examples/why.html"
	Group string // its heading in the contents
	Title string
	from  string // the document in the repository, by which relative links are resolved
	body  []byte // HTML
}

// site is a repository and the pages that are made from it.
type site struct {
	root    string
	command string // evalreport, built from the repository
	pages   []page
}

func main() {
	out := flag.String("o", "site", "write the site into this `folder`")
	root := flag.String("root", "../..", "the `folder` of the repository")
	report := flag.Bool("report", true, "run examples/invoices, and put its report on the first page")
	flag.Parse()
	log.SetFlags(0)
	s := &site{root: *root}
	if err := s.build(*out, *report); err != nil {
		log.Fatal(err)
	}
}

// build collects the pages and writes them.
func (s *site) build(out string, report bool) error {
	folder, err := os.MkdirTemp("", "site")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	s.command = filepath.Join(folder, "evalreport.exe")
	if _, err := s.run("go", "build", "-o", s.command, "./report/cmd/evalreport"); err != nil {
		return err
	}
	for _, doc := range []struct{ file, name, group, title string }{
		{"README.md", "index.html", "extracteval", "extracteval"},
		{"report/cmd/evalreport/ENDINGS.md", "endings.html", "reference", "How a run ends"},
		{"report/cmd/evalreport/ASSURED.md", "assured.html", "reference", "What is assured"},
		{"BENCHMARKS.md", "benchmarks.html", "reference", "Benchmarks"},
		{"CHANGELOG.md", "changelog.html", "reference", "Changelog"},
	} {
		if err := s.document(doc.file, doc.name, doc.group, doc.title); err != nil {
			return err
		}
	}
	stories, err := filepath.Glob(filepath.Join(s.root, "examples", "*", "README.md"))
	if err != nil {
		return err
	}
	for _, story := range stories {
		name := filepath.Base(filepath.Dir(story))
		if err := s.document("examples/"+name+"/README.md", "examples/"+name+".html", "stories", ""); err != nil {
			return err
		}
	}
	if err := s.help(); err != nil {
		return err
	}
	if err := s.write(out, report); err != nil {
		return err
	}
	if err := s.files(out); err != nil || !report {
		return err
	}
	return s.report(out, filepath.Join(folder, "run"))
}

var heading = regexp.MustCompile(`(?m)^# (.+)$`)

// document adds a page for a document in Markdown; its title is its first heading, if title is empty.
func (s *site) document(file, name, group, title string) error {
	text, err := os.ReadFile(filepath.Join(s.root, file))
	if err != nil {
		return err
	}
	if first := heading.FindSubmatch(text); first != nil {
		title = cmp.Or(title, strings.ReplaceAll(string(first[1]), "`", ""))
	}
	var b bytes.Buffer
	markdown := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	if err := markdown.Convert(text, &b); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	s.pages = append(s.pages, page{Name: name, Group: group, Title: title, from: file, body: b.Bytes()})
	return nil
}

// evalreport runs the command in the repository.
func (s *site) evalreport(args ...string) ([]byte, error) {
	return s.run(s.command, args...)
}

func (s *site) run(name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = s.root
	text, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", filepath.Base(name), strings.Join(args, " "), err)
	}
	return text, nil
}

var commandOfHelp = regexp.MustCompile(`(?m)^[a-z ]{7} ([a-z]+) {2,}`)

// help adds a page for each command.
func (s *site) help() error {
	list, err := s.evalreport("help")
	if err != nil {
		return err
	}
	add := func(name string, text []byte) {
		s.pages = append(s.pages, page{
			Name: "help/" + name + ".html", Group: "commands", Title: "evalreport " + name, from: "report/cmd/evalreport/doc.go",
			body: []byte("<h1>evalreport " + name + "</h1>\n<pre>" + html.EscapeString(string(text)) + "</pre>\n"),
		})
	}
	add("help", list)
	for _, name := range commandOfHelp.FindAllSubmatch(list, -1) {
		text, err := s.evalreport("help", string(name[1]))
		if err != nil {
			return err
		}
		add(string(name[1]), text)
	}
	return nil
}

var link = regexp.MustCompile(`(href|src)="([^"]+)"`)

// resolved returns the body of a page with its links: to another page, to a picture that is copied, or to the repository.
func (s *site) resolved(p page, pictures map[string]bool) string {
	return link.ReplaceAllStringFunc(string(p.body), func(text string) string {
		parts := link.FindStringSubmatch(text)
		target, err := url.Parse(html.UnescapeString(parts[2]))
		if err != nil || target.IsAbs() || target.Path == "" {
			return text
		}
		file := path.Join(path.Dir(p.from), target.Path)
		up := strings.Repeat("../", strings.Count(p.Name, "/"))
		i := slices.IndexFunc(s.pages, func(other page) bool { return other.from == file || other.from == file+"/README.md" })
		switch {
		case parts[1] == "src":
			pictures[file] = true
			target.Path = up + "pictures/" + path.Base(file)
		case i >= 0:
			target.Path = up + s.pages[i].Name
		default:
			return fmt.Sprintf(`%s="%s"`, parts[1], html.EscapeString(repository+file))
		}
		return fmt.Sprintf(`%s="%s"`, parts[1], html.EscapeString(target.String()))
	})
}

//go:embed page.tmpl
var layout string

var tag = regexp.MustCompile(`<[^>]*>`)

// write writes the pages and the index of the search.
func (s *site) write(out string, report bool) error {
	layout, err := template.New("page").Parse(layout)
	if err != nil {
		return err
	}
	type entry struct{ Name, Title, Text string }
	var index []entry
	pictures := map[string]bool{}
	for _, p := range s.pages {
		body := s.resolved(p, pictures)
		text := html.UnescapeString(tag.ReplaceAllString(body, " "))
		index = append(index, entry{p.Name, p.Title, strings.Join(strings.Fields(text), " ")})
		var b bytes.Buffer
		err := layout.Execute(&b, map[string]any{
			"Page": p, "Body": template.HTML(body), "Pages": s.pages, "Up": strings.Repeat("../", strings.Count(p.Name, "/")),
			"Report": report && p.Name == "index.html",
		})
		if err != nil {
			return err
		}
		if err := writeFile(out, p.Name, b.Bytes()); err != nil {
			return err
		}
	}
	for file := range pictures {
		data, err := os.ReadFile(filepath.Join(s.root, file))
		if err != nil {
			return err
		}
		if err := writeFile(out, "pictures/"+path.Base(file), data); err != nil {
			return err
		}
	}
	encoded, err := json.Marshal(index)
	if err != nil {
		return err
	}
	return writeFile(out, "search.json", encoded)
}

// files writes the schemas and the page for assistants.
func (s *site) files(out string) error {
	for name, args := range map[string][]string{
		"schema/spec.json": {"help", "-schema", "spec"}, "schema/gates.json": {"help", "-schema", "gates"}, "llms.txt": {"help", "-llms"},
	} {
		text, err := s.evalreport(args...)
		if err != nil {
			return err
		}
		if err := writeFile(out, name, text); err != nil {
			return err
		}
	}
	artifact, err := os.ReadFile(filepath.Join(s.root, "report", "schema.json"))
	if err != nil {
		return err
	}
	return writeFile(out, "schema/artifact.json", artifact)
}

// report runs examples/invoices and writes its report. run is a new folder.
func (s *site) report(out, run string) error {
	page, err := filepath.Abs(filepath.Join(out, "report.html"))
	if err != nil {
		return err
	}
	if _, err := s.evalreport("test", "-dir", run, "./examples/invoices"); err != nil {
		return err
	}
	_, err = s.evalreport("html", "-o", page, run)
	return err
}

func writeFile(dir, name string, data []byte) error {
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o666)
}
