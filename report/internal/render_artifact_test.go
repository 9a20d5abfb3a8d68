package internal_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
	"github.com/extracteval/extracteval/report/internal/render/page"
)

// memory is an artifact in memory.
func memory(name string, records ...report.Record) artifact.Source {
	var text []byte
	for _, r := range records {
		var err error
		if text, err = artifact.AppendRecord(text, r); err != nil {
			panic(err)
		}
	}
	return textSource(name, string(text))
}

func textSource(name, text string) artifact.Source {
	return artifact.Source{Name: name, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	}}
}

func load(t *testing.T, o render.Options, sources ...artifact.Source) *render.Report {
	t.Helper()
	r, err := render.Load(sources, o)
	require.NoError(t, err)
	return r
}

func htmlOf(t *testing.T, r *render.Report, o page.Options) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, page.Write(&b, r, o))
	return b.String()
}

func renderWritten(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, write(&b))
	return b.String()
}

// outputs renders an artifact in every way.
func outputs(t *testing.T, source artifact.Source) map[string]string {
	t.Helper()
	r := load(t, render.Options{MinSlice: 2}, source)
	return map[string]string{
		"html":  unpacked(t, htmlOf(t, r, page.Options{})),
		"md":    renderWritten(t, func(w io.Writer) error { return render.WriteMarkdown(w, r, render.MarkdownOptions{}) }),
		"xml":   renderWritten(t, func(w io.Writer) error { return render.JUnit(w, nil, source) }),
		"csv":   renderWritten(t, func(w io.Writer) error { _, err := render.CSV(w, source); return err }),
		"bench": renderWritten(t, func(w io.Writer) error { return render.Bench(w, r) }),
	}
}

var (
	packedData   = regexp.MustCompile(`(?s)<script type="application/gzip" id="([a-z0-9-]+)">([^<]*)</script>`)
	styleElement = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
	pageScript   = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
)

func unpack(t *testing.T, packed string) []byte {
	t.Helper()
	zipped, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(packed)))
	require.NoError(t, err)
	text, err := io.ReadAll(zipped)
	require.NoError(t, err)
	return text
}

// fragments returns the HTML of all cases in a page.
func fragments(t *testing.T, html string) []string {
	t.Helper()
	var all []string
	for _, m := range packedData.FindAllStringSubmatch(html, -1) {
		if m[1] == "index" {
			continue
		}
		var cases []string
		require.NoError(t, json.Unmarshal(unpack(t, m[2]), &cases))
		all = append(all, cases...)
	}
	return all
}

// unpacked returns a page with the packed cases as they are, and without style and
// script, which are files of their own.
func unpacked(t *testing.T, html string) string {
	t.Helper()
	html = styleElement.ReplaceAllString(html, "<style></style>")
	html = regexp.MustCompile(`sha256-[^=]*=`).ReplaceAllString(html, "sha256-…")
	html = pageScript.ReplaceAllString(html, "<script></script>")
	return packedData.ReplaceAllStringFunc(html, func(element string) string {
		m := packedData.FindStringSubmatch(element)
		text := unpack(t, m[2])
		var cases []string
		if m[1] != "index" && json.Unmarshal(text, &cases) == nil {
			text = []byte(strings.Join(cases, ""))
		}
		return fmt.Sprintf("<!-- %s -->\n%s", m[1], text)
	})
}
