package metrics_test

import (
	"go/ast"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/testdata/effort"
)

// A link of a comment: [Name], [Type.Method], [pkg.Name] or [pkg.Type.Method], not an index.
var docLink = regexp.MustCompile(`(?:^|[\s(/])\[\*?([A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,2})\](?:$|[^(\[\w])`)

// Comments link only to names that exist: a moved name takes the links to it along.
func TestDocLinksLeadSomewhere(t *testing.T) {
	effort.OneGoroutine(t)
	type source struct {
		dir  string
		file *ast.File
	}
	var sources []source
	names := map[string]map[string]bool{}   // by folder
	folders := map[string]map[string]bool{} // by name of the package
	for dir, r := range house(t) {
		names[dir] = map[string]bool{}
		for _, parsed := range r.parsed {
			if folders[parsed.Name.Name] == nil {
				folders[parsed.Name.Name] = map[string]bool{}
			}
			folders[parsed.Name.Name][dir] = true
			declare(names[dir], parsed)
			sources = append(sources, source{dir, parsed})
		}
	}
	links := 0
	for _, s := range sources {
		for _, group := range s.file.Comments {
			for _, link := range docLink.FindAllStringSubmatch(group.Text(), -1) {
				first, rest, _ := strings.Cut(link[1], ".")
				switch {
				case names[s.dir][first] || rest != "" && folders[first] != nil || ast.IsExported(first):
				default:
					continue // no link, or one to another module
				}
				links++
				found := names[s.dir][link[1]]
				for dir := range folders[first] { // not all that is named is imported
					found = found || names[dir][rest]
				}
				assert.True(t, found, "%s: the link [%s] leads nowhere", positions.Position(group.Pos()), link[1])
			}
		}
	}
	assert.Greater(t, links, 1000)
}

// declare notes the declarations of a file, with the methods and fields of types.
func declare(names map[string]bool, file *ast.File) {
	members := func(of string, list *ast.FieldList) {
		for _, f := range list.List {
			for _, name := range f.Names {
				names[of+"."+name.Name] = true
			}
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			names[receiver(d)+d.Name.Name] = true
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					for _, name := range s.Names {
						names[name.Name] = true
					}
				case *ast.TypeSpec:
					names[s.Name.Name] = true
					switch of := s.Type.(type) {
					case *ast.StructType:
						members(s.Name.Name, of.Fields)
					case *ast.InterfaceType:
						members(s.Name.Name, of.Methods)
					}
				}
			}
		}
	}
}

// receiver returns "Type." of a method.
func receiver(d *ast.FuncDecl) (name string) {
	if d.Recv != nil {
		ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && name == "" {
				name = id.Name + "."
			}
			return true
		})
	}
	return name
}
