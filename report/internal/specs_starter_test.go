package internal_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/internal/specs"
)

// A test is of the package that is there, and has a TestMain where that has none.
func TestStarterFitsThePackage(t *testing.T) {
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
		s, err := specs.NewStarter(dir, "set", true)
		require.NoError(t, err, tt.name)
		require.NoError(t, s.Write(specs.Proposal{}, "set.jsonl", true, false), tt.name)
		text, err := os.ReadFile(s.Test)
		require.NoError(t, err, tt.name)
		assert.Contains(t, string(text), "package "+tt.want+"\n", tt.name)
		assert.Equal(t, tt.noMain, strings.Contains(string(text), "func TestMain("), tt.name)
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.go"), []byte("not Go"), 0o666))
	s, err := specs.NewStarter(dir, "set", true)
	require.NoError(t, err)
	assert.ErrorContains(t, s.Write(specs.Proposal{}, "set.jsonl", true, false), "a.go")
	assert.NoFileExists(t, s.Spec)
}

// Both files are written, or none. Outside of a module there is no test.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "invoices")
	s, err := specs.NewStarter(dir, "set", false)
	require.NoError(t, err)
	require.Empty(t, s.Test)
	s, err = specs.NewStarter(dir, "set", true)
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(dir, 0o777))
	require.NoError(t, os.WriteFile(s.Test, []byte("package invoices_test\n"), 0o666)) // since New has looked
	require.ErrorContains(t, s.Write(specs.Proposal{}, "set.jsonl", true, false), s.Test+" already exists")
	assert.NoFileExists(t, s.Spec)
	_, err = specs.NewStarter(dir, "set", true)
	require.ErrorContains(t, err, s.Test+" already exists")

	require.NoError(t, os.Remove(s.Test))
	require.NoError(t, s.Write(specs.Proposal{}, "set.jsonl", true, false))
	assert.FileExists(t, s.Spec)
	assert.FileExists(t, s.Test)
}
