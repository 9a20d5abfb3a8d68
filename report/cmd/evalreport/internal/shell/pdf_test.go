package shell

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/redact"
)

// fakeProgram puts a pdftoppm on PATH, alone, that runs a script.
func fakeProgram(t *testing.T, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the program in place of pdftoppm is for sh")
	}
	bin := t.TempDir()
	var picture bytes.Buffer
	require.NoError(t, png.Encode(&picture, image.NewGray(image.Rect(0, 0, 1020, 1320)))) // letter at 120 a inch
	require.NoError(t, os.WriteFile(filepath.Join(bin, "page.png"), picture.Bytes(), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(bin, pdfProgram), []byte("#!/bin/sh\nbin='"+bin+"'\n"+script), 0o777))
	for _, name := range []string{"cp", "sleep", "cat", "echo", "sh"} {
		if path, err := exec.LookPath(name); err == nil {
			require.NoError(t, os.Symlink(path, filepath.Join(bin, name)))
		}
	}
	t.Setenv("PATH", bin)
}

// boxed is a data set with one case, whose boxes are on some pages.
func boxed(id string, recorded []report.Page, pages ...int) (*render.Set, *report.Case) {
	c := &report.Case{ID: id, Pages: recorded}
	for _, n := range pages {
		box := fmt.Appendf(nil, `{"bbox":[1,2,3,4],"page":%d}`, n)
		if n == 0 {
			box = []byte(`[1,2,3,4]`)
		}
		c.Fields = append(c.Fields, report.Field{Path: fmt.Sprint("stamp", n), Attribute: "stamp", Outcome: metrics.Match, Got: box, Want: box})
	}
	spec := []byte(`{"fields":[{"path":"stamp","match":"box","format":"xyxy"}]}`)
	return &render.Set{Set: &artifact.Set{Dataset: report.Dataset{Spec: spec}}}, c
}

func folderWith(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte("%PDF of "+name), 0o666))
	}
	return dir
}

func none(*render.Set, *report.Case) []int { return nil }

// naming is a case whose pages are named where the files inv-1.pdf and docs/named.pdf are.
type naming struct {
	name     string
	id       string
	recorded []report.Page
	boxes    []int
	want     []report.Page
}

func (tt *naming) check(t *testing.T, dir string, values func(*render.Set, *report.Case) []int) {
	pdf, err := newPDF([]string{dir})
	require.NoError(t, err)
	set, c := boxed(tt.id, tt.recorded, tt.boxes...)
	pdf.Name(set, c, values)
	assert.Equal(t, tt.want, c.Pages)
}

// Of a case without boxes the pages that have its values are shown.
func TestPagesWithValuesAreNamed(t *testing.T) {
	fakeProgram(t, "exit 0\n")
	dir := folderWith(t, "inv-1.pdf", "docs/named.pdf")
	pages := func(*render.Set, *report.Case) []int { return []int{3, 7} }
	for _, tt := range []naming{
		{"by its id", "inv-1", nil, nil, []report.Page{{Number: 3, Image: "inv-1.pdf#3"}, {Number: 7, Image: "inv-1.pdf#7"}}},
		{"sizes are kept", "inv-1", []report.Page{{Number: 1}, {Number: 3, Width: 10, Height: 20}}, nil,
			[]report.Page{{Number: 1}, {Number: 3, Width: 10, Height: 20, Image: "inv-1.pdf#3"}, {Number: 7, Image: "inv-1.pdf#7"}}},
		{"of a document that the record names", "x", []report.Page{{Image: "docs/named.pdf"}}, nil,
			[]report.Page{{Number: 3, Image: "docs/named.pdf#3"}, {Number: 7, Image: "docs/named.pdf#7"}}},
		{"a page that the record names goes first", "x", []report.Page{{Number: 2, Image: "docs/named.pdf"}}, nil, []report.Page{{Number: 2, Image: "docs/named.pdf#2"}}},
		{"a picture goes first", "inv-1", []report.Page{{Image: "a.png"}}, nil, []report.Page{{Image: "a.png"}}},
		{"boxes go first", "inv-1", nil, []int{2}, []report.Page{{Number: 2, Image: "inv-1.pdf#2"}}},
		{"no document", "x", nil, nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.check(t, dir, pages) })
	}
}

func TestPagesOfWholeDocumentsAreNamed(t *testing.T) {
	fakeProgram(t, "exit 0\n")
	pdf, err := newPDF([]string{folderWith(t, "inv-1.pdf")})
	require.NoError(t, err)
	pdf.Whole = true
	numbered := func(n int) report.Page { return report.Page{Number: n, Image: fmt.Sprint("inv-1.pdf#", n)} }
	for _, tt := range []struct {
		name  string
		boxes []int
		want  []report.Page
	}{
		{"a box on the second page", []int{2}, []report.Page{numbered(2), numbered(1), numbered(3)}},
		{"a box without a page", []int{0}, []report.Page{{Image: "inv-1.pdf#1"}, numbered(2), numbered(3)}},
		{"no box", nil, []report.Page{numbered(1), numbered(2), numbered(3)}},
	} {
		set, c := boxed("inv-1", nil, tt.boxes...)
		pdf.Name(set, c, func(*render.Set, *report.Case) []int { return []int{1, 2, 3} })
		assert.Equal(t, tt.want, c.Pages, tt.name)
	}
}

func TestPagesAreNamed(t *testing.T) {
	fakeProgram(t, "exit 0\n")
	dir := folderWith(t, "inv-1.pdf", "docs/named.pdf")
	for _, tt := range []naming{
		{"by its id", "inv-1", nil, []int{0}, []report.Page{{Image: "inv-1.pdf#1"}}},
		{"several pages", "inv-1", nil, []int{2, 5}, []report.Page{{Number: 2, Image: "inv-1.pdf#2"}, {Number: 5, Image: "inv-1.pdf#5"}}},
		{"a size is kept", "inv-1", []report.Page{{Number: 2, Width: 10, Height: 20}}, []int{2}, []report.Page{{Number: 2, Width: 10, Height: 20, Image: "inv-1.pdf#2"}}},
		{"a picture goes first", "inv-1", []report.Page{{Image: "a.png"}}, []int{3}, []report.Page{{Image: "a.png"}}},
		{"beside a picture of another page", "inv-1", []report.Page{{Number: 1, Image: "a.png"}}, []int{1, 2}, []report.Page{{Number: 1, Image: "a.png"}, {Number: 2, Image: "inv-1.pdf#2"}}},
		{"named by the record", "x", []report.Page{{Number: 2, Image: "docs/named.pdf"}}, []int{2}, []report.Page{{Number: 2, Image: "docs/named.pdf#2"}}},
		{"named for all pages", "x", []report.Page{{Image: "docs/named.pdf"}}, []int{3}, []report.Page{{Image: "docs/named.pdf#1"}, {Number: 3, Image: "docs/named.pdf#3"}}},
		{"no document", "x", nil, []int{1}, nil},
		{"no box", "inv-1", nil, nil, []report.Page{{Number: 1, Image: "inv-1.pdf#1"}}},
		{"no box, with a size", "inv-1", []report.Page{{Number: 2, Width: 10, Height: 20}}, nil, []report.Page{{Number: 2, Width: 10, Height: 20, Image: "inv-1.pdf#2"}}},
		{"no box, beside a picture", "inv-1", []report.Page{{Number: 1}, {Number: 2, Image: "a.png"}}, nil, []report.Page{{Number: 1}, {Number: 2, Image: "a.png"}}},
		{"no box and no document", "x", nil, nil, nil},
		{"a name that leads out", "../" + filepath.Base(dir) + "/inv-1", nil, []int{1}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.check(t, dir, none) })
	}
	pdf, err := newPDF([]string{dir})
	require.NoError(t, err)
	set, c := boxed("inv-1", nil, 1)
	set.Dataset.Redact = redact.Hash
	pdf.Name(set, c, none)
	assert.Empty(t, c.Pages, "a document shows what is redacted")
}

// open renders the first page of inv-1.pdf.
func open(t *testing.T, timeout time.Duration) (*Folders, *report.Case, []byte, error) {
	t.Helper()
	folders, err := newFolders(nil, nil, "", &Inputs{})
	require.NoError(t, err)
	folders.PDF, err = newPDF([]string{folderWith(t, "inv-1.pdf")})
	require.NoError(t, err)
	folders.PDF.timeout = timeout
	set, c := boxed("inv-1", nil, 4)
	folders.PDF.Name(set, c, none)
	f, err := folders.Open(set, c.Pages[0].Image)
	if err != nil {
		return folders, c, nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	return folders, c, data, err
}

func TestPageIsRendered(t *testing.T) {
	fakeProgram(t, `echo "$@" > "$bin/args"; cp in.pdf "$bin/document"; cp "$bin/page.png" out.png`)
	folders, c, data, err := open(t, time.Minute)
	require.NoError(t, err)
	assert.Empty(t, folders.Missing)
	size, err := png.DecodeConfig(bytes.NewReader(data))
	require.NoError(t, err)
	assert.Equal(t, 1020, size.Width)
	letter := report.Page{Number: 4, Image: "inv-1.pdf#4", Width: 612, Height: 792}
	assert.Equal(t, letter, c.Pages[0], "the points of a letter page")
	set, later := boxed("inv-1", nil, 4)
	folders.PDF.Name(set, later, none)
	assert.Equal(t, []report.Page{letter}, later.Pages, "which is known of a case that comes later")
	args, err := os.ReadFile(filepath.Join(os.Getenv("PATH"), "args"))
	require.NoError(t, err)
	assert.Contains(t, string(args), "-f 4 -l 4 in.pdf out")
	document, err := os.ReadFile(filepath.Join(os.Getenv("PATH"), "document"))
	require.NoError(t, err)
	assert.Equal(t, "%PDF of inv-1.pdf", string(document))
}

func TestProgramsThatFail(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		timeout      time.Duration
		err          string
	}{
		{"fails", `echo "Syntax Error: Couldn't find trailer" >&2; echo more >&2; exit 1`, time.Minute, "pdftoppm: page 4: exit status 1: Syntax Error: Couldn't find trailer"},
		{"fails and says what no terminal should see", `printf 'a\033[31mb' >&2; exit 3`, time.Minute, "pdftoppm: page 4: exit status 3: a␛[31mb"},
		{"makes nothing", `exit 0`, time.Minute, "pdftoppm has made no picture of page 4"},
		{"hangs", `exec sleep 600`, 200 * time.Millisecond, "pdftoppm took longer than 200ms for page 4"},
		{"hangs and leaves a child", `sleep 600 & echo $! > "$bin/child"; exec sleep 600`, 200 * time.Millisecond, "pdftoppm took longer than 200ms for page 4"},
		{"does not stop talking", `while :; do echo noise; done`, 200 * time.Millisecond, "pdftoppm took longer than 200ms for page 4"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fakeProgram(t, tt.script+"\n")
			folders, _, _, err := open(t, tt.timeout)
			if child, noChild := os.ReadFile(filepath.Join(os.Getenv("PATH"), "child")); noChild == nil {
				pid, err := strconv.Atoi(strings.TrimSpace(string(child)))
				require.NoError(t, err)
				process, err := os.FindProcess(pid)
				require.NoError(t, err)
				require.NoError(t, process.Kill(), "the child has ended before")
			}
			require.EqualError(t, err, tt.err)
			assert.Equal(t, []string{"inv-1.pdf#4: " + tt.err}, folders.Missing)
		})
	}
}

func TestNoProgram(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	pdf, err := newPDF([]string{t.TempDir()})
	assert.EqualError(t, err, "pdftoppm is not on PATH, so pages of PDFs are not shown: install Poppler (apt-get install poppler-utils, brew install poppler)")
	assert.ErrorIs(t, err, errNoProgram)
	set, c := boxed("inv-1", nil, 1)
	pdf.Name(set, c, none)
	assert.Empty(t, c.Pages)
	_, err = newPDF([]string{filepath.Join(t.TempDir(), "none")})
	assert.NotErrorIs(t, err, errNoProgram)
	assert.ErrorContains(t, err, "none")
}

func TestPDFWithoutTheFlag(t *testing.T) {
	folders, err := newFolders(nil, nil, "", &Inputs{})
	require.NoError(t, err)
	_, err = folders.Open(&render.Set{Set: &artifact.Set{}}, "docs/a.pdf")
	assert.EqualError(t, err, "it is a PDF, whose pages -pdf shows")
}

// The real program, where there is one: a page of 2 x 1 inches with a black left half.
func TestRealProgram(t *testing.T) {
	if _, err := exec.LookPath(pdfProgram); err != nil {
		t.Skip(err)
	}
	stream := "0 0 72 72 re f"
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 144 72] /Contents 4 0 R >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(stream), stream),
	}
	var b strings.Builder
	b.WriteString("%PDF-1.4\n")
	table := "0000000000 65535 f \n"
	for i, object := range objects {
		table += fmt.Sprintf("%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 5\n%strailer << /Size 5 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", table, start)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "half.pdf"), []byte(b.String()), 0o666))

	folders, err := newFolders(nil, nil, "", &Inputs{})
	require.NoError(t, err)
	folders.PDF, err = newPDF([]string{dir})
	require.NoError(t, err)
	set, c := boxed("half", nil, 0)
	folders.PDF.Name(set, c, none)
	f, err := folders.Open(set, c.Pages[0].Image)
	require.NoError(t, err)
	defer f.Close()
	picture, err := png.Decode(f)
	require.NoError(t, err)
	assert.Equal(t, image.Pt(240, 120), picture.Bounds().Size())
	black := func(x, y int) bool { return color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y < 10 }
	assert.True(t, black(60, 60))
	assert.False(t, black(180, 60))
	assert.Equal(t, 144.0, c.Pages[0].Width)
	assert.Equal(t, 72.0, c.Pages[0].Height)

	_, err = folders.PDF.openPage("half.pdf#9", 9, func() (io.ReadCloser, error) { return openFirst(folders.PDF.dirs, "half.pdf") })
	assert.ErrorContains(t, err, "pdftoppm", "there is no such page")
}
