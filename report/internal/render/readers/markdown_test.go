package readers

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
)

func commentOf(t *testing.T, sources ...artifact.Source) []byte {
	t.Helper()
	r, err := render.Load(sources, render.Options{MinSlice: 1})
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, render.WriteMarkdown(&b, r, render.MarkdownOptions{}))
	return b.Bytes()
}

var tag = regexp.MustCompile(`<[^<>]*>`)

// structure returns the parts that GitHub's Markdown makes of a text, without its words: how often
// each kind of part is there, in which depth, and each HTML tag. Names in them determine their order.
func structure(t *testing.T, source []byte) map[string]int {
	t.Helper()
	parts := map[string]int{}
	depth := 0
	root := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
	require.NoError(t, ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			depth--
			return ast.WalkContinue, nil
		}
		if n.Kind() != ast.KindText { // one line may be several of these
			parts[fmt.Sprintf("%s at depth %d", n.Kind(), depth)]++
		}
		var html []byte
		switch n := n.(type) {
		case *ast.HTMLBlock:
			html = n.Lines().Value(source)
		case *ast.RawHTML:
			html = n.Segments.Value(source)
		}
		for _, found := range tag.FindAll(html, -1) {
			parts[string(found)]++
		}
		depth++
		return ast.WalkContinue, nil
	}))
	return parts
}

// TestMarkdownHasTheStructureThatIsMeant expects the same tables, spans and tags,
// whatever values stand in them: no value ends a cell or a span, or becomes a link.
func TestMarkdownHasTheStructureThatIsMeant(t *testing.T) {
	for _, outcome := range []string{"wrong", "missing", "invented"} {
		want := structure(t, commentOf(t, artifactOf(t, "plain", outcome)))
		require.Positive(t, want["TableRow at depth 2"])
		require.Positive(t, want["<details>"])
		for _, h := range hostile {
			t.Run(outcome+"/"+h.name, func(t *testing.T) {
				assert.Equal(t, want, structure(t, commentOf(t, artifactOf(t, h.value, outcome))))
			})
		}
	}
}

// TestMarkdownTablesHaveAllCells looks for a row that is shorter or longer than its
// head: a reader of Markdown would fill or cut it in silence.
func TestMarkdownTablesHaveAllCells(t *testing.T) {
	for _, source := range []artifact.Source{small(), invoices(t, 40, 2), artifactOf(t, "a|b", "wrong")} {
		head := 0
		for line := range strings.Lines(string(commentOf(t, source))) {
			if !strings.HasPrefix(line, "|") {
				head = 0
				continue
			}
			cells := strings.Count(line, "|")
			if head == 0 {
				head = cells
			}
			assert.Equal(t, head, cells, line)
		}
	}
}
