// Package scratch makes modules in which a test runs the real go command: offline,
// with this checkout instead of a release, and with the user's caches.
//
// Where the go command is not the subject of a script, [Module.Test] stands for go test:
// it runs the test binary by itself, and compiles it once for all scripts.
package scratch

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

const library = "github.com/extracteval/extracteval"

// Module is the common start of all modules of a test.
type Module struct {
	env      []string
	files    map[string][]byte // go.mod and go.sum
	binaries string            // the folder of the test binaries
	lock     sync.Mutex        // held while one of them is made
}

// New returns a module named example.com/service that requires this module and its
// requirements. The current directory must be in this checkout. New writes its
// binaries into tools, which must exist as long as the module is used.
func New(tools string) (*Module, error) {
	// The caches are shared, so that only the packages of a script must be compiled.
	out, err := exec.Command("go", "env", "GOMOD", "GOCACHE", "GOMODCACHE", "GOPATH").Output()
	if err != nil {
		return nil, fmt.Errorf("scratch: go env: %w", err)
	}
	dirs := strings.Split(strings.TrimSpace(string(out)), "\n")
	root := filepath.Dir(dirs[0])
	m := &Module{files: make(map[string][]byte), binaries: filepath.Join(tools, "binaries")}
	for _, name := range []string{"go.mod", "go.sum"} {
		if m.files[name], err = os.ReadFile(filepath.Join(root, name)); err != nil {
			return nil, fmt.Errorf("scratch: %w", err)
		}
	}
	mod := strings.Replace(string(m.files["go.mod"]), "module "+library, "module example.com/service", 1)
	m.files["go.mod"] = fmt.Appendf(nil, "%s\nrequire %s v0.0.0\n\nreplace %s => %q\n", mod, library, library, root)

	if err := os.Mkdir(m.binaries, 0o777); err != nil {
		return nil, fmt.Errorf("scratch: %w", err)
	}
	m.env = []string{
		"GOCACHE=" + dirs[1], "GOMODCACHE=" + dirs[2], "GOPATH=" + dirs[3],
		"GOFLAGS=-mod=mod -vet=off '-ldflags=-s -w'", // no symbol table, which takes a third of the time to link
		"GOPROXY=off", "GOSUMDB=off", "GOWORK=off", "GOTOOLCHAIN=local",
		"GOGC=400", // a script starts dozens of short processes, of which collecting garbage would take a third of the time
	}
	return m, nil
}

// Write writes the module into a directory, which it creates if needed. It
// returns variables to add to the environment of the go command there.
func (m *Module) Write(dir string) (env []string, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("scratch: %w", err)
	}
	for name, data := range m.files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return nil, fmt.Errorf("scratch: %w", err)
		}
	}
	return m.env[:len(m.env):len(m.env)], nil
}
