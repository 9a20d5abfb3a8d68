package compare_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/testdata/effort"
)

// TestAddingAComparator follows the recipe in CONTRIBUTING with the files of testdata/recipe:
// a comparator, its line in the catalog, and a program that uses it. An overlay adds them
// to the package, so that no file of the package is changed.
func TestAddingAComparator(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs other processes")
	}
	effort.NeedsLong(t)
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command to build with:", err)
	}
	catalog, err := os.ReadFile("catalog.go")
	require.NoError(t, err)
	file, err := os.ReadFile("testdata/recipe/digits.go")
	require.NoError(t, err)
	program, err := os.ReadFile("testdata/recipe/main.go")
	require.NoError(t, err)
	const last = "\tAuto{},\n"
	require.Equal(t, 1, strings.Count(string(catalog), last), "the last line of the catalog")

	dir := t.TempDir()
	replace := make(map[string]string) // real path to the file that the go command reads in its place
	lay := func(path, text string) {
		path, err := filepath.Abs(path)
		require.NoError(t, err)
		replace[path] = filepath.Join(dir, filepath.Base(path))
		require.NoError(t, os.WriteFile(replace[path], []byte(text), 0o600))
	}
	lay("digits.go", string(file))
	lay("catalog.go", strings.Replace(string(catalog), last, last+"\tDigits{},\n", 1))
	lay("internal/recipe/main.go", string(program))
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	list := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(list, overlay, 0o600))

	run := exec.Command("go", "run", "-overlay", list, "./internal/recipe")
	run.Env = append(os.Environ(), "GOFLAGS=") // such as -cover of the test run itself
	out, err := run.CombinedOutput()
	require.NoError(t, err, "%s", out)
	// The last 8 digits of both texts are 49301234.
	assert.Equal(t, "YAML 1 <nil>\ntags 1 <nil>\nGo 1 <nil>\n", string(out))
}
