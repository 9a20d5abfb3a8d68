package metrics_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/scanner"
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

// floors are the rooms from the ground up: a room imports rooms of the floors below it. A package that is not listed is a part of the
// room that is the longest beginning of its path, and the parts of a room import each other.
var floors = []string{
	"internal/arithmetic internal/gojson",
	"internal/number internal/signflip",
	"metrics metrics/assign metrics/document metrics/similarity metrics/stats internal/date",
	"internal/words testdata/conformance",
	"internal/estimate internal/files internal/view",
	"metrics/geometry metrics/sections metrics/spans metrics/tree",
	"metrics/detection metrics/runs internal/usage",
	"metrics/compare",
	"internal/paths internal/source",
	"internal/spectext",
	"internal/dataset",
	"internal/invariant",
	"metrics/eval",
	"internal/regressionset internal/spelling",
	"assert metrics/convention internal/preflight metrics/grounding metrics/quality report/redact",
	"report",
	"internal/documentquality internal/sidecar internal/traits internal/verdict report/internal/specs",
	"report/artifact",
	"report/summarize",
	"internal/rescore internal/terminal",
	"report/internal/runs report/internal/score",
	"evaltest/internal report/beam report/internal/breakdown",
	"evaltest/replay report/internal/diff report/internal/labels",
	"report/baseline",
	"evaltest report/diff report/internal/compare report/internal/history",
	"evaltest/detection evaltest/grounding evaltest/judge evaltest/proto evaltest/quality evaltest/regression report/internal/render",
	"report/internal/render/page",
	"report/cmd report/internal/render/readers",
	"examples",
}

// apart are rooms that know nothing of others although these lie below them. A pattern that ends in "/..." is for the package and all
// below it.
var apart = []struct{ rooms, from, why string }{
	{"metrics/compare", "metrics internal/source", "a comparator knows two values, neither the spec nor the counts"},
	{"metrics/...", "report/...", "measures know documents, and no records of them"},
	{"report/...", "evaltest/...", "it imports testing, and a program that does has the flags of go test"},
	{"evaltest", "metrics/quality metrics/grounding metrics/detection", "the test binary of every suite would compile them: packages evaltest/quality and the like import evaltest"},
	{"evaltest/...", "report/diff report/internal/compare report/internal/history", "a test binary is to stay small: it judges a baseline, and the command makes all other comparisons"},
	{"evaltest/... internal/rescore internal/traits report/baseline report/internal/diff report/internal/runs report/summarize", "internal/estimate/onerun", "a test binary is to stay small: only breakdowns need it, which the command prints"},
	{"report/diff report/internal/diff report/internal/history report/internal/compare report/internal/breakdown", "report/internal/render/...", "it does not know the forms in which it is rendered"},
	{"internal/estimate/...", "report/...", "numbers in, numbers out: it knows neither records nor reports"},
	{"metrics/... report report/artifact report/summarize evaltest/...", "metrics/compare/edlib", "a suite links go-edlib only if it asks for it"},
	{"internal/terminal report/internal/render/...", "internal/rescore report/internal/score", "printing decides nothing"},
}

// only says under which folder alone a package that is not ours is imported.
var only = map[string]struct{ under, why string }{
	"testing":       {"evaltest", "a program that imports it has the flags of go test"},
	"html/template": {"examples/site report/internal/render/figures report/internal/render/page", "it adds 3 MB to a binary"},

	"github.com/hbollon/go-edlib": {"metrics/compare/edlib", "its similarities may be NaN or below 0, and take much memory"},

	"golang.org/x/text/cases": {"metrics/tree", "suites fold texts, and would link its tables of languages"},
}

const (
	maxPackage = 3000 // lines of code: comments and blank lines do not count
	maxFile    = 400  // lines
	maxRooms   = 84   // packages, of nested modules too: who looks for something reads their names
)

// room is a package as its files, without the tests, show it.
type room struct {
	imports map[string]string // the file that each is first seen in
	code    int               // lines of code
	files   map[string]int    // lines
	parsed  map[string]*ast.File
}

// read are the packages that house has read, and positions the places in their files.
var (
	read      map[string]*room
	positions = token.NewFileSet()
)

// house reads all packages of the repository and of the nested modules, once for all tests. The tests do not change the syntax.
func house(t *testing.T) map[string]*room {
	t.Helper()
	if read != nil {
		return read
	}
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
		parsed, err := parser.ParseFile(positions, file, text, parser.ParseComments|parser.SkipObjectResolution)
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
			r = &room{imports: map[string]string{}, files: map[string]int{}, parsed: map[string]*ast.File{}}
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
		r.code += codeLines(text)
		r.files[file] = bytes.Count(text, []byte("\n"))
		r.parsed[file] = parsed
		return nil
	})
	require.NoError(t, err)
	require.Contains(t, rooms, "metrics/eval")
	require.Contains(t, rooms, "report/beam", "a module of its own")
	read = rooms
	return rooms
}

// public reports whether users import a package.
func public(pkg string) bool {
	own := "/" + pkg + "/"
	return !strings.HasPrefix(own, "/examples/") && !strings.Contains(own, "/internal/") && !strings.Contains(own, "/cmd/")
}

// codeLines counts the lines of a file that hold more than comments.
func codeLines(text []byte) int {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, text, nil, 0)
	lines := map[int]bool{}
	for {
		pos, tok, lit := s.Scan()
		switch {
		case tok == token.EOF:
			return len(lines)
		case tok == token.SEMICOLON && lit == "\n":
			continue
		}
		for first, i := file.Line(pos), 0; i <= strings.Count(lit, "\n"); i++ {
			lines[first+i] = true
		}
	}
}

// matches reports whether one of some patterns is for a package.
func matches(patterns, pkg string) bool {
	return slices.ContainsFunc(strings.Fields(patterns), func(pattern string) bool {
		above, all := strings.CutSuffix(pattern, "/...")
		return pkg == above || all && strings.HasPrefix(pkg, above+"/")
	})
}

// floorOf returns the room that a package is a part of, and its floor, from 0.
func floorOf(pkg string) (room string, floor int) {
	floor = -1
	for n, rooms := range floors {
		for _, r := range strings.Fields(rooms) {
			if matches(r+"/...", pkg) && len(r) > len(room) {
				room, floor = r, n
			}
		}
	}
	return room, floor
}

func TestImportsPointDown(t *testing.T) {
	rooms := house(t)
	for _, pkg := range slices.Sorted(maps.Keys(rooms)) {
		room, floor := floorOf(pkg)
		if !assert.NotEmpty(t, room, "give %s a floor", pkg) {
			continue
		}
		for imported, file := range rooms[pkg].imports {
			if o, ok := only[imported]; ok {
				assert.True(t, matches(o.under+"/...", pkg), "%s imports %s, which is imported under %s alone: %s", file, imported, o.under, o.why)
			}
			ours, ok := strings.CutPrefix(imported, module+"/")
			if !ok {
				continue
			}
			below, onFloor := floorOf(ours)
			assert.True(t, below == room || onFloor < floor, "%s imports %s, which is not on a floor below %s", file, ours, room)
			for _, a := range apart {
				assert.False(t, matches(a.rooms, pkg) && matches(a.from, ours), "%s imports %s: %s", file, ours, a.why)
			}
		}
	}
}

func TestRoomsAreSmallAndFew(t *testing.T) {
	rooms := 0
	for pkg, r := range house(t) {
		if !strings.HasPrefix(pkg, "examples/") {
			rooms++
		}
		assert.LessOrEqual(t, r.code, maxPackage, "%s has too many lines of code: split it by idea", pkg)
		for file, lines := range r.files {
			assert.LessOrEqual(t, lines, maxFile, "%s is too long: one idea a file", file)
		}
	}
	assert.LessOrEqual(t, rooms, maxRooms, "packages: a new idea may be a file of a room that exists")
}

// The exported names and methods of the rooms that users import: each is a promise. Fewer are better; lower the ceilings with them.
const (
	maxNames   = 507
	maxMethods = 342
)

func TestExportsAreFew(t *testing.T) {
	names, methods := 0, 0
	for pkg, r := range house(t) {
		if !public(pkg) {
			continue
		}
		for _, parsed := range r.parsed {
			for _, d := range parsed.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					switch {
					case !d.Name.IsExported():
					case d.Recv == nil:
						names++
					case ast.IsExported(receiver(d)):
						methods++
					}
				case *ast.GenDecl:
					for _, s := range d.Specs {
						switch s := s.(type) {
						case *ast.TypeSpec:
							if s.Name.IsExported() {
								names++
							}
						case *ast.ValueSpec:
							for _, name := range s.Names {
								if name.IsExported() {
									names++
								}
							}
						}
					}
				}
			}
		}
	}
	assert.Greater(t, names, 100)
	assert.LessOrEqual(t, names, maxNames, "exported types, functions, constants and variables")
	assert.LessOrEqual(t, methods, maxMethods, "exported methods")
}

// Who looks for a room finds it in the table of CONTRIBUTING.md.
func TestEveryRoomIsInTheTable(t *testing.T) {
	table, err := os.ReadFile("../CONTRIBUTING.md")
	require.NoError(t, err)
	for pkg := range house(t) {
		if !public(pkg) {
			continue // they are in the rows of their parents
		}
		assert.True(t, strings.Contains(string(table), "`"+pkg+"`"), "give %s a row", pkg)
	}
}

// maxBinaries is the most packages with tests: go test links a binary for each. A small room inside of others is tested by the
// tests of the folder above it.
const maxBinaries = 42

func TestBinariesAreFew(t *testing.T) {
	binaries := map[string]bool{}
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			_, err := os.Stat(filepath.Join(file, "go.mod"))
			if file != ".." && (err == nil || d.Name() == "testdata" || d.Name() == "examples" || strings.HasPrefix(d.Name(), ".")) {
				return filepath.SkipDir
			}
		} else if strings.HasSuffix(file, "_test.go") {
			binaries[filepath.Dir(file)] = true
		}
		return nil
	})
	require.NoError(t, err)
	assert.Greater(t, len(binaries), 30)
	assert.LessOrEqual(t, len(binaries), maxBinaries, "packages with tests")
}
