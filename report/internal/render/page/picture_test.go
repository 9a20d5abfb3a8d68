package page

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/figures"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// noise is a picture that does not compress.
func noise(width, height int) image.Image {
	random := rand.New(rand.NewPCG(1, 2))
	p := image.NewGray(image.Rect(0, 0, width, height))
	for i := range p.Pix {
		p.Pix[i] = uint8(random.Uint32())
	}
	return p
}

func encoded(t *testing.T, encode func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, encode(&b))
	return b.Bytes()
}

func pngOf(t *testing.T, p image.Image) []byte {
	return encoded(t, func(w io.Writer) error { return png.Encode(w, p) })
}

func TestPageOf(t *testing.T) {
	page := func(number int) report.Page { return report.Page{Number: number, Image: fmt.Sprint(number)} }
	for _, tt := range []struct {
		name   string
		pages  []report.Page
		number int
		want   string
	}{
		{"by its number", []report.Page{page(1), page(2)}, 2, "2"},
		{"the only page, of boxes without one", []report.Page{page(1)}, 0, "1"},
		{"the only page, which has no number", []report.Page{page(0)}, 3, "0"},
		{"another page", []report.Page{page(1)}, 2, ""},
		{"one of two", []report.Page{page(1), page(2)}, 0, ""},
		{"none", nil, 1, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, figures.PageOf(&report.Case{Pages: tt.pages}, tt.number).Image)
		})
	}
}

// pictured is a report of n cases with a box on a page each, of which the last are
// the worst.
func pictured(t *testing.T, n int, redaction redact.Redaction) *render.Report {
	t.Helper()
	spec := eval.Spec{Fields: []eval.Field{{Path: "a"}, {Path: "place", Match: compare.Box{}}}}
	ds := report.Dataset{Name: "d", Redact: redaction.Mode, RedactPaths: redaction.Paths}
	evaluator, err := ds.SetSpec(spec)
	require.NoError(t, err)
	records := []report.Record{report.Run{Package: "example.com/p"}, ds}
	for i := range n {
		result, err := evaluator.Evaluate(context.Background(), fmt.Sprintf(`{"a":%d,"place":[0,0,10,10]}`, i), `{"a":0,"place":[0,0,10,20]}`)
		require.NoError(t, err)
		result.Score = 1 - float64(i)/float64(n)
		c := report.NewCase(report.Observation{
			ID: fmt.Sprint("case-", i), Result: &result, Pages: []report.Page{{Image: fmt.Sprintf("testdata/%d.png", i)}},
		}, report.CaseOptions{Redaction: redaction})
		records = append(records, c)
	}
	return loaded(t, render.Options{}, records...)
}

// loaded is a report of an artifact in memory.
func loaded(t *testing.T, o render.Options, records ...report.Record) *render.Report {
	t.Helper()
	var text []byte
	cases := 0
	for _, r := range records {
		if run, ok := r.(report.Run); ok {
			run.Schema, run.Repetition = report.Schema, 1
			r = run
		}
		if _, ok := r.(report.Case); ok {
			cases++
		}
		var err error
		text, err = artifact.AppendRecord(text, r)
		require.NoError(t, err)
	}
	text, err := artifact.AppendRecord(text, report.End{Cases: cases})
	require.NoError(t, err)
	r, err := render.Load([]artifact.Source{reporttest.Source("run.jsonl", string(text))}, o)
	require.NoError(t, err)
	return r
}

func TestBoxesAreDrawnOverPictures(t *testing.T) {
	file := pngOf(t, noise(100, 200))
	uri := "data:image/png;base64," + base64.StdEncoding.EncodeToString(file)
	asked := map[string]int{}
	o := Options{MaxPictures: 2, Picture: func(set *render.Set, image string) (io.ReadCloser, error) {
		assert.Equal(t, "example.com/p", set.Run.Package)
		asked[image]++
		if image == "testdata/2.png" {
			return nil, errors.New("it is not there")
		}
		return io.NopCloser(bytes.NewReader(file)), nil
	}}
	var b bytes.Buffer
	require.NoError(t, Write(&b, pictured(t, 4, redact.Redaction{}), o))
	page := b.String()
	assert.Equal(t, map[string]int{"testdata/3.png": 1, "testdata/2.png": 1}, asked, "those of the worst cases, each once")
	assert.Equal(t, 1, strings.Count(page, `<image width="100%" height="100%" preserveAspectRatio="none" href="`+uri+`"/>`))
	assert.Contains(t, page, `no picture: testdata/2.png: it is not there`)
	assert.Contains(t, page, `no picture: testdata/1.png: it is not in this page`)
	assert.Equal(t, 3, strings.Count(page, "size of the page unknown"), "but for the one that has a picture")

	b.Reset()
	require.NoError(t, Write(&b, pictured(t, 4, redact.Redaction{Paths: map[string]redact.Mode{"a": redact.Hash}}), o))
	assert.NotContains(t, b.String(), "testdata/")
	assert.Equal(t, map[string]int{"testdata/3.png": 1, "testdata/2.png": 1}, asked, "a picture shows what is redacted")
}

// A document is left out where the values are redacted: it would show them.
func TestDocumentsOfRedactedValues(t *testing.T) {
	o := Options{
		Text:    func(*render.Set, *report.Case) (string, error) { t.Error("asked for a text"); return "IBAN", nil },
		Picture: func(*render.Set, string) (io.ReadCloser, error) { t.Error("asked for a picture"); return nil, nil },
	}
	r := pictured(t, 1, redact.Redaction{Mode: redact.Hash})
	o.Pages = func(_ *render.Set, c *report.Case) { // as named by somebody else than the record
		c.Pages = []report.Page{{Image: "a.png"}}
	}
	var b bytes.Buffer
	require.NoError(t, Write(&b, r, o))
	assert.Contains(t, b.String(), ", so texts of documents are not shown")
}

// Reading pictures has a time limit: the page notes the pictures after it.
func TestPicturesTakeTheirTime(t *testing.T) {
	r := pictured(t, 4, redact.Redaction{})
	var now time.Time
	var asked []string
	o := Options{MaxPictures: 3, Picture: func(_ *render.Set, image string) (io.ReadCloser, error) {
		now = now.Add(figures.MaxPicturesTime / 2)
		asked = append(asked, image)
		return nil, errors.New("it is not there")
	}}
	all := newDocuments(r, o, nil)
	all.pictures.Now = func() time.Time { return now }
	problem := func(image string) error {
		_, err := all.picture(0, image)
		return err
	}
	assert.EqualError(t, problem("testdata/3.png"), "it is not there")
	now = now.Add(time.Hour) // rendering may take any time
	assert.EqualError(t, problem("testdata/2.png"), "it is not there")
	assert.EqualError(t, problem("testdata/1.png"), "it is not in this page: pictures took too long")
	assert.EqualError(t, problem("testdata/0.png"), "it is not in this page", "there were three")
	assert.EqualError(t, problem("testdata/2.png"), "it is not there", "it is known")
	assert.Equal(t, []string{"testdata/3.png", "testdata/2.png"}, asked)
}

// A picture of a page that is not drawn is not read, and takes no place from others.
func TestPicturesOfDrawnPages(t *testing.T) {
	ds := report.Dataset{Name: "d"}
	_, err := ds.SetSpec(eval.Spec{Fields: []eval.Field{{Path: "place", Match: compare.Box{}}}})
	require.NoError(t, err)
	c := report.Case{ID: "a", Trial: 1, Status: report.OK, Verdict: eval.Pass}
	for page := 1; page <= maxOverlays+2; page++ {
		box := fmt.Appendf(nil, `{"page":%d,"bbox":[0,0,10,10]}`, page)
		c.Fields = append(c.Fields, report.Field{Path: "place", Attribute: "place", Outcome: metrics.Match, Got: box, Want: box})
		c.Pages = append(c.Pages, report.Page{Number: page, Image: fmt.Sprint(page, ".png")})
	}
	var asked []string
	o := Options{Picture: func(_ *render.Set, image string) (io.ReadCloser, error) {
		asked = append(asked, image)
		return nil, errors.New("it is not there")
	}}
	var b bytes.Buffer
	require.NoError(t, Write(&b, loaded(t, render.Options{}, report.Run{Package: "p"}, ds, c), o))
	assert.Equal(t, []string{"1.png", "2.png", "3.png", "4.png"}, asked)
	assert.Contains(t, b.String(), "2 more pages with boxes not drawn")
}

// A case without boxes shows its first pages that have a picture; one that cannot be read is told,
// and no blank page stands for it.
func TestPagesWithoutBoxes(t *testing.T) {
	file := pngOf(t, noise(100, 200))
	var asked []string
	o := Options{Picture: func(_ *render.Set, image string) (io.ReadCloser, error) {
		asked = append(asked, image)
		if image == "3.png" {
			return nil, errors.New("it is not there")
		}
		return io.NopCloser(bytes.NewReader(file)), nil
	}}
	ds := report.Dataset{Name: "d", Attributes: []string{"total"}}
	c := report.Case{
		ID: "a", Trial: 1, Status: report.OK, Verdict: eval.Pass,
		Pages: []report.Page{{Number: 1}, {Number: 2, Image: "2.png"}, {Number: 3, Image: "3.png"}, {Number: 4, Image: "4.png"}},
	}
	var b bytes.Buffer
	require.NoError(t, Write(&b, loaded(t, render.Options{}, report.Run{Package: "p"}, ds, c), o))
	assert.Equal(t, []string{"2.png", "3.png"}, asked)
	assert.Equal(t, 1, strings.Count(b.String(), "<image width"))
	assert.Contains(t, b.String(), "<title>Page 2</title>\n<desc>No boxes.</desc>")
	assert.NotContains(t, b.String(), "<title>Page 3</title>")
	assert.NotContains(t, b.String(), "got, no match</text>", "there is nothing for a legend to explain")
	assert.Contains(t, b.String(), "no picture: 3.png: it is not there")
}

// Boxes without a page are drawn over no picture where there are several. The pictures are shown beside them, and a note says why; a
// server shows each of them.
func TestBoxesWithoutAPageBesidePictures(t *testing.T) {
	file := pngOf(t, noise(100, 200))
	o := Options{Picture: func(*render.Set, string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(file)), nil }}
	ds := report.Dataset{Name: "d", Attributes: []string{"stamp"}, Spec: []byte(`{"fields":[{"path":"stamp","match":"box"}]}`)}
	box := []byte(`[1,2,30,40]`)
	c := report.Case{
		ID: "a", Trial: 1, Status: report.OK, Verdict: eval.Pass,
		Fields: []report.Field{{Path: "stamp", Attribute: "stamp", Outcome: metrics.Match, Got: box, Want: box}},
		Pages:  []report.Page{{Number: 1, Image: "1.png"}, {Number: 2, Image: "2.png"}, {Number: 3, Image: "3.png"}},
	}
	const note = "the boxes have no page, so they are drawn over no picture: page_path in the spec says where a box has it"
	r := loaded(t, render.Options{}, report.Run{Package: "p"}, ds, c)
	var b bytes.Buffer
	require.NoError(t, Write(&b, r, o))
	assert.Equal(t, 2, strings.Count(b.String(), "<image width"))
	assert.Equal(t, 1, strings.Count(b.String(), note))
	html, err := NewPapers(r.Sets[0], o).Draw("a", 1, 0)
	require.NoError(t, err)
	assert.Equal(t, 3, strings.Count(html, "<image width"))
	assert.Equal(t, 1, strings.Count(html, note))
}

// The size of a page of a PDF is known once it is rendered: its boxes are in that size, also in the first case.
func TestSizeOfARenderedPage(t *testing.T) {
	var page *report.Page
	file := pngOf(t, noise(100, 200))
	o := Options{
		Pages: func(_ *render.Set, c *report.Case) {
			c.Pages = []report.Page{{Image: "a.pdf#1"}}
			page = &c.Pages[0]
		},
		Picture: func(*render.Set, string) (io.ReadCloser, error) {
			page.Width, page.Height = 50, 100
			return io.NopCloser(bytes.NewReader(file)), nil
		},
	}
	r := pictured(t, 1, redact.Redaction{})
	html, err := NewPapers(r.Sets[0], o).Draw("case-0", 1, 0)
	require.NoError(t, err)
	assert.True(t, strings.Contains(html, `M0 0L110 0L110 110L0 110Z`), "10 of 100 points of a page that is 1100 pixels high")
	html, err = NewPapers(r.Sets[0], o).Draw("case-0", 2, 0)
	require.NoError(t, err)
	assert.Empty(t, html, "there is no such trial")
}

// The pages of a long document are drawn eight at a time; with a blind page comes the whole text, with the first of them.
func TestPapersInParts(t *testing.T) {
	file := pngOf(t, image.NewGray(image.Rect(0, 0, 10, 3000)))
	record := &report.Case{ID: "a", Fields: []report.Field{{Path: "secret", Attribute: "secret", Want: []byte(`"secret"`)}}}
	for range 10 {
		record.Pages = append(record.Pages, report.Page{Image: "a.png"})
	}
	blank, err := render.Blank("letters", []*report.Case{record, {ID: "b"}})
	require.NoError(t, err)
	papers := NewPapers(blank, Options{
		Review: true, Blind: true,
		Picture: func(*render.Set, string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(file)), nil },
		Text: func(_ *render.Set, c *report.Case) (string, error) {
			if c.ID == "b" {
				return "", fs.ErrNotExist
			}
			return strings.Repeat("long ", maxTextBytes) + "<end>", nil
		},
	})
	for _, tt := range []struct {
		key           string
		first, images int
		last          string
	}{
		{"a", 0, 8, `<p class="dim" data-first="8">2 more pages</p><pre class="source">`},
		{"a", 8, 2, "</div>"},
		{"a", 99, 0, ""},
		{"b", 0, 0, `<p class="dim">Neither a text nor a picture of this document was found: open it elsewhere, by its name.</p>`},
		{"c", 0, 0, ""},
	} {
		html, err := papers.Draw(tt.key, 1, tt.first)
		require.NoError(t, err)
		html, text, _ := strings.Cut(html, "long ")
		assert.Equal(t, tt.images, strings.Count(html, "<image width"), tt)
		assert.True(t, strings.HasSuffix(html, tt.last), tt)
		assert.Equal(t, tt.key == "a" && tt.first == 0, strings.HasSuffix(text, "long &lt;end&gt;</pre>"), tt)
		assert.NotContains(t, html, "secret")
		if _, uri, found := strings.Cut(html, "base64,"); found {
			shown, err := jpeg.DecodeConfig(base64.NewDecoder(base64.StdEncoding, strings.NewReader(uri)))
			require.NoError(t, err)
			assert.Equal(t, 2400, shown.Height, "small print can be read")
		}
	}
}
