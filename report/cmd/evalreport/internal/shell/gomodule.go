package shell

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// Module is a module on this machine; the zero value is none.
type Module struct{ Path, Root string }

var moduleLine = regexp.MustCompile(`(?m)^module[ \t]+"?([^\s"]+)`)

// CurrentModule returns the module that the working directory is in.
func CurrentModule() Module {
	dir, err := os.Getwd()
	for err == nil {
		if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil {
			if found := moduleLine.FindSubmatch(text); found != nil {
				return Module{string(found[1]), dir}
			}
			break
		}
		if filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	return Module{}
}

// Dir returns the folder of a package or of its external tests, false for one that is not of
// the module.
func (m Module) Dir(pkg string) (dir string, ok bool) {
	below, ok := strings.CutPrefix(strings.TrimSuffix(pkg, "_test")+"/", m.Path+"/")
	if below = path.Clean("./" + below); !ok || m.Path == "" || !filepath.IsLocal(filepath.FromSlash(below)) {
		return "", false
	}
	return filepath.Join(m.Root, filepath.FromSlash(below)), true
}
