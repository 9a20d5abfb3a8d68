package readers

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	firstPage = regexp.MustCompile(`(?s)/Type\s*/Page\b.*?/Contents (\d+) 0 R`)
	placeOf   = regexp.MustCompile(`1 0 0 -1 [-\d.]+ ([-\d.]+) Tm`) // of a text
)

// TestPrintBeginsWithAFullSheet looks at where texts stand on the first sheet of the PDF that
// the browser makes: A4 and Letter are about 1,000 pixels high less their margins.
func TestPrintBeginsWithAFullSheet(t *testing.T) {
	for name, html := range map[string]string{"a page": everything(t), "of fifteen data sets": fifteen(t)} {
		tab := open(t, html, settings{})
		pdf, err := within(tab, chromedp.PrintToPDF())
		require.NoError(t, err)
		page := firstPage.FindSubmatch(pdf)
		require.NotNil(t, page, name)
		contents := regexp.MustCompile(fmt.Sprintf(`(?s)\n%s 0 obj\b.*?stream\r?\n`, page[1])).FindIndex(pdf)
		require.NotNil(t, contents, name)
		unzip, err := zlib.NewReader(bytes.NewReader(pdf[contents[1]:]))
		require.NoError(t, err)
		text, err := io.ReadAll(unzip)
		require.NoError(t, err)
		first, last := 1e9, 0.0
		for _, m := range placeOf.FindAllSubmatch(text, -1) {
			y, err := strconv.ParseFloat(string(m[1]), 64)
			require.NoError(t, err)
			first, last = min(first, y), max(last, y)
		}
		assert.Less(t, first, 100.0, "%s: it begins at the top", name)
		assert.Greater(t, last, 700.0, "%s: and goes on to the bottom", name)
	}
}
