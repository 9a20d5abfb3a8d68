package beam

import (
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// documents is how many documents the tests generate; EVALBEAM_DOCUMENTS=100000
// takes more.
func documents(t testing.TB) int {
	text, ok := os.LookupEnv("EVALBEAM_DOCUMENTS")
	if !ok {
		return 2000
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// invoiceSpec has ten fields.
var invoiceSpec = eval.Spec{Fields: []eval.Field{
	{Path: "number"},
	{Path: "date", Match: compare.Date{}},
	{Path: "due", Match: compare.Date{}},
	{Path: "vendor.name", Match: compare.Fuzzy{}},
	{Path: "vendor.city", Match: compare.Fuzzy{}},
	{Path: "vendor.vat"},
	{Path: "currency", Match: compare.Exact{FoldCase: true}},
	{Path: "net", Match: compare.Numeric{Tolerance: 0.01}},
	{Path: "tax", Match: compare.Numeric{Tolerance: 0.01}},
	{Path: "total", Match: compare.Numeric{Tolerance: 0.01}, Weight: 3},
}}

// invoice is a generated document and its answer. One value of twenty is wrong, one
// of fifty missing.
type invoice struct{ id, want, got string }

func newInvoice(i int) invoice {
	rng := rand.New(rand.NewPCG(uint64(i), 7))
	cities := []string{"Wien", "Graz", "Linz", "Salzburg", "Innsbruck"}
	net := rng.IntN(1_000_000)
	values := []struct{ path, want, wrong string }{
		{"number", fmt.Sprintf("%q", fmt.Sprintf("R-%07d", i)), `"R-0"`},
		{"date", fmt.Sprintf(`"2026-%02d-%02d"`, 1+rng.IntN(12), 1+rng.IntN(28)), `"1999-12-31"`},
		{"due", fmt.Sprintf(`"2027-%02d-%02d"`, 1+rng.IntN(12), 1+rng.IntN(28)), `"1999-12-31"`},
		{"name", fmt.Sprintf("%q", fmt.Sprintf("Handel %d und Söhne GmbH", rng.IntN(500))), `"unbekannt"`},
		{"city", fmt.Sprintf("%q", cities[rng.IntN(len(cities))]), `"Bregenz"`},
		{"vat", fmt.Sprintf("%q", fmt.Sprintf("ATU%08d", rng.IntN(1e8))), `"ATU"`},
		{"currency", `"EUR"`, `"USD"`},
		{"net", fmt.Sprintf("%d.%02d", net/100, net%100), "-1"},
		{"tax", fmt.Sprintf("%d.%02d", net/500, net/5%100), "-1"},
		{"total", fmt.Sprintf("%d.%02d", net*6/500, net*6/5%100), "-1"},
	}
	document := func(value func(k int) string) string {
		v := make([]any, len(values))
		for k := range values {
			v[k] = value(k)
		}
		return fmt.Sprintf(`{"number":%s,"date":%s,"due":%s,"vendor":{"name":%s,"city":%s,"vat":%s},"currency":%s,"net":%s,"tax":%s,"total":%s}`, v...)
	}
	in := invoice{id: fmt.Sprintf("invoice-%07d", i)}
	in.want = document(func(k int) string { return values[k].want })
	in.got = document(func(k int) string {
		switch r := rng.IntN(100); {
		case r < 5:
			return values[k].wrong
		case r < 7:
			return "null"
		}
		return values[k].want
	})
	return in
}

func (in invoice) vendor() string { return "v" + in.id[len(in.id)-1:] }

func (in invoice) wantLine() string {
	return fmt.Sprintf(`{"id":%q,"want":%s,"tags":{"vendor":%q}}`, in.id, in.want, in.vendor())
}

func (in invoice) gotLine() string { return fmt.Sprintf(`{"id":%q,"got":%s}`, in.id, in.got) }

// writeLines spreads lines over some files, compressed when the name of the pattern
// ends in .gz, and returns the pattern.
func writeLines(t testing.TB, dir, pattern string, files int, lines []string) string {
	t.Helper()
	for n := range files {
		path := filepath.Join(dir, fmt.Sprintf(pattern, n))
		f, err := os.Create(path)
		require.NoError(t, err)
		var w io.WriteCloser = f
		if filepath.Ext(path) == ".gz" {
			w = gzip.NewWriter(f)
		}
		for i := n * len(lines) / files; i < (n+1)*len(lines)/files; i++ {
			_, err := io.WriteString(w, lines[i]+"\n")
			require.NoError(t, err)
		}
		require.NoError(t, w.Close())
		if w != f {
			require.NoError(t, f.Close())
		}
	}
	return filepath.Join(dir, strings.ReplaceAll(pattern, "%d", "*"))
}
