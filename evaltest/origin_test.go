package evaltest

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/replay"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

func runRecord(t *testing.T, dir string) (*report.Run, string) {
	t.Helper()
	records, text := readArtifact(t, dir)
	run, ok := records[0].(*report.Run)
	require.True(t, ok)
	line, _, _ := strings.Cut(text, "\n")
	return run, line
}

func TestLabels(t *testing.T) {
	const head = "0123456789abcdef0123456789abcdef01234567"
	for _, tt := range []struct {
		name, env, mode string // mode: EVALTEST_PROVIDER
		suite           map[string]string
		want            map[string]string
		asks            bool // the test opens a provider
		provider        string
		shown           string
	}{
		{"of the suite", "", "", map[string]string{"model": "x"}, map[string]string{"model": "x"}, true, "replay", "TestX (model=x, provider replay): 2 cases"},
		{"of the environment", "model=y", "real", nil, map[string]string{"model": "y"}, true, "real", "TestX (model=y, provider real): 2 cases"},
		{"the environment wins", "model=y,prompt=v3", "", map[string]string{"model": "x", "k": "v"}, map[string]string{"model": "y", "prompt": "v3", "k": "v"}, true, "replay", "TestX (k=v, model=y, prompt=v3, provider replay): 2 cases"},
		{"nothing was asked", "model=y", "", nil, map[string]string{"model": "y"}, false, "", "TestX (model=y): 2 cases"},
		{"nothing was asked, whatever the variable says", "model=y", "real", nil, map[string]string{"model": "y"}, false, "", "TestX (model=y): 2 cases"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := withMain(t)
			t.Setenv("EVALTEST_PROVIDER", tt.mode)
			t.Setenv("EVALTEST_LABELS", tt.env)
			write(t, map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": head + "\n", "testdata/replay/a.txt": "a"})
			ok, printed := inner(t, "TestX", func(t *testing.T) {
				if tt.asks {
					replay.Open(t, replay.Recordings{}, func(context.Context, string) (string, error) { return "", nil })
				}
				Suite[string, string]{Cases: rightCases(2), Extract: echo, Labels: tt.suite}.Run(t)
			})
			require.True(t, ok, printed)
			assert.Contains(t, printed, tt.shown)
			run, line := runRecord(t, dir)
			assert.Equal(t, tt.want, run.Labels)
			assert.Equal(t, head, run.VCS.Revision)
			assert.Equal(t, tt.provider, run.Provider)
			recordings := ""
			if tt.provider == "replay" {
				// printf 'a.txt\0' > x; printf a | sha256sum | cut -c1-64 | xxd -r -p >> x; sha256sum x
				recordings = "0ad5cf3c20406b57"
			}
			assert.Equal(t, recordings, run.Recordings)
			assert.Contains(t, line, `"labels":{`)
		})
	}
}

// Without labels the record of a run has no key that labels bring.
func TestRecordsWithoutLabels(t *testing.T) {
	dir := withMain(t)
	write(t, map[string]string{".git/HEAD": "0123456789abcdef0123456789abcdef01234567\n", "testdata/replay/a.txt": "a"})
	ok, printed := inner(t, "TestX", Suite[string, string]{Cases: rightCases(2), Extract: echo}.Run)
	require.True(t, ok, printed)
	_, text := readArtifact(t, dir)
	for _, key := range []string{"labels", "provider", "recordings", "vcs", "runner", "retries", "timed_out", "replayed", "cost", "usage"} {
		assert.NotContains(t, text, `"`+key+`":`)
	}
}

func TestLabelMistakes(t *testing.T) {
	withMain(t)
	suite := Suite[string, string]{Cases: rightCases(1), Extract: echo, Labels: map[string]string{"a b": "x"}}
	ok, printed := inner(t, "TestX", suite.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `evaltest: TestX: label name "a b": want letters, digits`)

	t.Setenv("EVALTEST_LABELS", "model")
	suite.Labels = nil
	ok, printed = inner(t, "TestX", suite.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `invalid value for EVALTEST_LABELS="model": want "model=x,prompt=v3": label "model": want NAME=VALUE`)
}

// Several systems in one test are suites in a loop: the labels tell their data sets apart.
func TestSeveralSystemsInOneTest(t *testing.T) {
	dir := withMain(t)
	ok, printed := inner(t, "TestModels", func(t *testing.T) {
		for _, name := range []string{"small", "large one"} {
			t.Run(name, Suite[string, string]{Cases: rightCases(2), Extract: echo, Labels: map[string]string{"model": name}}.Run)
		}
	})
	require.True(t, ok, printed)
	sources, warnings, err := artifact.List(dir)
	require.NoError(t, err)
	require.Empty(t, warnings)
	found := map[string]string{}
	for _, source := range sources {
		sections, err := artifact.Walk(source, artifact.Visitor{})
		require.NoError(t, err)
		require.Len(t, sections, 1)
		assert.Equal(t, artifact.Whole, sections[0].State())
		assert.Equal(t, 2, sections[0].Cases)
		found[sections[0].Dataset.Name] = sections[0].Run.Labels["model"]
	}
	assert.Equal(t, map[string]string{"TestModels/small": "small", "TestModels/large_one": "large one"}, found)
}

// The recordings of a run are in the folders that its test has opened.
func TestRecordingsOfATest(t *testing.T) {
	for _, tt := range []struct {
		test string
		dirs []string
		want string
	}{
		// printf 'a.txt\0' > x; printf a | sha256sum | cut -c1-64 | xxd -r -p >> x; sha256sum x
		{"TestOpensOne", []string{"other"}, "0ad5cf3c20406b57"},
		// printf 'other\0%s\0third\0%s\0' 0ad5cf3c20406b57 (of b) | sha256sum
		{"TestOpensTwo", []string{"third", "./other"}, "28a9d3202d9aa1b6"},
		{"TestOpensNothing", []string{"nowhere", "empty"}, ""},
	} {
		t.Run(tt.test, func(t *testing.T) {
			dir := withMain(t)
			t.Setenv("EVALTEST_LABELS", "model=y")
			write(t, map[string]string{"other/a.txt": "a", "third/b.txt": "b", "testdata/replay/c.txt": "c"})
			ok, printed := inner(t, tt.test, func(t *testing.T) {
				for _, dir := range tt.dirs {
					replay.Open[string](t, replay.Recordings{Dir: dir}, nil)
				}
				Suite[string, string]{Cases: rightCases(2), Extract: echo}.Run(t)
			})
			require.True(t, ok, printed)
			run, _ := runRecord(t, dir)
			assert.Equal(t, tt.want, run.Recordings)
		})
	}
}

// Judges do not know their test: their recordings count for every test.
func TestRecordingsOfJudges(t *testing.T) {
	dir := withMain(t)
	t.Setenv("EVALTEST_LABELS", "model=y")
	write(t, map[string]string{"testdata/judge/v.json": "v"})
	cases.NoteProvider("", "replay", "testdata/judge")
	suite := Suite[string, string]{Cases: rightCases(2), Extract: echo}
	ok, printed := inner(t, "TestX", suite.Run)
	require.True(t, ok, printed)
	run, _ := runRecord(t, dir)
	// printf 'v.json\0' > x; printf v | sha256sum | cut -c1-64 | xxd -r -p >> x; sha256sum x
	assert.Equal(t, "3336c1c5021aa176", run.Recordings)
	assert.Equal(t, "replay", run.Provider)

	write(t, map[string]string{"testdata/replay/a.txt": "a"})
	require.NoError(t, os.RemoveAll(dir))
	ok, printed = inner(t, "TestX", func(t *testing.T) {
		replay.Open[string](t, replay.Recordings{}, nil)
		suite.Run(t)
	})
	require.True(t, ok, printed)
	run, _ = runRecord(t, dir)
	// printf 'testdata/judge\0%s\0testdata/replay\0%s\0' 3336c1c5021aa176 0ad5cf3c20406b57 | sha256sum
	assert.Equal(t, "560269b0bbfd88c9", run.Recordings)
}
