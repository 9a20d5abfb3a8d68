package internal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/dataset"
)

// FuzzTable: a table has the bytes that were read, and a row that is set to its own values is read as before.
func FuzzTable(f *testing.F) {
	f.Add("id,a\n1,2\n")
	f.Add("\uFEFFid\ta\r\n\r\n\"1\n\"\t\"x\"\"\"\r\n")
	f.Add("id;l[0];l[1].a\nx;;\n\n\ny;1;2")
	f.Add("\uFEFFid\ta\r\n\n\n\"1\r\"\t\"x\"\"\"\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		if !dataset.IsCSV([]byte(text)) {
			return
		}
		table, before, err := dataset.ReadTable("x.csv", []byte(text))
		if err != nil {
			return
		}
		assert.Equal(t, text, string(table.Bytes()))
		for i, line := range strings.Split(string(before), "\n") {
			if line != "" {
				require.NoError(t, table.Set(i+1, []byte(line)))
			}
		}
		_, after, err := dataset.ReadTable("x.csv", table.Bytes())
		require.NoError(t, err)
		assert.Equal(t, strings.Fields(string(before)), strings.Fields(string(after)))
	})
}
