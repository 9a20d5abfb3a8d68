package metrics_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Names of things are nouns: words that say where, when or how something is name nothing.
const notNouns = "at of in on by for to from with without above below before after beside between under over into out up down off near inside outside within " +
	"behind beyond along across around through since until per via as than then there here now ever never once twice again still yet already also too only even " +
	"just rather quite very so such thus hence else otherwise maybe perhaps how why when where which who what whose is was are were be been has had have does did " +
	"do can could may might must shall should will would not no yes known said told"

// Of the names of variables, parameters, results and fields one in a hundred may be no noun; of the functions that are not
// exported six in a hundred may have a name of four letters or fewer, which hardly says what a function does.
const (
	maxNotNouns = 0.01
	maxShort    = 0.06
)

func TestNamesOfThingsAreNouns(t *testing.T) {
	names, functions := map[string]int{}, map[string]int{}
	words := strings.Fields(notNouns)
	for pkg, r := range house(t) {
		if strings.HasPrefix(pkg, "examples/") {
			continue
		}
		for _, parsed := range r.parsed {
			ast.Inspect(parsed, func(n ast.Node) bool {
				if f, ok := n.(*ast.FuncDecl); ok && !f.Name.IsExported() && f.Name.Name != "init" && f.Name.Name != "main" {
					functions[f.Name.Name]++
				}
				for _, name := range declared(n) {
					names[name.Name]++
				}
				return true
			})
		}
	}
	share(t, names, maxNotNouns, "names are no nouns", func(name string) bool { return slices.Contains(words, name) })
	share(t, functions, maxShort, "functions have names of four letters or fewer", func(name string) bool { return len(name) <= 4 })
}

// declared returns where variables, parameters, results and fields get their names.
func declared(n ast.Node) (names []*ast.Ident) {
	var values []ast.Expr
	switch n := n.(type) {
	case *ast.Field:
		names = slices.Clone(n.Names)
	case *ast.ValueSpec:
		names = slices.Clone(n.Names)
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			values = n.Lhs
		}
	case *ast.RangeStmt:
		if n.Tok == token.DEFINE {
			values = []ast.Expr{n.Key, n.Value}
		}
	}
	for _, v := range values {
		if name, ok := v.(*ast.Ident); ok {
			names = append(names, name)
		}
	}
	return slices.DeleteFunc(names, func(name *ast.Ident) bool { return name.Name == "_" })
}

// share fails the test if too large a share of names, each with how often it occurs, is of a kind.
func share(t *testing.T, names map[string]int, most float64, kind string, of func(name string) bool) {
	t.Helper()
	all, found := 0, map[string]int{}
	for name, n := range names {
		if all += n; of(name) {
			found[name] = n
		}
	}
	count := 0
	var list []string
	for _, name := range slices.SortedFunc(maps.Keys(found), func(a, b string) int { return found[b] - found[a] }) {
		count += found[name]
		list = append(list, fmt.Sprintf("%s %d", name, found[name]))
	}
	require.Greater(t, all, 1000)
	assert.LessOrEqual(t, float64(count)/float64(all), most, "%d of %d %s: %s", count, all, kind, strings.Join(list[:min(len(list), 20)], ", "))
	t.Logf("%d of %d %s", count, all, kind)
}
