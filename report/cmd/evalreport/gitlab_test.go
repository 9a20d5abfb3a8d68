package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v4"

	"github.com/extracteval/extracteval/testdata/effort"
)

// gitLab answers a job as GitLab does: it has the artifact of the last green job of one name
// on one branch, and the notes of a merge request.
type gitLab struct {
	branch, job string // of the artifact
	last        string // the file, "" for none
	status      int    // of the download, 0 for success
	cut         bool   // the connection ends within the file
	notes       []posting
	asked       []string // the paths of downloads as they were sent
}

func (g *gitLab) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	const notes = "/api/v4/projects/5/merge_requests/7/notes"
	path, isArtifact := strings.CutPrefix(r.URL.EscapedPath(), "/api/v4/projects/5/jobs/artifacts/")
	switch {
	case isArtifact:
		g.asked = append(g.asked, r.URL.String())
		g.artifact(w, r, path)
	case r.URL.Path == notes && r.Method == http.MethodGet:
		var all []string // id, type and body stand first, as GitLab writes them
		for _, n := range slices.Backward(g.notes) {
			body, _ := json.Marshal(n.Body)
			all = append(all, fmt.Sprintf(`{"id":%d,"type":null,"body":%s,"author":{"id":1}}`, n.ID, body))
		}
		if r.URL.Query().Get("page") != "1" {
			all = nil
		}
		fmt.Fprintf(w, "[%s]", strings.Join(all, ","))
	case r.Header.Get("PRIVATE-TOKEN") != "project":
		http.Error(w, "403 Forbidden", http.StatusForbidden)
	case r.URL.Path == notes && r.Method == http.MethodPost:
		g.notes = append(g.notes, posting{100, r.FormValue("body")})
	case r.Method == http.MethodPut:
		for i := range g.notes {
			if r.URL.Path == fmt.Sprintf("%s/%d", notes, g.notes[i].ID) {
				g.notes[i].Body = r.FormValue("body")
			}
		}
	default:
		http.NotFound(w, r)
	}
}

// artifact sends the artifact, where the branch is one part of the path, the job is the one
// that made it, and nothing fails.
func (g *gitLab) artifact(w http.ResponseWriter, r *http.Request, path string) {
	parts := strings.Split(path, "/") // escaped: a slash in the name of a branch is none here
	decoded, _ := strings.CutSuffix(r.URL.Path, "/raw/run.tar.gz")
	switch {
	case g.status != 0:
		w.WriteHeader(g.status)
	case len(parts) != 3 || !strings.HasSuffix(decoded, "/jobs/artifacts/"+g.branch) || r.URL.Query().Get("job") != g.job || g.last == "":
		http.NotFound(w, r)
	case g.cut:
		w.Header().Set("Content-Length", "100000")
		_, _ = w.Write([]byte("some"))
	default:
		http.ServeFile(w, r, g.last)
	}
}

func TestTheScriptForGitLab(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs other processes")
	}
	effort.NeedsAll(t)
	t.Parallel()
	text, err := os.ReadFile("../../../.gitlab/report.yml")
	require.NoError(t, err)
	var file struct {
		Extraction struct {
			Script    []string
			Variables map[string]string
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &file))
	require.Len(t, file.Extraction.Script, 1)

	_, dir, env := bench(t, "bash", "curl", "od", "git")
	// A note may contain the beginning of our notes.
	untouched := []posting{
		{1, "\"id\":9,\"body\":\"[comment]: # (extracteval extraction)"},
		{2, "[comment]: # (extracteval other)\n\n## of another job"},
	}
	lab := &gitLab{branch: "release/1", job: "extraction", notes: slices.Clone(untouched)}
	server := httptest.NewServer(lab)
	defer server.Close()
	kept := t.TempDir()
	run := func(t *testing.T, ending string, more ...string) (log string, green bool) {
		cmd := exec.Command("bash", "-eo", "pipefail", "-c", file.Extraction.Script[0])
		cmd.Dir = dir
		cmd.Env = append(slices.Clone(env), "CI_API_V4_URL="+server.URL+"/api/v4", "CI_PROJECT_ID=5", "CI_JOB_NAME="+lab.job, "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1",
			"CI_JOB_TOKEN=job", "CI_MERGE_REQUEST_IID=7", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME="+lab.branch, "EXTRACTION_TOKEN=project", "ENDING="+ending)
		for name, value := range file.Extraction.Variables {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
		cmd.Env = append(append(cmd.Env, "EXTRACTION_EVALREPORT=evalreport"), more...)
		out, err := cmd.CombinedOutput()
		t.Logf("%s", out)
		assert.FileExists(t, filepath.Join(dir, "run.tar.gz"))
		return string(out), err == nil
	}
	ours := func(t *testing.T) string {
		t.Helper()
		require.Len(t, lab.notes, 3, "one note, updated by each run")
		assert.Equal(t, untouched, lab.notes[:2])
		return lab.notes[2].Body
	}
	for _, tt := range pullRequests {
		t.Run(tt.name, func(t *testing.T) {
			log, green := run(t, tt.ending)
			assert.Equal(t, tt.green, green)
			assert.Contains(t, log, tt.says)
			body := ours(t)
			assert.True(t, strings.HasPrefix(body, "[comment]: # (extracteval extraction)\n\n"+tt.headline), "%.200s", body)
			assert.Equal(t, tt.green, strings.Contains(body, "\n## ✅ Extraction: ready to merge, "))
			for _, name := range []string{"report.html", "junit.xml"} {
				assert.FileExists(t, filepath.Join(dir, name))
			}
			if lab.last == "" {
				lab.last = filepath.Join(kept, "last.tar.gz")
				require.NoError(t, os.Rename(filepath.Join(dir, "run.tar.gz"), lab.last))
			}
		})
	}
	last := lab.last
	t.Run("names of jobs and branches are escaped", func(t *testing.T) {
		defer func() { lab.branch, lab.job = "release/1", "extraction" }()
		for _, tt := range []struct{ branch, job string }{
			{"früh/50%#done?&+", "50 % & more = ümläut+#?"},
			{"release/1", "extraction: [go 1.25, eu&us] 1/3"},
			{"release/1", "evaluate the invoices"},
		} {
			lab.branch, lab.job = tt.branch, tt.job
			lab.notes = slices.Clone(untouched)
			log, green := run(t, "skip")
			assert.False(t, green, "it is compared with the last run, which had one data set more")
			assert.Contains(t, log, "evalreport diff ended with exit code 1")
			assert.NotContains(t, log, "Not compared", "%q", lab.asked)
		}
	})
	lab.notes = slices.Clone(untouched)
	t.Run("a baseline that is not there", func(t *testing.T) {
		lab.last = ""
		log, green := run(t, "")
		assert.True(t, green)
		assert.Contains(t, log, "\nNot compared: there is no green run of release/1 to compare with yet, or its artifact has expired.\n")
		assert.Contains(t, ours(t), "\n## ✅ Extraction: ready to merge, ")
	})
	t.Run("a baseline that cannot be had", func(t *testing.T) {
		page := filepath.Join(kept, "page.html")
		require.NoError(t, os.WriteFile(page, []byte("a page"), 0o666))
		for _, tt := range []struct {
			status     int
			cut        bool
			last, says string
		}{
			{503, false, last, "the run of release/1 could not be loaded (HTTP status 503); run the job again."},
			{401, false, last, "the run of release/1 could not be loaded (HTTP status 401); run the job again."},
			{0, true, last, "the run of release/1 could not be loaded (HTTP status 200, and curl failed with exit code 18); run the job again."},
			{0, false, page, "the run of release/1 was loaded and cannot be unpacked; see the log of the job."},
		} {
			lab.status, lab.cut, lab.last = tt.status, tt.cut, tt.last
			log, green := run(t, "")
			assert.False(t, green, "what was to be compared and is not has not passed")
			assert.Contains(t, log, "\n⚠️ Not compared: "+tt.says)
			assert.Contains(t, log, "\nnot compared: the run of the target branch could not be loaded, for an unknown reason; run the job again\n")
			assert.True(t, strings.HasPrefix(ours(t), "[comment]: # (extracteval extraction)\n\n> ⚠️ Not compared: "+tt.says+"\n\n## ⚠️ Extraction: not compared\n"), "%.400s", ours(t))
		}
		lab.status, lab.cut, lab.last = 0, false, last
	})
	t.Run("no data set", func(t *testing.T) {
		for _, tt := range []struct{ packages, says string }{
			{"./run", "a test or a gate failed: evalreport test ended with exit code 1"},
			{". -count=0", "a test or a gate failed: evalreport test ended with exit code 1"},
			{". -list=.", "not evaluable: no artifact came of this run that a report could be made of"},
		} {
			log, green := run(t, "", "EXTRACTION_PACKAGES="+tt.packages)
			assert.False(t, green, tt.packages)
			assert.Contains(t, log, "\n"+tt.says+"\n")
			assert.Contains(t, ours(t), "## ⚠️ Extraction: not evaluable", tt.packages)
		}
	})
	before := slices.Clone(lab.notes)
	t.Run("a token that may not comment", func(t *testing.T) {
		log, green := run(t, "", "EXTRACTION_TOKEN=other")
		assert.True(t, green)
		assert.Contains(t, log, "the comment could not be written")
	})
	t.Run("no token", func(t *testing.T) {
		_, green := run(t, "wrong", "EXTRACTION_TOKEN=")
		assert.False(t, green)
	})
	t.Run("the default branch", func(t *testing.T) {
		_, green := run(t, "", "CI_MERGE_REQUEST_IID=")
		assert.True(t, green)
	})
	assert.Equal(t, before, lab.notes)
	t.Run("a committed baseline", func(t *testing.T) {
		file := commitBaseline(t, dir, lab.branch)
		lab.asked = nil
		_, green := run(t, "")
		assert.True(t, green)
		assert.Empty(t, lab.asked, "the gate compares")
		require.NoError(t, os.Remove(file))
		log, green := run(t, "")
		assert.False(t, green)
		assert.Contains(t, log, "\na gate failed, or a baseline was lowered or is gone, or cannot be compared with the target branch; if it is meant, set EXTRACTION_ALLOW_LOWERED_BASELINE to true\n")
		assert.Contains(t, ours(t), "old.baseline.jsonl: the baseline is gone, which origin/release/1 has; ")
		assert.Contains(t, ours(t), "\n## ❌ Extraction: a baseline was lowered\n")
		_, green = run(t, "", "EXTRACTION_ALLOW_LOWERED_BASELINE=true")
		assert.True(t, green)
	})
}
