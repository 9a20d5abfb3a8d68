package scratch_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/testdata/scratch"
)

// Whatever goes into a binary makes another of it; only the same is served again,
// and it is the go command's own in all else.
func TestWhatIsLinkedOnce(t *testing.T) {
	tools, dir := t.TempDir(), t.TempDir()
	module, err := scratch.New(tools)
	require.NoError(t, err)
	env, err := module.Write(dir)
	require.NoError(t, err)
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	}
	write("word/word.go", "package word\n\nconst Word = \"first\"\n\nvar Set string\n")
	write("word_test.go", `package service

import (
	"testing"

	"example.com/service/word"
)

func Test(t *testing.T) { t.Fatal(word.Word + word.Set) }
`)
	links := 0
	for _, step := range []struct {
		name, word string
		flags      []string
		new        int // links that were not made before
	}{
		{name: "at first", word: "first", new: 1},
		{name: "again", word: "first"},
		{name: "as a list of packages, which are cached when they pass", word: "first", flags: []string{"."}},
		{name: "an imported package is edited", word: "second", new: 1},
		{name: "a flag of the linker", word: "secondflag", flags: []string{"-ldflags=-X=example.com/service/word.Set=flag"}, new: 1},
		{name: "without it", word: "second"},
	} {
		t.Run(step.name, func(t *testing.T) {
			if step.word == "second" && step.new > 0 {
				write("word/word.go", "package word\n\nconst Word = \"second\"\n\nvar Set string\n")
			}
			cmd := exec.Command("go", append([]string{"test"}, step.flags...)...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
			out, err := cmd.CombinedOutput()
			require.Error(t, err, "the test fails, to say its word")
			assert.Contains(t, string(out), "word_test.go:9: "+step.word+"\n", strings.Join(cmd.Args, " "))
			links += step.new
			kept, err := os.ReadDir(filepath.Join(tools, "links"))
			require.NoError(t, err)
			assert.Len(t, kept, links)
		})
	}
}

// The command gotest runs the tests as they are now, with their flags, in their directory.
func TestGotest(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals")
	}
	module, err := scratch.New(t.TempDir())
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Files: []string{"testdata/gotest.txtar"},
		Setup: func(env *testscript.Env) error {
			vars, err := module.Write(env.WorkDir)
			env.Vars = append(env.Vars, vars...)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"gotest": module.Test},
	})
}
