package shell

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/redact"
)

// Pictures that bear the id of a case are its pages, in a folder that no id leads out of.
func TestPicturesBearIDs(t *testing.T) {
	dir := folderWith(t, "scans/one.png", "scans/photo.JPG", "scans/two-1.png", "scans/two-2.jpeg", "scans/two-4.png",
		"scans/ten-01.png", "scans/ten-02.png", "scans/sub/in.png", "scans/named.png", "scans/a.b.png", "scans/folder.png/x", "scans/.png", "secret.png", "scans/..png")
	require.NoError(t, os.Symlink(filepath.Join(dir, "secret.png"), filepath.Join(dir, "scans", "link.png")))
	absolute := filepath.Join(dir, "secret")
	for _, tt := range []struct {
		reason, id string
		recorded   []report.Page
		want       []report.Page
	}{
		{"one page", "one", nil, []report.Page{{Number: 1, Image: "one.png"}}},
		{"another ending", "photo", nil, []report.Page{{Number: 1, Image: "photo.JPG"}}},
		{"pages up to the first that lacks", "two", nil, []report.Page{{Number: 1, Image: "two-1.png"}, {Number: 2, Image: "two-2.jpeg"}}},
		{"numbers as pdftoppm writes them", "ten", nil, []report.Page{{Number: 1, Image: "ten-01.png"}, {Number: 2, Image: "ten-02.png"}}},
		{"an id with a slash", "sub/in", nil, []report.Page{{Number: 1, Image: "sub/in.png"}}},
		{"an id with a dot", "a.b", nil, []report.Page{{Number: 1, Image: "a.b.png"}}},
		{"sizes are kept", "two", []report.Page{{Number: 2, Width: 10, Height: 20}}, []report.Page{{Number: 2, Width: 10, Height: 20, Image: "two-2.jpeg"}, {Number: 1, Image: "two-1.png"}}},
		{"the only page has no number", "one", []report.Page{{Width: 10, Height: 20}}, []report.Page{{Width: 10, Height: 20, Image: "one.png"}}},
		{"a record that names its picture", "one", []report.Page{{Image: "named.png"}}, []report.Page{{Image: "named.png"}}},
		{"an id that leads out", "../secret", nil, nil},
		{"an id that leads out and in", "sub/../../secret", nil, nil},
		{"an absolute id", absolute, nil, nil},
		{"a link that leads out", "link", nil, nil},
		{"a folder", "folder", nil, nil},
		{"two dots", "..", nil, nil},
		{"NUL", "a\x00b", nil, nil},
		{"nothing", "none", nil, nil},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			folders, err := newFolders([]string{filepath.Join(dir, "scans")}, nil, "", &Inputs{})
			require.NoError(t, err)
			set, c := boxed(tt.id, tt.recorded)
			folders.Name(set, c, FirstPage)
			assert.Equal(t, tt.want, c.Pages)
			for _, page := range c.Pages {
				f, err := folders.Open(set, page.Image)
				require.NoError(t, err)
				f.Close()
			}
			assert.Equal(t, tt.want == nil, len(folders.Notes()) == 1)
		})
	}
}

// A picture inv-1 is the page of the case inv-1, and of inv only where no case has that id.
func TestPicturesAreOfTheLongerID(t *testing.T) {
	dir := folderWith(t, "inv-1.png", "inv-2.png", "bill-1.png")
	folders, err := newFolders([]string{dir}, nil, "", &Inputs{})
	require.NoError(t, err)
	set := &render.Set{Set: &artifact.Set{}}
	for _, id := range []string{"inv", "inv-1", "bill"} {
		set.Cases = append(set.Cases, render.Case{ID: id})
	}
	pages := map[string][]report.Page{}
	for _, id := range []string{"inv", "inv-1", "bill"} {
		c := &report.Case{ID: id}
		folders.Name(set, c, FirstPage)
		pages[id] = c.Pages
	}
	assert.Equal(t, map[string][]report.Page{"inv": nil, "inv-1": {{Number: 1, Image: "inv-1.png"}}, "bill": {{Number: 1, Image: "bill-1.png"}}}, pages)
}

// Documents without a picture are told once, with their number.
func TestDocumentsWithoutAPictureAreCounted(t *testing.T) {
	fakeProgram(t, `case "$0" in *pdfinfo) echo "Title: Pages"; echo "Pages:          3";; esac`)
	bin := os.Getenv("PATH")
	require.NoError(t, os.Symlink(filepath.Join(bin, pdfProgram), filepath.Join(bin, "pdfinfo")))
	dir := folderWith(t, "b.png", "c.pdf")
	t.Chdir(dir)
	folders, err := (&DocumentFlags{Pages: []string{"."}, PDFs: []string{"."}}).Folders("", &Inputs{})
	require.NoError(t, err)
	set := &render.Set{Set: &artifact.Set{}}
	for _, id := range []string{"d", "a", "a", "b", "c", "../x"} {
		c := &report.Case{ID: id}
		folders.Name(set, c, folders.AllPages)
		if id == "c" {
			assert.Equal(t, []report.Page{{Number: 1, Image: "c.pdf#1"}, {Number: 2, Image: "c.pdf#2"}, {Number: 3, Image: "c.pdf#3"}}, c.Pages)
		}
	}
	assert.Equal(t, []string{`no picture of 3 of 5 documents is found (looked for ID.png, ID.jpg, ID-1.png in .; ID.pdf in .): "../x", "a", "d"`}, folders.Notes())

	hidden := &render.Set{Set: &artifact.Set{Dataset: report.Dataset{Redact: redact.Hash}}}
	require.NotEmpty(t, hidden.Dataset.Redaction().String())
	c := &report.Case{ID: "b"}
	folders.Name(hidden, c, folders.AllPages)
	assert.Empty(t, c.Pages, "a picture shows the values")
}
