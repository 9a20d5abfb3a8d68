package page

import (
	"bytes"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Only a served page has the elements of a review, and may connect to its server.
func TestOnlyAReviewHasAReview(t *testing.T) {
	write := func(review bool) string {
		var b bytes.Buffer
		require.NoError(t, Write(&b, wide(t, 3), Options{Review: review}))
		return b.String()
	}
	with, without := write(true), write(false)
	policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`)
	policyOf := func(page string) string {
		found := policy.FindStringSubmatch(page)
		require.NotNil(t, found)
		return html.UnescapeString(found[1])
	}
	assert.True(t, strings.HasSuffix(policyOf(with), "; form-action 'none'; connect-src 'self'"), policyOf(with))
	assert.True(t, strings.HasSuffix(policyOf(without), "; form-action 'none'"), policyOf(without))
	assert.NotContains(t, with, `id="boxes"`)
	for _, text := range []string{`id="review"`, "#review", "fetch(", "decisions", "connect-src", "reviewKeys"} {
		assert.Contains(t, with, text)
		assert.NotContains(t, without, text)
	}
	// But for that the two are the same.
	for _, page := range []string{with, without} {
		style, _, _ := strings.Cut(page[strings.Index(page, "<style>")+len("<style>"):], "</style>")
		assert.Contains(t, policyOf(page), "style-src '"+hashOf(style)+"'")
		script := page[strings.LastIndex(page, "<script>")+len("<script>"):]
		assert.Contains(t, policyOf(page), "script-src '"+hashOf(script[:strings.Index(script, "</script>")])+"'")
	}
	body := func(page string) string {
		page = page[strings.Index(page, "<body>"):]
		if i := strings.Index(page, "<section id=\"review\""); i >= 0 {
			page = page[:i] + page[strings.Index(page, "</template>\n")+len("</template>\n"):]
		}
		return strings.TrimSpace(page[:strings.Index(page, "<script")])
	}
	assert.Equal(t, body(without), body(with))
}
