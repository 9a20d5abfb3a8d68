package main

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"maps"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"

	"github.com/extracteval/extracteval/testdata/effort"
)

// scoreRuns are runs of a job over two files after each other. The limits are the same.
var scoreRuns = []struct {
	name, answers string
	green         bool
	headline      string // of the comment
	says          string // in the log
}{
	{"right answers", `{"id":"a","total":1}` + "\n" + `{"id":"b","total":2}`, true, "## ✅ Extraction: ready to merge, ", "truths: gate passed over 2 cases"},
	{"a limit that is not kept", `{"id":"a","total":1}` + "\n" + `{"id":"b","total":3}`, false, "## ❌ Extraction: do not merge, ",
		"a test or a gate failed: evalreport score ended with exit code 1"},
	{"a truth without an answer", `{"id":"a","total":1}`, false, "## ❌ Extraction: do not merge, ", "1 error, more than the 0 allowed"},
	{"a file that cannot be used", `[{"id":"a","total":1}`, false, "## ⚠️ Extraction: not evaluable", "answers.jsonl:1: the JSON has no end"},
}

const scoreFlags = "-field total=.9"

// writeTruths writes the truths of scoreRuns.
func writeTruths(t *testing.T, dir string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "truths.jsonl"), []byte(`{"id":"a","total":1}`+"\n"+`{"id":"b","total":2}`+"\n"), 0o666))
}

// writeSpecs writes 200 truths, and two specs, of which the loose one takes any total for right.
func writeSpecs(t *testing.T, dir string) {
	t.Helper()
	for name, text := range map[string]string{
		"many.jsonl": totals(0), "strict.yaml": "fields: [{path: total, match: numeric}]", "loose.yaml": "fields: [{path: total, match: numeric, tolerance: 1e9}]",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
}

// totals are 200 answers, of which the first ones are wrong.
func totals(wrong int) string {
	var b strings.Builder
	for i := range 200 {
		total := i
		if i < wrong {
			total += 500
		}
		fmt.Fprintf(&b, "{\"id\":\"%d\",\"total\":%d}\n", i, total)
	}
	return b.String()
}

// needs skips the test where a job of bash cannot run.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	if testing.Short() {
		t.Skip("it runs other processes")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the steps are for bash")
	}
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("the steps need it: %v", err)
		}
	}
}

// release makes the archive of a release, with a program that runs this command.
func release(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	command, err := exec.LookPath("evalreport")
	require.NoError(t, err)
	program := []byte("#!/bin/sh\nexec '" + command + "' \"$@\"\n")
	const name = "evalreport_v0.1.0_linux_amd64.tar.gz"
	f, err := os.Create(filepath.Join(dir, name))
	require.NoError(t, err)
	z := gzip.NewWriter(f)
	archive := tar.NewWriter(z)
	require.NoError(t, archive.WriteHeader(&tar.Header{Name: "evalreport", Mode: 0o755, Size: int64(len(program))}))
	_, err = archive.Write(program)
	require.NoError(t, err)
	require.NoError(t, archive.Close())
	require.NoError(t, z.Close())
	require.NoError(t, f.Close())
	text, err := os.ReadFile(f.Name())
	require.NoError(t, err)
	sums := fmt.Sprintf("%x  %s\n%064d  evalreport_v0.1.0_darwin_amd64.tar.gz\n", sha256.Sum256(text), name, 0)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(sums), 0o666))
	return dir
}

// releaseGH answers gh release download, and the rest as fakeGH does.
const releaseGH = `#!/bin/sh
if [ "$1 $2" = "release download" ]; then
	[ "$3 $4 $5 $7 $8" = "--repo extracteval/extracteval --dir --pattern evalreport_*_linux_amd64.*" ] || exit 1
	cp "$RELEASE"/* "$6"
	exit
fi
`

func TestTheActionOfScore(t *testing.T) {
	effort.NeedsAll(t)
	t.Parallel()
	needs(t, "bash", "jq", "tar", "sha256sum")
	read := func(name string) (a action) {
		text, err := os.ReadFile("../../../.github/actions/" + name + "/action.yml")
		require.NoError(t, err)
		require.NoError(t, yaml.Unmarshal(text, &a))
		return a
	}
	ours, report := read("score"), read("report")
	require.Len(t, ours.Runs.Steps, 2)
	uses := ours.Runs.Steps[1]
	require.True(t, strings.HasPrefix(uses.Uses, ourAction), uses.Uses)
	for name := range uses.With {
		require.Contains(t, report.Inputs, name)
	}

	bin, dir, published := t.TempDir(), t.TempDir(), release(t)
	require.NoError(t, os.WriteFile(filepath.Join(bin, "gh"), []byte(releaseGH+strings.TrimPrefix(fakeGH, "#!/bin/sh\n")), 0o777))
	posted := filepath.Join(bin, "comments.json")
	require.NoError(t, os.WriteFile(posted, []byte(otherComments), 0o666))
	writeTruths(t, dir)
	run := func(t *testing.T, answers, last string, given map[string]string) *job {
		t.Helper()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "answers.jsonl"), []byte(answers), 0o666))
		j := &job{dir: dir, green: true, values: map[string]string{
			"github.event_name": "pull_request", "github.token": "secret", "github.repository": "o/r", "github.workflow": "ci", "github.event.number": "7",
			"github.base_ref || github.event.repository.default_branch": "main", "contains(github.event.pull_request.labels.*.name, 'baseline-lowered')": "false", "runner.os": "Linux", "runner.arch": "X64",
		}}
		j.env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "GITHUB_STEP_SUMMARY="+filepath.Join(bin, "summary.md"), "LAST="+last, "RELEASE="+published)
		for name, input := range ours.Inputs {
			j.values["inputs."+name] = j.value(t, input.Default)
			if value, ok := given[name]; ok {
				j.values["inputs."+name] = value
			}
		}
		j.run(t, ours.Runs.Steps[0])
		with := map[string]string{}
		for name, input := range report.Inputs {
			with["inputs."+name] = j.value(t, input.Default)
		}
		for name, value := range uses.With {
			with["inputs."+name] = j.value(t, value)
		}
		maps.Copy(j.values, with)
		for _, s := range report.Runs.Steps {
			j.run(t, s)
		}
		t.Log(j.log.String())
		return j
	}
	ordinary := map[string]string{"truths": "truths.jsonl", "answers": "answers.jsonl", "flags": scoreFlags}
	for _, tt := range scoreRuns {
		t.Run(tt.name, func(t *testing.T) {
			j := run(t, tt.answers, "", ordinary)
			assert.Equal(t, tt.green, j.green)
			assert.Contains(t, j.log.String(), tt.says)
			all := readComments(t, posted)
			require.Len(t, all, 4, "one comment, updated by each run")
			assert.Contains(t, all[3].Body, tt.headline)
		})
	}
	t.Run("an archive that is not the one of the release", func(t *testing.T) {
		sums := filepath.Join(published, "SHA256SUMS")
		text, err := os.ReadFile(sums)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(sums, []byte(strings.Repeat("0", 64)+string(text[64:])), 0o666))
		j := run(t, scoreRuns[0].answers, "", ordinary)
		assert.False(t, j.green)
		assert.Contains(t, j.log.String(), "evalreport_v0.1.0_linux_amd64.tar.gz: FAILED")
		require.NoError(t, os.WriteFile(sums, text, 0o666))
	})
	t.Run("a pull request that passes by changed rules alone", func(t *testing.T) {
		with := func(more ...string) map[string]string {
			given := maps.Clone(ordinary)
			given["truths"] = "many.jsonl"
			for i := 0; i < len(more); i += 2 {
				given[more[i]] = more[i+1]
			}
			return given
		}
		writeSpecs(t, dir)
		require.True(t, run(t, totals(0), "", with("flags", "-spec strict.yaml "+scoreFlags)).green)
		last := t.TempDir()
		require.NoError(t, os.CopyFS(last, os.DirFS(filepath.Join(dir, "_extracteval", "run"))))
		for allowed, headline := range map[string]string{"false": "## ⚠️ ", "true": "## ✅ "} {
			j := run(t, totals(19), last, with("flags", "-spec loose.yaml "+scoreFlags, "allow-changed-rules", allowed))
			assert.Equal(t, allowed == "true", j.green)
			body := readComments(t, posted)[3].Body
			assert.Contains(t, body, headline)
			assert.Contains(t, body, "passes by the changed rules alone: under the old rules total 1.000 → 0.905")
		}
	})
}

func TestTheJobOfScoreForGitLab(t *testing.T) {
	effort.NeedsAll(t)
	t.Parallel()
	needs(t, "bash", "curl", "od")
	type template struct {
		Extraction struct {
			BeforeScript []string `yaml:"before_script"`
			Script       []string
			Variables    map[string]string
		}
		Include []map[string]string
	}
	read := func(name string) (of template) {
		text, err := os.ReadFile("../../../.gitlab/" + name)
		require.NoError(t, err)
		require.NoError(t, yaml.Unmarshal(text, &of))
		return of
	}
	ours, report := read("score.yml"), read("report.yml")
	require.Len(t, ours.Include, 1)
	assert.True(t, strings.HasSuffix(ours.Include[0]["remote"], "/.gitlab/report.yml"))
	assert.Empty(t, ours.Extraction.Script, "the script is the one of report.yml")
	assert.Equal(t, []string{`GOBIN=/usr/local/bin go install "github.com/extracteval/extracteval/report/cmd/evalreport@$EXTRACTION_VERSION"`}, ours.Extraction.BeforeScript)
	variables := maps.Clone(report.Extraction.Variables)
	maps.Copy(variables, ours.Extraction.Variables)
	variables["EXTRACTION_FLAGS"] = scoreFlags

	lab := &gitLab{branch: "main", job: "extraction"}
	server := httptest.NewServer(lab)
	defer server.Close()
	dir := t.TempDir()
	writeTruths(t, dir)
	run := func(t *testing.T, answers string) (log string, green bool) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "answers.jsonl"), []byte(answers), 0o666))
		cmd := exec.Command("bash", "-eo", "pipefail", "-c", report.Extraction.Script[0])
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "CI_API_V4_URL="+server.URL+"/api/v4", "CI_PROJECT_ID=5", "CI_JOB_NAME="+lab.job, "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1",
			"CI_JOB_TOKEN=job", "CI_MERGE_REQUEST_IID=7", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME="+lab.branch, "EXTRACTION_TOKEN=project")
		for name, value := range variables { // GitLab expands variables in variables
			cmd.Env = append(cmd.Env, name+"="+os.Expand(value, func(of string) string { return variables[of] }))
		}
		out, err := cmd.CombinedOutput()
		t.Logf("%s", out)
		return string(out), err == nil
	}
	for _, tt := range scoreRuns {
		t.Run(tt.name, func(t *testing.T) {
			log, green := run(t, tt.answers)
			assert.Equal(t, tt.green, green)
			assert.Contains(t, log, tt.says)
			require.Len(t, lab.notes, 1)
			assert.Contains(t, lab.notes[0].Body, tt.headline)
		})
	}
	t.Run("a merge request that passes by changed rules alone", func(t *testing.T) {
		writeSpecs(t, dir)
		variables["EXTRACTION_TRUTHS"], variables["EXTRACTION_FLAGS"] = "many.jsonl", "-spec strict.yaml "+scoreFlags
		variables["EXTRACTION_PACKAGES"] = "$EXTRACTION_FLAGS $EXTRACTION_TRUTHS $EXTRACTION_ANSWERS"
		_, green := run(t, totals(0))
		require.True(t, green)
		lab.last = filepath.Join(t.TempDir(), "last.tar.gz")
		require.NoError(t, os.Rename(filepath.Join(dir, "run.tar.gz"), lab.last))
		variables["EXTRACTION_FLAGS"] = "-spec loose.yaml " + scoreFlags
		for allowed, headline := range map[string]string{"false": "## ⚠️ ", "true": "## ✅ "} {
			variables["EXTRACTION_ALLOW_CHANGED_RULES"] = allowed
			_, green := run(t, totals(19))
			assert.Equal(t, allowed == "true", green)
			assert.Contains(t, lab.notes[0].Body, headline)
			assert.Contains(t, lab.notes[0].Body, "passes by the changed rules alone: under the old rules total 1.000 → 0.905")
		}
	})
}
