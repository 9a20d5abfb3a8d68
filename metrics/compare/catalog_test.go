package compare_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/testdata/effort"
)

// The catalog of package compare is the only list of the comparators: a new one is a file and a line there. Eight lines
// of code, of a test or of a document that name most of them are a second list.
func TestTheCatalogIsTheOnlyList(t *testing.T) {
	effort.OneGoroutine(t)
	const window = 8
	between := func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	isName := map[string]string{} // a name in a spec, or of a type -> the name in a spec
	for _, name := range compare.Names() {
		isName[name] = name
		goName := ""
		for part := range strings.SplitSeq(name, "_") {
			goName += strings.ToUpper(part[:1]) + part[1:]
		}
		isName[goName] = name
	}
	most := len(compare.Names()) * 3 / 4
	files := 0
	err := filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || file == filepath.FromSlash("../../metrics/compare")) {
			return filepath.SkipDir
		}
		if d.IsDir() || !slices.Contains([]string{".go", ".md", ".txt", ".txtar", ".tmpl"}, filepath.Ext(file)) {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		files++
		last := map[string]int{} // name -> the last line that has it
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			for _, w := range strings.FieldsFunc(line, between) {
				if name := isName[w]; name != "" {
					last[name] = number
				}
			}
			maps.DeleteFunc(last, func(_ string, line int) bool { return line <= number-window })
			if len(last) > most {
				t.Errorf("%s:%d lists comparators: ask compare.Names, or the comparator itself", file, number)
				break
			}
		}
		return nil
	})
	require.NoError(t, err)
	assert.Greater(t, files, 500)
}
