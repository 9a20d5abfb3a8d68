package evaltest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/internal/gotest"
)

func TestRevision(t *testing.T) {
	const a, b = "0123456789abcdef0123456789abcdef01234567", "fedcba9876543210fedcba9876543210fedcba98"
	for _, tt := range []struct {
		name  string
		files map[string]string
		dir   string
		want  string
	}{
		{"a branch", map[string]string{".git/HEAD": "ref: refs/heads/x/y\n", ".git/refs/heads/x/y": a + "\n"}, ".", a},
		{"from below", map[string]string{".git/HEAD": a + "\n", "p/q/x": ""}, "p/q", a},
		{"packed", map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/packed-refs": "# pack-refs\n" + b + " refs/heads/other\n" + a + " refs/heads/main\n"}, ".", a},
		{"a worktree", map[string]string{
			".git": "gitdir: repo/worktrees/w\n", "repo/worktrees/w/HEAD": "ref: refs/heads/w\n", "repo/worktrees/w/commondir": "../..\n", "repo/refs/heads/w": b + "\n",
		}, ".", b},
		{"not born", map[string]string{".git/HEAD": "ref: refs/heads/main\n"}, ".", ""},
		{"not Git's", map[string]string{".git": "hello"}, ".", ""},
		{"no hash", map[string]string{".git/HEAD": "hello\n"}, ".", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			for name, text := range tt.files {
				name = filepath.Join(root, filepath.FromSlash(name))
				require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
				require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
			}
			assert.Equal(t, tt.want, gotest.Revision(filepath.Join(root, filepath.FromSlash(tt.dir))))
		})
	}
}
