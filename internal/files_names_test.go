package internal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/files"
)

func TestStem(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, tt := range []struct{ pkg, dataset, want string }{
		{"example.com/base/a", "TestInvoices", "example.com__base__a.TestInvoices"},
		{"example.com/a", "Rechnungen-für_März", "example.com__a.Rechnungen-für_März"},
		{"example.com/a", "請求書", "example.com__a.請求書"},
		{"", "invoices", "invoices"},
		// sha256sum of the name, 8 digits
		{"p", "a/b", "p.a_b-c14cddc0"},
		{"p", "a b", "p.a_b-c8687a08"},
		{"p", "a.b", "p.a_b-2e7336dc"},
		{"p", "..", "p.-5ec1f7e7"},
		{"p", "CON", "p.CON-a3dbc4b6"},
		{"p", "partial", "p.partial-9834a14a"},
		{"p", "rep2", "p.rep2-69d90f2b"},
		{"p", "a\x00\nb", "p.a__b-f4b437fb"},
		{"a__b", "x", "a__b-63e5c1c4.x"},
		{"con", "x", "con-1143da2b.x"},
	} {
		assert.Equal(t, tt.want, files.Stem(tt.pkg, tt.dataset), "%q %q", tt.pkg, tt.dataset)
	}
	assert.LessOrEqual(t, len(files.Stem(long, long)), 200)
}

// TestStemsDiffer holds all pairs of names that are hard to tell apart
// against each other, on a file system that folds case too.
func TestStemsDiffer(t *testing.T) {
	parts := []string{"a/b", "a__b", "a_/b", "a/_b", "a.b", "a b", "a_b", "a-b", "a:b", "a\\b", "a\u0301", "á", "a", "con", "a_b-c14cddc0", "a!", strings.Repeat("y", 150), strings.Repeat("y", 151)}
	seen := map[string]string{}
	for _, pkg := range parts {
		for _, ds := range parts {
			name, id := strings.ToLower(files.Stem(pkg, ds)), pkg+" | "+ds
			assert.Empty(t, seen[name], "%s and %s", seen[name], id)
			assert.Regexp(t, `^[\pL\pN_.-]+$`, name)
			seen[name] = id
		}
	}
}
