package judge

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/replay"
)

// tests is a package's run, with the exit code that it has.
type tests func() int

func (f tests) Run() int { return f() }

func TestUnusedRecordings(t *testing.T) {
	dir := t.TempDir()
	r := recordings(dir)
	for _, got := range []string{"needed", "old", "older"} {
		require.NoError(t, r.write(request{Kind: Chat, Model: "m", Got: got, Want: "w"}, verdict{Similarity: 1}, callUsage{}))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "README.md"), nil, 0o666))
	var old []string
	for _, got := range []string{"old", "older"} {
		file, err := r.file(request{Kind: Chat, Model: "m", Got: got, Want: "w"})
		require.NoError(t, err)
		old = append(old, file)
	}
	used.Lock()
	was := used.files
	used.files = map[string]map[string]bool{}
	used.Unlock()
	defer func() { used.files = was }()

	run := func(mode string, code int) (string, int) {
		t.Setenv("EVALTEST_JUDGE_UNUSED", mode)
		var out strings.Builder
		exit := wrapped{tests(func() int {
			j, err := New(Config{Kind: Chat, Model: "m", Mode: replay.Replay, Dir: dir})
			require.NoError(t, err)
			j.asked.Prompt = ""
			_, err = j.Similarity(t.Context(), "needed", "w")
			require.NoError(t, err)
			return code
		}), &out}.Run()
		return out.String(), exit
	}
	if why := notAll(0); why != "" {
		out, exit := run("list", 0)
		assert.Equal(t, "judge: unused recordings are not known: "+why+"\n", out)
		assert.Equal(t, 0, exit)
		t.Skip(why + ": nothing is removed")
	}
	for _, name := range []string{"EVALTEST_SHARD", "TEST_TOTAL_SHARDS", "EVALTEST_SPLIT"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, "1/2")
			out, exit := run("remove", 0)
			assert.Equal(t, "judge: unused recordings are not known: "+name+" has left out cases\n", out)
			assert.Equal(t, 0, exit)
		})
	}
	out, exit := run("", 0)
	assert.Empty(t, out)
	assert.Equal(t, 0, exit)
	out, exit = run("maybe", 0)
	assert.Equal(t, "judge: invalid value for EVALTEST_JUDGE_UNUSED=\"maybe\": want list or remove\n", out)
	assert.Equal(t, 2, exit)
	out, exit = run("remove", 1)
	assert.Equal(t, "judge: unused recordings are not known: not all tests have passed\n", out)
	assert.Equal(t, 1, exit)
	out, exit = run("list", 0)
	assert.Equal(t, 0, exit)
	assert.Equal(t, 2, strings.Count(out, "\n"))
	for _, file := range old {
		assert.Contains(t, out, "judge: no test has used "+file+"\n")
		assert.FileExists(t, file)
	}
	out, exit = run("remove", 0)
	assert.Equal(t, 0, exit)
	for _, file := range old {
		assert.Contains(t, out, "judge: removed "+file+", which no test has used\n")
		assert.NoFileExists(t, file)
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 2, "what was used, and what is not a recording")

	// The note stays for the rest of the process, so this is the last step.
	cases.NoteSkip("TestLetters", "no provider is configured")
	out, exit = run("remove", 0)
	assert.Equal(t, "judge: unused recordings are not known: TestLetters was skipped: no provider is configured\n", out)
	assert.Equal(t, 0, exit)
}
