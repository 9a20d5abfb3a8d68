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
)

// TestAddingAComparator does what CONTRIBUTING says with the code that stands there:
// a file, a line in the catalog, a program that uses it. An overlay lays both over
// the package, so that nothing is copied or changed.
func TestAddingAComparator(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs other processes")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command to build with:", err)
	}
	file, line, program := recipe(t)
	catalog, err := os.ReadFile("catalog.go")
	require.NoError(t, err)
	const last = "\tAuto{},\n"
	require.Equal(t, 1, strings.Count(string(catalog), last), "the last line of the catalog")

	dir := t.TempDir()
	replace := make(map[string]string) // real path: what the go command reads in its place
	lay := func(path, text string) {
		path, err := filepath.Abs(path)
		require.NoError(t, err)
		replace[path] = filepath.Join(dir, filepath.Base(path))
		require.NoError(t, os.WriteFile(replace[path], []byte(text), 0o600))
	}
	lay("digits.go", file)
	lay("catalog.go", strings.Replace(string(catalog), last, last+line, 1))
	lay("internal/recipe/main.go", program)
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

// recipe returns the three blocks of code in CONTRIBUTING's recipe.
func recipe(t *testing.T) (file, line, program string) {
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	require.NoError(t, err)
	_, section, ok := strings.Cut(string(text), "\n## Adding a comparator\n")
	require.True(t, ok)
	section, _, _ = strings.Cut(section, "\n## ")
	const indent = "   "
	var blocks []string
	for {
		_, after, ok := strings.Cut(section, "\n"+indent+"```go\n")
		if !ok {
			break
		}
		block, rest, ok := strings.Cut(after, indent+"```\n")
		require.True(t, ok, "a block of code that does not end")
		block = strings.ReplaceAll("\n"+block, "\n"+indent, "\n")
		blocks, section = append(blocks, block[1:]), rest
	}
	require.Len(t, blocks, 3)
	return blocks[0], blocks[1], blocks[2]
}
