package shell

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// Repository is the git repository of a folder. The commands change nothing in it.
type Repository struct {
	Ctx context.Context
	Dir string
}

// ofGit reports whether an environment variable, NAME=VALUE, tells git which repository and index to use. A hook sets
// such variables, which would lead git to another repository or index.
func ofGit(setting string) bool {
	name, _, _ := strings.Cut(setting, "=")
	return slices.Contains([]string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"}, name)
}

// Run returns what git prints.
func (r Repository) Run(args ...string) ([]byte, error) { return r.Feed(nil, args...) }

// Feed returns what git prints for an input.
func (r Repository) Feed(input []byte, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(r.Ctx, "git", append([]string{"-C", r.Dir}, args...)...)
	cmd.Env = append(slices.DeleteFunc(os.Environ(), ofGit), "GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1", "LC_ALL=C")
	cmd.Stdin = bytes.NewReader(input)
	text, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(string(exit.Stderr)))
	}
	return text, err
}
