package main

import (
	"encoding/json"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// Each document is a page, each link inside the site leads to a page or a file of it, each link to the repository to a file
// there, and the search knows each page.
func TestSite(t *testing.T) {
	out := t.TempDir()
	s := &site{root: "../.."}
	if err := s.build(out, false); err != nil {
		t.Fatal(err)
	}
	var index []struct{ Name, Title, Text string }
	text, err := os.ReadFile(filepath.Join(out, "search.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &index); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, entry := range index {
		names[entry.Name] = entry.Title != "" && len(entry.Text) > 200
	}
	for _, name := range []string{"index.html", "endings.html", "benchmarks.html", "examples/why.html", "help/score.html", "help/version.html"} {
		if _, found := names[name]; !found {
			t.Errorf("the search does not know %s", name)
		}
	}
	inside := 0
	for _, p := range s.pages {
		text, err := os.ReadFile(filepath.Join(out, p.Name))
		if err != nil {
			t.Fatal(err)
		}
		for _, parts := range link.FindAllStringSubmatch(string(text), -1) {
			target, err := url.Parse(parts[2])
			if err != nil {
				t.Errorf("%s: %v", p.Name, err)
				continue
			}
			file := filepath.Join(out, path.Join(path.Dir(p.Name), target.Path))
			if rest, ours := strings.CutPrefix(parts[2], repository); ours {
				file = filepath.Join(s.root, strings.SplitN(rest, "#", 2)[0])
			} else if target.IsAbs() || target.Path == "" {
				continue
			} else {
				inside++
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: %s leads nowhere", p.Name, parts[2])
			}
		}
	}
	if inside < 20*len(s.pages) {
		t.Errorf("%d links inside the site, want the contents on each of %d pages", inside, len(s.pages))
	}
	for _, name := range []string{"schema/spec.json", "schema/gates.json", "schema/artifact.json"} {
		text, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		var schema struct {
			ID string `json:"$id"`
		}
		if err := json.Unmarshal(text, &schema); err != nil || !strings.HasSuffix(schema.ID, "/"+name) {
			t.Errorf("%s has the id %q (%v)", name, schema.ID, err)
		}
	}
}
