package beam

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGenerate writes documents for measuring the commands, as the README does:
//
//	EVALBEAM_DOCUMENTS=1000000 EVALBEAM_GENERATE=/tmp/million go test -run TestGenerate .
//
// Without EVALBEAM_GENERATE it checks that the same documents come out again.
func TestGenerate(t *testing.T) {
	dir, ok := os.LookupEnv("EVALBEAM_GENERATE")
	if !ok {
		require.Equal(t, newInvoice(7), newInvoice(7))
		return
	}
	spec, err := invoiceSpec.MarshalJSON()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "spec.json"), spec, 0o666))
	for name, line := range map[string]func(invoice) string{"want": invoice.wantLine, "got": invoice.gotLine} {
		f, err := os.Create(filepath.Join(dir, "invoices."+name+".jsonl"))
		require.NoError(t, err)
		w := bufio.NewWriter(f)
		for i := range documents(t) {
			fmt.Fprintln(w, line(newInvoice(i)))
		}
		require.NoError(t, w.Flush())
		require.NoError(t, f.Close())
	}
}
