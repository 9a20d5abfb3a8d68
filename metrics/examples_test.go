package metrics_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The functions and types, in the rooms that users import, without an example that runs: evaltest.Main, which ends the program.
const maxUnshown = 1

// A function is shown by its own example, or by another whose comment names it and whose code uses it. A type is shown by its own example, or
// by the code or the comment of another, which calls a method if the type has any besides those of common interfaces.
func TestNamesHaveExamples(t *testing.T) {
	var unshown []string
	names := 0
	for pkg, r := range house(t) {
		if !public(pkg) {
			continue
		}
		functions, types := exportsOf(r)
		own, code, comments := examplesOf(t, pkg)
		for _, name := range functions {
			if !own[name] && !(code[name] && comments[name]) {
				unshown = append(unshown, pkg+"."+name)
			}
		}
		for name, methods := range types {
			called := slices.ContainsFunc(methods, func(method string) bool { return code[method] })
			if !own[name] && !((code[name] || comments[name]) && (len(methods) == 0 || called)) {
				unshown = append(unshown, pkg+"."+name)
			}
		}
		names += len(functions) + len(types)
	}
	slices.Sort(unshown)
	assert.Greater(t, names, 400)
	assert.LessOrEqual(t, len(unshown), maxUnshown, "give these an example with an output:\n%s", strings.Join(unshown, "\n"))
}

var commonMethod = regexp.MustCompile(`^(Compare|Equal|Error|Format|Is|Read|String|Unwrap|(Unm|M)arshal(JSON|Text|YAML))$`)

// exportsOf returns the exported functions of a package, and its types with their methods.
func exportsOf(r *room) (functions []string, types map[string][]string) {
	types = map[string][]string{}
	for _, parsed := range r.parsed {
		for _, d := range parsed.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if !d.Name.IsExported() {
					continue
				}
				if typ, ok := strings.CutSuffix(receiver(d), "."); !ok {
					functions = append(functions, d.Name.Name)
				} else if ast.IsExported(typ) && !commonMethod.MatchString(d.Name.Name) {
					types[typ] = append(types[typ], d.Name.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok && s.Name.IsExported() {
						types[s.Name.Name] = append(types[s.Name.Name], nil...)
					}
				}
			}
		}
	}
	return functions, types
}

// examplesOf returns the names that a package's running examples are of, those that their code selects, and the words of their comments.
func examplesOf(t *testing.T, pkg string) (own, code, comments map[string]bool) {
	own, code, comments = map[string]bool{}, map[string]bool{}, map[string]bool{}
	files, err := filepath.Glob(filepath.Join("..", pkg, "*_test.go"))
	require.NoError(t, err)
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		require.NoError(t, err)
		for _, e := range doc.Examples(parsed) {
			if e.Output == "" && !e.EmptyOutput {
				continue // it is compiled only
			}
			name, _, _ := strings.Cut(e.Name, "_")
			own[name] = true
			for _, word := range regexp.MustCompile(`\w+`).FindAllString(e.Doc, -1) {
				comments[word] = true
			}
			ast.Inspect(e.Code, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					code[s.Sel.Name] = true
				}
				return true
			})
		}
	}
	return own, code, comments
}
