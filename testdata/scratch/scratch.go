// Package scratch makes modules in which a test runs the real go command: offline,
// with this checkout in place of a release, and with the caches of the user.
//
// # Links
//
// A script runs go test some ten times on code that it seldom changes, and go test
// links its binary, of 10 MB, each time that it does not serve a cached result. That
// is half of the time of such a script. So the go command calls the linker through
// [linkonce], which keeps what was linked and gives a copy of it to whoever links the
// same again. Everything else is the go command's own, and no script knows of it.
//
// [linkonce]: https://pkg.go.dev/github.com/extracteval/extracteval/testdata/scratch/linkonce
package scratch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const library = "github.com/extracteval/extracteval"

// Module is what all modules of a test start with.
type Module struct {
	env   []string
	files map[string][]byte // go.mod and go.sum
}

// New returns a module named example.com/service that requires what this one does,
// and this one. The current directory must be in this checkout. What New builds, it
// writes into tools, which must be there for as long as the module is used.
func New(tools string) (*Module, error) {
	// The caches are shared: everything but the packages of a script is compiled already.
	out, err := exec.Command("go", "env", "GOMOD", "GOCACHE", "GOMODCACHE", "GOPATH").Output()
	if err != nil {
		return nil, fmt.Errorf("scratch: go env: %w", err)
	}
	dirs := strings.Split(strings.TrimSpace(string(out)), "\n")
	root := filepath.Dir(dirs[0])
	m := &Module{files: make(map[string][]byte)}
	for _, name := range []string{"go.mod", "go.sum"} {
		if m.files[name], err = os.ReadFile(filepath.Join(root, name)); err != nil {
			return nil, fmt.Errorf("scratch: %w", err)
		}
	}
	mod := strings.Replace(string(m.files["go.mod"]), "module "+library, "module example.com/service", 1)
	m.files["go.mod"] = fmt.Appendf(nil, "%s\nrequire %s v0.0.0\n\nreplace %s => %s\n", mod, library, library, root)

	linkonce := filepath.Join(tools, "linkonce.exe") // the go command of Windows looks for no other
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", linkonce, library+"/testdata/scratch/linkonce")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("scratch: go build: %w\n%s", err, out)
	}
	m.env = []string{
		"GOCACHE=" + dirs[1], "GOMODCACHE=" + dirs[2], "GOPATH=" + dirs[3],
		`GOFLAGS=-mod=mod -vet=off '-toolexec="` + linkonce + `"'`, // which may have blanks in it
		"GOPROXY=off", "GOSUMDB=off", "GOWORK=off", "GOTOOLCHAIN=local",
	}
	return m, nil
}

// Write makes the module in a directory, which need not be there, and returns the
// environment, to be added to that of the process, in which the go command works
// there. What was linked is kept in the folder .links of the directory.
func (m *Module) Write(dir string) (env []string, err error) {
	links := filepath.Join(dir, ".links")
	if err := os.MkdirAll(links, 0o777); err != nil {
		return nil, fmt.Errorf("scratch: %w", err)
	}
	for name, data := range m.files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return nil, fmt.Errorf("scratch: %w", err)
		}
	}
	return append(m.env[:len(m.env):len(m.env)], "LINKONCE="+links), nil
}
