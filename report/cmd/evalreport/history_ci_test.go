package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"

	"github.com/extracteval/extracteval/testdata/effort"
)

// push is a push to the base branch: the wrong totals of 200, and how its job ends.
type push struct {
	wrong int
	since string // of the history
	green bool
	says  string
}

const fallen = "something has fallen over the last merges and has not risen again"

// smallFalls are pushes that each break 2 of 200 totals, from .990 to .910: no two of them differ beyond chance, and the
// job is red after the eighth, the least number of runs that history tests. It stays red as long as the fall stands, and
// another lesser fall does not change it. It is green when the totals are right again, or when the fall is accepted.
var smallFalls = []push{
	{2, "", true, ""}, {4, "", true, ""}, {6, "", true, ""}, {8, "", true, ""}, {10, "", true, ""}, {12, "", true, ""}, {14, "", true, ""},
	{16, "", false, fallen}, {18, "", false, fallen}, {18, "9999", true, ""},
}

// equalRuns are pushes that change little.
var equalRuns = []push{
	{4, "", true, ""}, {2, "", true, ""}, {5, "", true, ""}, {3, "", true, ""}, {4, "", true, ""}, {5, "", true, ""}, {2, "", true, ""}, {3, "", true, ""}, {5, "", true, ""}, {4, "", true, ""},
}

// writeTotals writes the truths and answers of a push.
func writeTotals(t *testing.T, dir string, p push) {
	t.Helper()
	var truths, answers strings.Builder
	for i := range 200 {
		fmt.Fprintf(&truths, "{\"id\":\"doc-%d\",\"total\":%d}\n", i, i)
		total := i
		if i < p.wrong {
			total += 1000
		}
		fmt.Fprintf(&answers, "{\"id\":\"doc-%d\",\"total\":%d}\n", i, total)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "truths.jsonl"), []byte(truths.String()), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "answers.jsonl"), []byte(answers.String()), 0o666))
}

// keptGH knows the green runs in the folder GREEN, the newest last by name; one that is named lost cannot be downloaded.
const keptGH = `#!/bin/sh
case "$1 $2" in
"run list")
	[ "$4 $6 $8 ${10} ${12}" = "main push success ci 19" ] || exit 1
	since=0000
	[ "${13}" != --created ] || since=${14#>=}
	for run in $(ls -r "$GREEN"); do [ "$since" = 9999 ] || echo "$GREEN/$run"; done ;;
"run download")
	case $3 in *lost) exit 1 ;; esac
	[ "$4 $5 $6" = "--name extraction --dir" ] && mkdir -p "$(dirname "$7")" && cp -r "$3" "$7" ;;
"api -X")
	case $4 in
	*expired/artifacts) echo '{"artifacts": [{"expired": true}]}' ;;
	*) echo '{"artifacts": [{"expired": false}]}' ;;
	esac | jq -r "$8" ;;
*) exit 1 ;;
esac
`

func TestManySmallFallsOnGitHub(t *testing.T) {
	effort.NeedsAll(t)
	t.Parallel()
	needs(t, "bash", "jq")
	text, err := os.ReadFile("../../../.github/actions/report/action.yml")
	require.NoError(t, err)
	var ours action
	require.NoError(t, yaml.Unmarshal(text, &ours))
	bin := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(bin, "gh"), []byte(keptGH), 0o777))
	start := func(t *testing.T) (green string, run func(*testing.T, push, ...string) string) {
		dir, green := t.TempDir(), t.TempDir()
		n := 0
		return green, func(t *testing.T, p push, values ...string) string {
			n++
			writeTotals(t, dir, p)
			j := &job{dir: dir, green: true, values: map[string]string{
				"github.event_name": "push", "github.token": "secret", "github.repository": "o/r", "github.workflow": "ci", "github.event.number": "",
				"github.base_ref || github.event.repository.default_branch": "main", "contains(github.event.pull_request.labels.*.name, 'baseline-lowered')": "false", "github.ref_name": "main",
			}}
			for name, input := range ours.Inputs {
				j.values["inputs."+name] = j.value(t, input.Default)
			}
			j.values["inputs.command"], j.values["inputs.packages"], j.values["inputs.evalreport"] = "score", "-macro-f1 .5 truths.jsonl answers.jsonl", "evalreport"
			j.values["inputs.history-since"] = p.since
			for i := 0; i < len(values); i += 2 {
				j.values[values[i]] = values[i+1]
			}
			summary := filepath.Join(t.TempDir(), "summary.md")
			j.env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "GITHUB_STEP_SUMMARY="+summary, "GREEN="+green)
			for _, s := range ours.Runs.Steps {
				j.run(t, s)
			}
			assert.Equal(t, p.green, j.green, "push %d: %s", n, j.log.String())
			assert.Contains(t, j.log.String(), p.says)
			if j.green {
				require.NoError(t, os.Rename(filepath.Join(dir, "_extracteval", "run"), filepath.Join(green, fmt.Sprintf("%03d", n))))
			}
			page, err := os.ReadFile(summary)
			require.NoError(t, err)
			return string(page)
		}
	}
	t.Run("small falls", func(t *testing.T) {
		green, run := start(t)
		for _, p := range smallFalls {
			summary := run(t, p)
			assert.Equal(t, p.says != "", strings.Contains(summary, "fallen: total 0.99"), summary)
		}
		require.NoError(t, os.Mkdir(filepath.Join(green, "000expired"), 0o777))
		run(t, push{18, "", false, fallen}) // an artifact that has expired is left out
		run(t, push{18, "", true, ""}, "inputs.history", "0")
		run(t, push{18, "", true, ""}, "github.ref_name", "feature")
		run(t, push{18, "", true, ""}, "github.event_name", "merge_group")
		require.NoError(t, os.Mkdir(filepath.Join(green, "000lost"), 0o777))
		run(t, push{2, "", false, "the kept runs could not be loaded, for an unknown reason; run the job again"})
	})
	t.Run("equal runs", func(t *testing.T) {
		_, run := start(t)
		for _, p := range equalRuns {
			assert.NotContains(t, run(t, p), "fallen")
		}
	})
}

func TestManySmallFallsOnGitLab(t *testing.T) {
	effort.NeedsAll(t)
	t.Parallel()
	needs(t, "bash", "curl", "od", "awk")
	text, err := os.ReadFile("../../../.gitlab/report.yml")
	require.NoError(t, err)
	var file struct {
		Extraction struct {
			Script    []string
			Variables map[string]string
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &file))
	start := func(t *testing.T) (run func(*testing.T, push, ...string)) {
		dir, last := t.TempDir(), filepath.Join(t.TempDir(), "kept.tar.gz")
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/api/v4/projects/5/jobs/artifacts/main/raw/kept.tar.gz" || r.URL.Query().Get("job") != "extraction" {
				http.Error(w, "unknown artifact", http.StatusBadRequest)
				return
			}
			http.ServeFile(w, r, last) // 404 without one
		}))
		t.Cleanup(server.Close)
		n := 100
		return func(t *testing.T, p push, more ...string) {
			n++
			writeTotals(t, dir, p)
			cmd := exec.Command("bash", "-eo", "pipefail", "-c", file.Extraction.Script[0])
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "CI_API_V4_URL="+server.URL+"/api/v4", "CI_PROJECT_ID=5", "CI_JOB_NAME=extraction", "CI_JOB_ID="+fmt.Sprint(n), "NO_PROXY=127.0.0.1",
				"no_proxy=127.0.0.1", "CI_JOB_TOKEN=job", "CI_COMMIT_BRANCH=main")
			for name, value := range file.Extraction.Variables {
				cmd.Env = append(cmd.Env, name+"="+value)
			}
			cmd.Env = append(cmd.Env, "EXTRACTION_COMMAND=score", "EXTRACTION_PACKAGES=-macro-f1 .5 truths.jsonl answers.jsonl", "EXTRACTION_EVALREPORT=evalreport", "EXTRACTION_HISTORY_SINCE="+p.since)
			cmd.Env = append(cmd.Env, more...)
			out, err := cmd.CombinedOutput()
			assert.Equal(t, p.green, err == nil, "push %d: %s", n, out)
			assert.Contains(t, string(out), p.says)
			if kept := filepath.Join(dir, "kept.tar.gz"); err == nil && len(more) == 0 {
				require.NoError(t, os.Rename(kept, last))
			}
		}
	}
	t.Run("small falls", func(t *testing.T) {
		run := start(t)
		for i, p := range smallFalls {
			if i == len(smallFalls)-1 {
				run(t, push{18, "", true, ""}, "EXTRACTION_HISTORY=0")
				run(t, push{18, "", true, ""}, "CI_COMMIT_BRANCH=")
				run(t, push{2, "", false, "the kept runs could not be loaded"}, "CI_COMMIT_BRANCH=other")
			}
			run(t, p)
		}
	})
	t.Run("at most so many runs are kept", func(t *testing.T) {
		run := start(t)
		for _, wrong := range []int{2, 4, 3} {
			run(t, push{wrong, "", true, ""})
		}
		run(t, push{3, "", true, "3 runs; over the last 3"}, "EXTRACTION_HISTORY=3")
	})
}
