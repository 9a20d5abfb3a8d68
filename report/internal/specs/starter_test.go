package specs

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A test is of the package that is there, and has a TestMain where that has none.
func TestPackageIn(t *testing.T) {
	for _, tt := range []struct {
		name, file, text string
		want             string
		noMain           bool
	}{
		{"invoices", "", "", "invoices_test", true},
		{"code", "a.go", "package bills\n", "bills_test", true},
		{"tests", "a_test.go", "package bills_test\n", "bills_test", true},
		{"main", "a_test.go", "package bills\n\nfunc TestMain(m *testing.M) {}\n", "bills_test", false},
		{"method", "a_test.go", "package bills\n\nfunc (t) TestMain(m *testing.M) {}\n", "bills_test", true},
	} {
		dir := filepath.Join(t.TempDir(), tt.name)
		require.NoError(t, os.Mkdir(dir, 0o777))
		if tt.file != "" {
			require.NoError(t, os.WriteFile(filepath.Join(dir, tt.file), []byte(tt.text), 0o666))
		}
		name, noMain, err := packageIn(dir)
		require.NoError(t, err, tt.name)
		assert.Equal(t, tt.want, name, tt.name)
		assert.Equal(t, tt.noMain, noMain, tt.name)
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.go"), []byte("not Go"), 0o666))
	_, _, err := packageIn(dir)
	assert.ErrorContains(t, err, "a.go")
}

// Both files are written, or none. Outside of a module there is no test.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "invoices")
	s, err := NewStarter(dir, "set", false)
	require.NoError(t, err)
	require.Empty(t, s.Test)
	s, err = NewStarter(dir, "set", true)
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(dir, 0o777))
	require.NoError(t, os.WriteFile(s.Test, []byte("package invoices_test\n"), 0o666)) // since New has looked
	require.ErrorContains(t, s.Write(Proposal{}, "set.jsonl", true, false), s.Test+" already exists")
	assert.NoFileExists(t, s.Spec)
	_, err = NewStarter(dir, "set", true)
	require.ErrorContains(t, err, s.Test+" already exists")

	require.NoError(t, os.Remove(s.Test))
	require.NoError(t, s.Write(Proposal{}, "set.jsonl", true, false))
	assert.FileExists(t, s.Spec)
	assert.FileExists(t, s.Test)
}
