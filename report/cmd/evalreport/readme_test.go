package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"

	"github.com/extracteval/extracteval/testdata/effort"
)

// step is one of a job of GitHub Actions, or of an action.
type step struct {
	ID   string
	Uses string
	If   string
	Run  string
	Env  map[string]string
	With map[string]string
}

// action is the one of this repository.
type action struct {
	Inputs map[string]struct{ Default string }
	Runs   struct{ Steps []step }
}

const ourAction = "extracteval/extracteval/.github/actions/report@"

// recipe returns the steps of the README's job for GitHub.
func recipe(t *testing.T) []step {
	t.Helper()
	text, err := os.ReadFile("../../../README.md")
	require.NoError(t, err)
	_, block, ok := strings.Cut(string(text), "job for GitHub Actions ")
	require.True(t, ok)
	_, block, ok = strings.Cut(block, "\n```yaml\n")
	require.True(t, ok)
	block, _, _ = strings.Cut(block, "\n```\n")
	var workflow struct {
		Jobs map[string]struct{ Steps []step }
	}
	require.NoError(t, yaml.Unmarshal([]byte(block), &workflow))
	steps := workflow.Jobs["extraction"].Steps
	require.NotEmpty(t, steps)
	return steps
}

// A pull request runs the job as GitHub would. This gh knows the last run in LAST, and
// keeps comments in comments.json beside itself, unless the token may not write.
const fakeGH = `#!/bin/sh
here=$(dirname "$0")
case "$1 $2" in
"run list") [ "$4 $6 $8" = "main push success" ] && [ "$LAST" != offline ] && echo "$LAST" ;;
"run download") [ "$4 $5 $6 $7" = "--name extraction --dir _extracteval/baseline" ] && cp -r "$3" _extracteval/baseline ;;
"api user") exit 1 ;; # as with the token of a workflow
"api --paginate") jq -r "$5" "$here/comments.json" ;;
"api -X")
	if [ "$3" = GET ]; then # the artifacts of a run: it is a folder
		[ "$5 $6" = "-f name=extraction" ] && [ "${LAST##*/}" != unlisted ] || exit 1
		run=${4#repos/o/r/actions/runs/} run=${run%/artifacts}
		case "$run" in
		*nothing) echo '{"artifacts": []}' ;;
		*expired) echo '{"artifacts": [{"name": "extraction", "expired": true}]}' ;;
		*) echo '{"artifacts": [{"name": "extraction", "expired": false}]}' ;;
		esac | jq -r "$8"
		exit
	fi
	[ -z "$FORK" ] || { echo "HTTP 403: Resource not accessible by integration" >&2; exit 1; }
	[ "$5 $6" = "-F body=@_extracteval/comment.md" ] || exit 1
	case "$3 $4" in
	"PATCH repos/o/r/issues/comments/"*) edit='map(if .id == $id then .body = $body else . end)' ;;
	"POST repos/o/r/issues/7/comments") edit='. + [{id: 100, user: {login: "github-actions[bot]"}, body: $body}]' ;;
	*) exit 1 ;;
	esac
	id=${4##*/}
	jq --argjson id "${id%comments}0" --rawfile body _extracteval/comment.md '($id / 10 | floor) as $id | '"$edit" "$here/comments.json" >"$here/new.json" &&
	mv "$here/new.json" "$here/comments.json" ;;
*) exit 1 ;;
esac
`

// comments of a pull request: nobody's but the one of ours, if there is one, may change.
const otherComments = `[
	{"id": 1, "user": {"login": "mallory"}, "body": "[comment]: # (extracteval extraction)\n\n## passed"},
	{"id": 2, "user": {"login": "github-actions[bot]"}, "body": "a linter's"},
	{"id": 3, "user": {"login": "github-actions[bot]"}, "body": "[comment]: # (extracteval other)\n\n## of another job"}
]`

type posting struct {
	ID   int
	Body string
}

func readComments(t *testing.T, path string) (all []posting) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &all))
	return all
}

// job is the environment of the steps of an action.
type job struct {
	dir    string
	env    []string
	values map[string]string // of expressions; outputs of steps that were not run are ""
	more   []string          // variables that win over the variables of the steps
	green  bool
	log    strings.Builder
}

var expression = regexp.MustCompile(`\$\{\{ *(.*?) *\}\}`)

// value replaces expressions by their values.
func (j *job) value(t *testing.T, text string) string {
	return expression.ReplaceAllStringFunc(text, func(whole string) string {
		name := expression.FindStringSubmatch(whole)[1]
		value, ok := j.values[name]
		ok = ok || strings.HasPrefix(name, "steps.")
		require.True(t, ok, "the test knows no value of %s", name)
		return value
	})
}

// run runs one step, if its condition holds.
func (j *job) run(t *testing.T, s step) {
	t.Helper()
	for _, condition := range strings.Split(cmp.Or(s.If, "success()"), " && ") {
		switch {
		case condition == "always()", condition == "success()" && j.green:
		case condition == "success()":
			return
		default:
			left, right, found := strings.Cut(condition, " == ")
			require.True(t, found, "unknown condition %s", condition)
			if value, quoted := strings.CutPrefix(right, "'"); quoted {
				right = strings.TrimSuffix(value, "'")
			} else {
				right = j.value(t, "${{ "+right+" }}")
			}
			if j.value(t, "${{ "+left+" }}") != right {
				return
			}
		}
	}
	if s.Run == "" {
		return
	}
	outputs := filepath.Join(t.TempDir(), "outputs")
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
	cmd.Dir = j.dir
	cmd.Env = append(slices.Clone(j.env), "GITHUB_OUTPUT="+outputs)
	for name, value := range s.Env {
		cmd.Env = append(cmd.Env, name+"="+j.value(t, value))
	}
	cmd.Env = append(cmd.Env, j.more...)
	out, err := cmd.CombinedOutput()
	fmt.Fprintf(&j.log, "%s\n", out)
	j.green = j.green && err == nil
	text, _ := os.ReadFile(outputs)
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		j.values["steps."+s.ID+".outputs."+name] = value
	}
}

// pullRequests are runs of a pull request after each other; the first has no baseline, and is
// the baseline of all others.
var pullRequests = []struct {
	name, ending string
	green        bool
	headline     string // of the comment
	says         string // in the log
}{
	{"the first run", "", true, "> Not compared: there is no green run of ", "to compare with yet"},
	{"the second run", "", true, "## ✅ Extraction: ready to merge, ", ""},
	{"a failed gate", "wrong", false, "## ❌ Extraction: do not merge, ", "a test or a gate failed: evalreport test ended with exit code 1"},
	{"a crash", "exit 3", false, "## ⚠️ Extraction: not evaluable", "a test or a gate failed"},
	{"a crash before the first case", "early exit", false, "## ⚠️ Extraction: not evaluable", "a test or a gate failed"},
	{"a real run without a provider", "skip", false, "## ⚠️ Extraction: look before you merge, ", "evalreport diff ended with exit code 1"},
}

// bench makes a module with the suites of testdata/endings and a folder of programs that
// go before all others, and skips the test where the programs that are needed are not there.
func bench(t *testing.T, needed ...string) (bin, dir string, env []string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the steps are for bash")
	}
	for _, program := range needed {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("the steps need it: %v", err)
		}
	}
	bin = t.TempDir()
	dir, vars := endingsModule(t)
	// Packages of the module that have names of ours are tested, too.
	for _, of := range []string{"run", "baseline"} {
		kept := filepath.Join(dir, of, of+".go")
		require.NoError(t, os.Mkdir(filepath.Dir(kept), 0o777))
		require.NoError(t, os.WriteFile(kept, []byte("package "+of+"\n"), 0o666))
		t.Cleanup(func() { assert.FileExists(t, kept) })
	}
	return bin, dir, append(append(os.Environ(), vars...), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func TestTheJobOfTheReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs other processes")
	}
	effort.NeedsAll(t)
	t.Parallel()
	steps := recipe(t)
	require.Len(t, steps, 3, "checkout, Go, and one more")
	require.True(t, strings.HasPrefix(steps[2].Uses, ourAction), steps[2].Uses)
	text, err := os.ReadFile("../../../.github/actions/report/action.yml")
	require.NoError(t, err)
	var ours action
	require.NoError(t, yaml.Unmarshal(text, &ours))
	for name := range steps[2].With {
		require.Contains(t, ours.Inputs, name)
	}

	bin, dir, env := bench(t, "bash", "jq", "git")
	require.NoError(t, os.WriteFile(filepath.Join(bin, "gh"), []byte(fakeGH), 0o777))
	posted := filepath.Join(bin, "comments.json")
	require.NoError(t, os.WriteFile(posted, []byte(otherComments), 0o666))
	others := readComments(t, posted)
	last := ""
	run := func(t *testing.T, event, ending string, more ...string) *job {
		require.NoError(t, os.RemoveAll(filepath.Join(dir, "summary.md")))
		j := &job{dir: dir, green: true, values: map[string]string{
			"github.event_name": event, "github.token": "secret", "github.repository": "o/r", "github.workflow": "ci", "github.event.number": "7",
			"github.base_ref || github.event.repository.default_branch": "main", "github.ref_name": "feature",
			"contains(github.event.pull_request.labels.*.name, 'baseline-lowered')": "false",
		}}
		for name, input := range ours.Inputs {
			j.values["inputs."+name] = j.value(t, cmp.Or(steps[2].With[name], input.Default))
		}
		j.values["inputs.evalreport"] = "evalreport"
		j.env = append(append(slices.Clone(env), "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary.md"), "LAST="+last, "ENDING="+ending), more...)
		j.more = more
		for _, s := range ours.Runs.Steps {
			j.run(t, s)
		}
		t.Log(j.log.String())
		summary, err := os.ReadFile(filepath.Join(dir, "summary.md"))
		require.NoError(t, err)
		if !j.green && ending != "skip" {
			assert.NotContains(t, string(summary), "ready to merge")
		}
		if !slices.Contains(more, "PACKAGES=. -list=.") {
			assert.FileExists(t, filepath.Join(dir, "_extracteval", "run", "report.html"))
		}
		return j
	}
	for _, tt := range pullRequests {
		t.Run(tt.name, func(t *testing.T) {
			j := run(t, "pull_request", tt.ending)
			assert.Equal(t, tt.green, j.green)
			assert.Contains(t, j.log.String(), tt.says)
			all := readComments(t, posted)
			require.Len(t, all, 4, "one comment, updated by each run")
			assert.Equal(t, others, all[:3])
			assert.True(t, strings.HasPrefix(all[3].Body, "[comment]: # (extracteval extraction)\n\n"+tt.headline), "%.200s", all[3].Body)
			assert.Equal(t, tt.green, strings.Contains(all[3].Body, "\n## ✅ Extraction: ready to merge, "))
			if last == "" {
				last = filepath.Join(bin, "last")
				require.NoError(t, os.Rename(filepath.Join(dir, "_extracteval", "run"), last))
			}
		})
	}
	before := readComments(t, posted)
	t.Run("a fork that may not comment", func(t *testing.T) {
		j := run(t, "pull_request", "", "FORK=1")
		assert.True(t, j.green, "a comment is not what a merge depends on")
		assert.Contains(t, j.log.String(), "::warning::the comment could not be written")
	})
	t.Run("a fork with a failed gate", func(t *testing.T) {
		assert.False(t, run(t, "pull_request", "wrong", "FORK=1").green)
	})
	t.Run("a baseline that is not there", func(t *testing.T) {
		for _, name := range []string{"expired", "nothing"} {
			gone := filepath.Join(bin, name)
			says := "run " + gone + " of main has no artifact extraction, or it has expired; the next push to main makes one."
			j := run(t, "pull_request", "", "LAST="+gone)
			assert.True(t, j.green)
			assert.Contains(t, j.log.String(), "::warning::⚠️ Not compared: "+says)
			before = readComments(t, posted)
			assert.True(t, strings.HasPrefix(before[3].Body, "[comment]: # (extracteval extraction)\n\n> ⚠️ Not compared: "+says+"\n\n## ✅ Extraction: ready to merge, "), "%.400s", before[3].Body)
		}
	})
	t.Run("a baseline that cannot be had", func(t *testing.T) {
		for _, tt := range []struct{ last, says string }{
			{filepath.Join(bin, "lost"), "the artifact extraction of run " + filepath.Join(bin, "lost") + " of main could not be loaded; see the log, and run the job again."},
			{filepath.Join(bin, "unlisted"), "the artifacts of run " + filepath.Join(bin, "unlisted") + " of main could not be listed; see the log, and run the job again."},
			{"offline", "the runs of main could not be listed; see the log, and run the job again."},
		} {
			j := run(t, "pull_request", "", "LAST="+tt.last)
			assert.False(t, j.green, "what was to be compared and is not has not passed")
			assert.Contains(t, j.log.String(), "::warning::⚠️ Not compared: "+tt.says)
			assert.Contains(t, j.log.String(), "::error::not compared: the baseline could not be loaded, for an unknown reason; run the job again")
			before = readComments(t, posted)
			assert.True(t, strings.HasPrefix(before[3].Body, "[comment]: # (extracteval extraction)\n\n> ⚠️ Not compared: "+tt.says+"\n\n## ⚠️ Extraction: not compared\n"), "%.400s", before[3].Body)
			summary, err := os.ReadFile(filepath.Join(dir, "summary.md"))
			require.NoError(t, err)
			assert.Contains(t, string(summary), tt.says)
		}
	})
	t.Run("no data set", func(t *testing.T) {
		for _, tt := range []struct{ packages, says string }{
			{"./run", "a test or a gate failed: evalreport test ended with exit code 1"},                // without a test
			{". -count=0", "a test or a gate failed: evalreport test ended with exit code 1"},           // no test is run
			{". -list=.", "not evaluable: no artifact came of this run that a report could be made of"}, // none is asked for
		} {
			j := run(t, "push", "", "PACKAGES="+tt.packages)
			assert.False(t, j.green, tt.packages)
			assert.Contains(t, j.log.String(), "::error::"+tt.says)
			summary, err := os.ReadFile(filepath.Join(dir, "summary.md"))
			require.NoError(t, err)
			assert.Contains(t, string(summary), "## ⚠️ Extraction: not evaluable", tt.packages)
		}
	})
	t.Run("a push", func(t *testing.T) {
		assert.True(t, run(t, "push", "").green)
		assert.False(t, run(t, "push", "wrong").green)
		assert.NoDirExists(t, filepath.Join(dir, "_extracteval", "baseline"))
	})
	assert.Equal(t, before, readComments(t, posted))
	t.Run("a committed baseline", func(t *testing.T) {
		file := commitBaseline(t, dir, "main")
		j := run(t, "pull_request", "")
		assert.True(t, j.green)
		assert.NoDirExists(t, filepath.Join(dir, "_extracteval", "baseline"), "the gate compares")
		assert.Contains(t, readComments(t, posted)[3].Body, "\n## ✅ Extraction: ready to merge, ")
		require.NoError(t, os.Remove(file))
		j = run(t, "pull_request", "")
		assert.False(t, j.green)
		assert.Contains(t, j.log.String(), "::error::a baseline was lowered or is gone")
		assert.Contains(t, readComments(t, posted)[3].Body, "cannot be compared with main: old.baseline.jsonl: the baseline is gone, which origin/main has; ")
		assert.Contains(t, readComments(t, posted)[3].Body, "\n## ❌ Extraction: a baseline was lowered\n")
		assert.True(t, run(t, "pull_request", "", "ALLOW_LOWERED=true").green)
	})
}

// commitBaseline makes a repository of a folder, whose remote branch has a baseline, and returns the file.
func commitBaseline(t *testing.T, dir, branch string) (file string) {
	t.Helper()
	file = filepath.Join(dir, "old.baseline.jsonl")
	text := `{"type":"baseline","about":"…"}` + "\n" + `{"type":"run","schema":"extracteval/v1"}` + "\n" + `{"type":"dataset","name":"old"}` + "\n"
	require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(filepath.Join(dir, ".git"))) })
	for _, args := range [][]string{{"init", "-q"}, {"add", file}, {"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "a"}, {"update-ref", "refs/remotes/origin/" + branch, "HEAD"}} {
		text, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput()
		require.NoError(t, err, string(text))
	}
	return file
}
