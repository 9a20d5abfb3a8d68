package metrics_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/extracteval/extracteval"

// arrows say which packages of ours each package may import. A pattern that ends in
// "/..." is for the package and all below it. The first line that names a package counts.
// Who may import report may import the rooms of which its records are made, too: usage and labels.
var arrows = []struct {
	packages, may string
	why           string
}{
	{"metrics", "", "it is the vocabulary of all others"},
	{"metrics/similarity metrics/assign metrics/stats metrics/document", "", "it is a leaf: strings, numbers or JSON in, numbers out"},
	{"metrics/geometry", "metrics metrics/assign", "it is shapes and nothing of documents"},
	{"metrics/internal/near", "", "texts in, pairs out: it knows neither documents nor findings"},
	{"metrics/internal/...", "metrics/similarity metrics/document", "it is a leaf"},
	{"metrics/compare/internal/place", "metrics/document metrics/geometry metrics/internal/words", "it makes shapes of values, and knows nothing of comparing them"},
	{"metrics/compare/internal/...", "", "reading of numbers and dates knows nothing of comparing them"},
	{"metrics/compare/source", "metrics metrics/similarity metrics/document metrics/geometry metrics/compare metrics/compare/internal/...", "it looks at values and texts, not at specs"},
	{"metrics/compare", "metrics/similarity metrics/assign metrics/geometry metrics/stats metrics/document metrics/internal/... metrics/compare/internal/... metrics/similarity/nearest",
		"a comparator knows two values, neither the spec nor the counts"},
	{"metrics/schema", "metrics/document", "it knows JSON and its schemas, whoever holds answers against one"},
	{"metrics/invariant/...", "metrics/document metrics/compare/... metrics/schema metrics/invariant/... metrics/similarity/nearest", "it looks at one answer, and knows no truth"},
	{"metrics/eval/...", "metrics metrics/similarity metrics/assign metrics/geometry metrics/stats metrics/document metrics/internal/... metrics/compare/... metrics/eval/... metrics/invariant metrics/similarity/nearest",
		"it joins comparison to counts, and knows none of the measures beside it"},
	{"metrics/...", "metrics/...", "measures know documents, not what is recorded of them"},
	{"assert", "metrics/...", "an assertion on a single value needs no report and no suite"},

	{"metrics/similarity/nearest", "metrics/similarity", "it finds a name among names"},
	{"report/artifact/selection report/artifact/wholefile", "", "it is a leaf: patterns of go test, files that are there as a whole"},

	{"report/internal/reporttest", "metrics/... report report/redact report/artifact report/summarize", "it serves the tests of these"},
	{"report/internal/tell", "metrics/... report report/internal/words", "it makes words of records for several forms, and prints nothing"},
	{"report/internal/abreast", "", "it knows nothing of what is done"},
	{"report/internal/ledger", "metrics/... report report/artifact report/internal/...", "it keeps what comparisons need of cases, and compares nothing"},
	{"report/internal/evidence", "", "it is how much evidence cases are, as summaries record it"},
	{"report/internal/copies", "metrics/stats report", "it says how much evidence cases are, and adds up nothing else"},
	{"report/internal/...", "metrics/document", "it is below report, which imports it"},
	{"report/redact", "metrics/... report/internal/...", "it knows paths and values, not records"},
	{"report/usage report/labels report/confidence", "metrics/document metrics/similarity/nearest report/internal/...", "it is below report, which has it in its records"},
	{"report", "metrics/... metrics/similarity/nearest report/redact report/usage report/labels report/confidence report/internal/...", "records know neither files nor how they are added up or printed"},
	{"report/kept", "metrics/... report", "it reads what records keep, and evaluates nothing"},
	{"report/gates", "metrics/similarity/nearest report report/internal/...", "it reads limits, and judges nothing by them"},
	{"report/artifact/internal/process", "report/internal/...", "it knows processes and files, not what is in them"},
	{"report/artifact/internal/sound", "metrics metrics/compare/source metrics/invariant report", "it looks at one record"},
	{"report/artifact/internal/shards", "report", "it counts the parts of a data set, and reads none"},
	{"report/artifact/internal/marker", "report/artifact/selection report report/internal/... report/artifact/internal/process", "it knows runs, not the artifacts that they leave"},
	{"report/artifact", "metrics/... report report/gates report/redact report/internal/... report/artifact/internal/... report/artifact/selection", "files hold records, whatever is made of them"},
	{"report/summarize", "metrics/... report report/gates report/redact report/artifact report/internal/...", "numbers are made without printing them"},
	{"report/terminal", "metrics/... report report/redact report/artifact report/summarize report/internal/...", "what is printed decides nothing"},
	{"report/diff/internal/paired", "metrics metrics/stats", "numbers in, numbers out: it knows neither records nor reports"},
	{"report/diff/power", "metrics metrics/stats report report/artifact report/diff/internal/paired report/internal/...",
		"it draws pairs of runs and tests them, and compares no files"},
	{"report/diff", "metrics/... report report/artifact report/terminal report/relabel report/diff/internal/paired report/internal/...",
		"it does not know the forms in which it is rendered, nor its neighbours"},
	{"report/breakdown report/regressionset", "metrics/... report/artifact/wholefile report report/redact report/artifact report/summarize report/terminal report/internal/...",
		"it does not know the forms in which it is rendered, nor its neighbours"},
	{"report/accept", "metrics metrics/document metrics/eval report report/redact report/artifact", "it takes bytes and gives bytes: files and terminals are the command's"},
	{"report/review", "metrics/... report report/redact report/accept report/suspect report/internal/...",
		"it is asked by a page, and knows neither how the page is made nor how decisions are made in the data"},
	{"report/suspect", "metrics/... report report/redact", "it looks at truths and records, and prints nothing"},
	{"report/history", "metrics/compare report report/artifact report/summarize report/terminal report/relabel report/diff report/internal/...",
		"several runs are told by summaries, and the last of them by diff"},
	{"report/compare", "metrics metrics/stats metrics/compare report report/artifact report/summarize report/terminal report/relabel report/diff report/internal/...",
		"many runs are summaries, and tests of diff"},
	{"report/merge", "metrics/stats report report/gates report/artifact report/summarize", "what is joined is records and sums, whatever is printed of it"},
	{"report/trials", "metrics/... report report/internal/keep", "it compares the answers of trials, wherever they are from"},
	{"report/rescore", "metrics/... report report/kept report/confidence report/redact report/artifact report/summarize report/trials report/internal/...",
		"what is evaluated is records and specs, whatever is printed of it"},
	{"report/relabel", "metrics metrics/document report report/rescore report/internal/...", "it judges answers again, and compares nothing"},
	{"report/score", "metrics/... report report/redact report/artifact report/summarize report/internal/...",
		"what is evaluated is lines of files and specs, whatever is printed of it"},
	{"report/render/internal/plain", "metrics/... report report/terminal report/internal/...", "it makes texts of values and cases, whatever the form"},
	{"report/render/overlay", "metrics/... report report/terminal report/internal/...", "a picture is of the fields of a case, not of a report"},
	{"report/render", "metrics/... report report/gates report/artifact report/summarize report/terminal report/compare report/breakdown report/render/internal/plain report/internal/...",
		"what is loaded knows neither the page nor the comment that is made of it"},
	{"report/render/internal/say", "metrics/... report report/artifact report/diff report/breakdown report/render report/render/internal/plain report/internal/...",
		"what forms say alike does not know how each looks"},
	{"report/render/page/internal/...", "metrics/... report report/terminal report/render/internal/...", "each is one thing that a case shows, and knows no page"},
	{"report/render/page", "metrics/... report report/artifact report/terminal report/diff report/breakdown report/render report/render/overlay report/render/internal/... report/render/page/internal/... report/internal/...",
		"pages are below the command, and know no other form"},
	{"report/render/page/trend", "report report/diff report/history report/render/page report/render/internal/... report/render/page/internal/chart report/internal/...",
		"it is a page beside the one of a run, with its look"},
	{"report/render/page/compared", "report report/compare report/diff report/render/page report/render/internal/... report/render/page/internal/chart report/internal/...",
		"it is a page beside the one of a run, with its look"},
	{"report/render/markdown", "metrics/... report report/artifact report/terminal report/diff report/compare report/breakdown report/render report/render/internal/... report/internal/...",
		"comments are below the command, and know no other form"},
	{"report/cmd/evalreport/internal/conform", "metrics/... report report/terminal testdata/conformance", "it evaluates rows, and knows no files"},
	{"report/cmd/evalreport/internal/pictures", "report report/render report/render/overlay report/internal/...", "it finds files, and makes no page of them"},
	{"report/cmd/evalreport/internal/starter", "metrics/eval/propose report/internal/...", "it writes what is proposed, and looks at no data"},
	{"report/cmd/evalreport/internal/usage", "metrics/similarity/nearest report/terminal", "it reads flags, whatever they are for"},
	{"report/cmd/evalreport/internal/input", "report report/artifact report/diff report/compare report/score report/cmd/evalreport/internal/gotest report/cmd/evalreport/internal/usage report/internal/...",
		"it finds what is read, and prints nothing"},
	{"report/cmd/evalreport/internal/acceptance", "metrics metrics/compare/source metrics/similarity/nearest report report/accept report/artifact report/artifact/wholefile report/terminal report/cmd/evalreport/internal/input report/cmd/evalreport/internal/usage report/internal/...",
		"it chooses and writes, and asks nobody"},
	{"report/cmd/evalreport/internal/outfile", "report/artifact/wholefile report/internal/...", "it writes files, whatever is in them"},
	{"report/cmd/evalreport/internal/screen", "report/terminal", "it looks at a writer, and writes nothing"},
	{"report/cmd/evalreport/internal/gotest", "report report/artifact report/summarize report/terminal report/cmd/evalreport/internal/screen report/cmd/evalreport/internal/usage report/internal/...",
		"it runs tests and follows their artifacts, and makes no report of them"},
	{"report/cmd/... report/beam/... report/parquet/... report/render/readers", "metrics/... report/... testdata/conformance", "nothing under report imports evaltest, which imports testing"},

	{"evaltest", "metrics/... report/artifact/selection report report/redact report/artifact report/summarize report/trials report/terminal evaltest/replay evaltest/internal/...",
		"a test binary is to stay small: pages and comparisons are made by the command"},
	{"evaltest/internal/cases", "metrics/document metrics/eval report evaltest/internal/settings", "it reads data sets, and knows neither tests nor how cases are judged"},
	{"evaltest/...", "metrics/... report/kept report/artifact/wholefile report/artifact/selection report report/redact report/artifact report/summarize report/terminal report/regressionset evaltest/...",
		"a test binary is to stay small: pages and comparisons are made by the command"},
	{"examples/...", "metrics/... report/... evaltest/... assert examples/...", "an example imports what a user can"},
}

// only says under which folder alone a package that is not ours is imported.
var only = map[string]struct{ under, why string }{
	"testing":       {"evaltest", "a program that imports it has the flags of go test"},
	"html/template": {"report/render/page", "it adds 3 MB to a binary"},

	"golang.org/x/text/cases": {"metrics/tree", "suites fold texts, and would link its tables of languages"},
}

// A package over maxPackage lines says in its doc comment why, in a sentence that begins
// with bigger.
const (
	maxPackage = 3000
	maxFile    = 400
	bigger     = "This package is bigger than others"
)

// room is a package as its files, without those of tests, show it.
type room struct {
	imports map[string]string // the file that each is first seen in
	doc     string
	lines   int
	files   map[string]int // lines
}

// house reads all packages of the repository, those of nested modules included.
func house(t *testing.T) map[string]*room {
	t.Helper()
	root := ".."
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	require.Contains(t, string(mod), "module "+module+"\n")
	rooms := map[string]*room{}
	err = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if file != root && (name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		file, err = filepath.Rel(root, file)
		if err != nil {
			return err
		}
		file = filepath.ToSlash(file)
		r := rooms[path.Dir(file)]
		if r == nil {
			r = &room{imports: map[string]string{}, files: map[string]int{}}
			rooms[path.Dir(file)] = r
		}
		for _, i := range parsed.Imports {
			imported, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			if r.imports[imported] == "" {
				r.imports[imported] = file
			}
		}
		r.doc += parsed.Doc.Text()
		r.files[file] = bytes.Count(text, []byte("\n"))
		r.lines += r.files[file]
		return nil
	})
	require.NoError(t, err)
	require.Contains(t, rooms, "metrics/eval")
	require.Contains(t, rooms, "report/beam", "a module of its own")
	return rooms
}

// matches reports whether one of some patterns is for a package.
func matches(patterns, pkg string) bool {
	return slices.ContainsFunc(strings.Fields(patterns), func(pattern string) bool {
		above, all := strings.CutSuffix(pattern, "/...")
		return pkg == above || all && strings.HasPrefix(pkg, above+"/")
	})
}

func TestImportsPointDown(t *testing.T) {
	rooms := house(t)
	for _, pkg := range slices.Sorted(maps.Keys(rooms)) {
		var may, why string
		for _, a := range arrows {
			if matches(a.packages, pkg) {
				may, why = a.may, a.why
				break
			}
		}
		if matches(may, "report") {
			may += " report/usage report/labels"
		}
		if !assert.NotEmpty(t, why, "%s has no line in arrows: say what it may import, and why", pkg) {
			continue
		}
		for imported, file := range rooms[pkg].imports {
			if ours, ok := strings.CutPrefix(imported, module+"/"); ok && ours != pkg {
				assert.True(t, matches(may, ours), "%s imports %s, and %s may import %s alone: %s", file, ours, pkg, may, why)
			}
			if o, ok := only[imported]; ok {
				assert.True(t, matches(o.under+"/...", pkg), "%s imports %s, which is imported under %s alone: %s", file, imported, o.under, o.why)
			}
		}
	}
}

func TestRoomsAreSmall(t *testing.T) {
	for pkg, r := range house(t) {
		big := r.lines > maxPackage && !strings.Contains(r.doc, bigger)
		assert.False(t, big, "%s has %d lines, at most %d are allowed: split it by idea, or say why in its doc comment: %q", pkg, r.lines, maxPackage, bigger+" …")
		for file, lines := range r.files {
			assert.LessOrEqual(t, lines, maxFile, "%s is too long: one idea a file", file)
		}
	}
}

// Package report is promised for ever; what few rooms need has rooms of its own below it.
func TestReportExportsLittle(t *testing.T) {
	files, err := filepath.Glob("../report/*.go")
	require.NoError(t, err)
	names := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.FileExports(parsed) // methods of types that are not exported go, too
		for _, d := range parsed.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				names++
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						names++
					case *ast.ValueSpec:
						names += len(s.Names)
					}
				}
			}
		}
	}
	assert.Greater(t, names, 50)
	assert.LessOrEqual(t, names, 120, "functions, methods, types, constants and variables of package report")
}

// Who looks for a room finds it in the table of CONTRIBUTING.md.
func TestEveryRoomIsInTheTable(t *testing.T) {
	table, err := os.ReadFile("../CONTRIBUTING.md")
	require.NoError(t, err)
	for pkg := range house(t) {
		if own := "/" + pkg + "/"; strings.HasPrefix(own, "/examples/") || strings.Contains(own, "/internal/") || strings.Contains(own, "/cmd/") {
			continue // they are in the rows of their parents
		}
		assert.Contains(t, string(table), "`"+pkg+"`", "give the room a row")
	}
}
