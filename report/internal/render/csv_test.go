package render

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Cells are as encoding/csv writes and reads them.
func TestCellsAreThoseOfEncodingCSV(t *testing.T) {
	same := func(t require.TestingT, text string) {
		var want strings.Builder
		w := csv.NewWriter(&want)
		require.NoError(t, w.Write([]string{"x", text}))
		w.Flush()
		require.Equal(t, want.String(), string(appendCell([]byte("x,"), text))+"\n")
	}
	for _, text := range []string{"", `\.`, " a", "a ", `"`, `""`, "a,b", `a"b"`, "a\nb", "ä", `{"a":"b"}`} {
		same(t, text)
	}
	rapid.Check(t, func(t *rapid.T) {
		// Visible leaves no unusual blanks, which encoding/csv would quote.
		same(t, rapid.StringOf(rapid.RuneFrom([]rune("ab ,\"\\.\nä='{}"))).Draw(t, "text"))
	})
}
