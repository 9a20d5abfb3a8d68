package artifact_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// begun is the head of a run that began on a day of November.
func begun(day int) string {
	return strings.Replace(runLine, "11-21T", fmt.Sprintf("11-%02dT", day), 1) + setLine
}

func TestList(t *testing.T) {
	for _, tt := range []struct {
		name     string
		files    []string // with the day of their run, 0 for an empty file
		days     []int
		want     []string
		warnings []string
	}{
		{"nothing", nil, nil, nil, nil},
		{"other files", []string{"x.json", "x.jsonl.bak", ".jsonl"}, []int{1, 1, 1}, nil, nil},
		{"what a killed command was writing", []string{".x.jsonl-12345", ".x.jsonl.gz-12345", ".new-1", "x.jsonl.ABC.tmp"}, []int{1, 1, 1, 1}, nil, nil},
		{"full", []string{"b.jsonl", "a.x.jsonl"}, []int{1, 2}, []string{"a.x.jsonl", "b.jsonl"}, nil},
		{"full after partial", []string{"a.jsonl", "a.partial.jsonl"}, []int{2, 1}, []string{"a.jsonl"},
			[]string{"report: a.partial.jsonl is left out: a.jsonl is of a newer run"}},
		{"partial after full", []string{"a.jsonl", "a.partial.jsonl"}, []int{1, 2}, []string{"a.partial.jsonl"},
			[]string{"report: a.jsonl is left out: a.partial.jsonl is of a newer run", "report: a.partial.jsonl is of a partial run: not all cases were scored"}},
		{"partial alone", []string{"a.partial.jsonl"}, []int{1}, []string{"a.partial.jsonl"},
			[]string{"report: a.partial.jsonl is of a partial run: not all cases were scored"}},
		{"what broke off", []string{"a.crashed.jsonl", "b.host-12.running"}, []int{1, 1}, []string{"a.crashed.jsonl", "b.host-12.running"}, []string{
			"report: a.crashed.jsonl is an incomplete file of a run that broke off",
			"report: b.host-12.running is of a run that is not over, or that broke off"}},
		{"what broke off after a good run", []string{"a.jsonl", "a.host-12.running"}, []int{1, 2}, []string{"a.host-12.running"}, []string{
			"report: a.jsonl is left out: a.host-12.running is of a newer run",
			"report: a.host-12.running is of a run that is not over, or that broke off"}},
		{"what broke off before a good run", []string{"a.jsonl", "a.crashed.jsonl", "a.host-12.running"}, []int{3, 1, 2}, []string{"a.jsonl"}, []string{
			"report: a.host-12.running is left out: a.jsonl is of a newer run",
			"report: a.crashed.jsonl is left out: a.jsonl is of a newer run"}},
		{"what broke off before it wrote a line", []string{"a.jsonl", "a.host-12.running"}, []int{1, 0}, []string{"a.jsonl"},
			[]string{"report: a.host-12.running is left out: it holds no data set"}},
		{"repetitions", []string{"a.jsonl", "a.rep2.jsonl"}, []int{1, 1}, []string{"a.jsonl", "a.rep2.jsonl"},
			[]string{"report: a.rep2.jsonl is repetition 2 of a run (-count, -cpu)"}},
		{"compressed", []string{"a.jsonl.gz", "b.jsonl", "b.jsonl.gz"}, []int{1, 1, 1}, []string{"a.jsonl.gz", "b.jsonl"},
			[]string{"report: b.jsonl.gz is left out: the uncompressed file exists, too"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.Mkdir(filepath.Join(dir, "folder.jsonl"), 0o777))
			for i, name := range tt.files {
				text := ""
				if tt.days[i] > 0 {
					text = begun(tt.days[i])
				}
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
			}
			sources, warnings, err := artifact.List(dir)
			require.NoError(t, err)
			var got, texts []string
			for _, s := range sources {
				got = append(got, filepath.Base(s.Name))
			}
			for _, w := range warnings {
				texts = append(texts, string(bytes.ReplaceAll([]byte(w.Error()), []byte(dir+string(filepath.Separator)), nil)))
			}
			assert.Equal(t, tt.want, got)
			assert.Equal(t, tt.warnings, texts)
		})
	}
	_, _, err := artifact.List(filepath.Join(t.TempDir(), "none"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.ErrorContains(t, err, "report: listing ")
}

// A run is announced before the record of its data set is known: an older artifact is not the newest from then on. A
// run that ends without this record leaves nothing.
func TestAnAnnouncedRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new")
	head := report.Dataset{Name: "invoices"}
	older, err := (&artifact.Dir{Path: path, Run: artifact.NewRun("p")}).Create(head)
	require.NoError(t, err)
	require.NoError(t, older.End(false))
	states := func() (states []artifact.State) {
		sources, _, err := artifact.List(path)
		require.NoError(t, err)
		var j artifact.Joiner
		for _, s := range sources {
			require.NoError(t, j.Read(s, artifact.Visitor{}))
		}
		for _, s := range j.Sets() {
			states = append(states, s.State())
		}
		return states
	}
	require.Equal(t, []artifact.State{artifact.Whole}, states())

	dir := &artifact.Dir{Path: path, Run: artifact.NewRun("p")}
	w, err := dir.Announce(dir.Run, head)
	require.NoError(t, err)
	assert.Equal(t, []artifact.State{artifact.Broken}, states())
	require.NoError(t, w.End(true))
	assert.Equal(t, []artifact.State{artifact.Whole}, states())
	assert.NoFileExists(t, w.Name())

	w, err = dir.Announce(dir.Run, head) // again, in the same process
	require.NoError(t, err)
	require.NoError(t, w.Write(head))
	require.NoError(t, w.End(false))
	assert.Equal(t, older.Name(), w.Name())
	assert.Equal(t, []artifact.State{artifact.Whole}, states())

	other := filepath.Join(t.TempDir(), "new")
	w, err = (&artifact.Dir{Path: other, Run: artifact.NewRun("p")}).Announce(artifact.NewRun("p"), head)
	require.NoError(t, err)
	require.NoError(t, w.End(true))
	assert.NoDirExists(t, other)
}

// A run that broke off before it recorded anything of a data set makes the set Broken, and does
// nothing else, whether other records of the set come before or after.
func TestNothingIsJoinedWithSomething(t *testing.T) {
	dir := t.TempDir()
	crashed, whole := filepath.Join(dir, "1"), filepath.Join(dir, "2")
	for _, folder := range []string{crashed, whole} {
		require.NoError(t, os.Mkdir(folder, 0o777))
	}
	require.NoError(t, os.WriteFile(filepath.Join(crashed, "x.crashed.jsonl"), nil, 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(whole, "x.jsonl"), []byte(`{"type":"run","schema":"extracteval/v1","repetition":1}
{"type":"dataset","name":"x","cases":1,"spec_hash":"1","redact":"hash"}
{"type":"case","id":"1","trial":1,"status":"ok"}
{"type":"end","cases":1}
`), 0o666))
	for _, folders := range [][]string{{crashed, crashed, whole}, {whole, crashed, crashed}, {crashed, whole, crashed}} {
		var j artifact.Joiner
		for _, folder := range folders {
			sources, _, err := artifact.List(folder)
			require.NoError(t, err)
			require.Len(t, sources, 1)
			require.NoError(t, j.Read(sources[0], artifact.Visitor{}))
		}
		sets := j.Sets()
		require.Len(t, sets, 1)
		set := sets[0]
		assert.Equal(t, artifact.Broken, set.State())
		assert.Equal(t, 2, set.Problems.Len(), "two files hold no data set")
		assert.Zero(t, set.Conflicts.Len())
		assert.Equal(t, []int{1, 1, 1}, []int{set.Sections, set.Records, set.Expected})
		assert.Equal(t, "1", set.Dataset.SpecHash)
		assert.Len(t, set.Files, 3)
	}
}

// Reading a pipe waits for somebody who writes to it.
func TestListLeavesOutWhatIsNoRegularFile(t *testing.T) {
	dir := t.TempDir()
	if err := exec.Command("mkfifo", filepath.Join(dir, "pipe.jsonl")).Run(); err != nil {
		t.Skip("there is no mkfifo")
	}
	require.NoError(t, os.Symlink(filepath.Join(dir, "pipe.jsonl"), filepath.Join(dir, "link.jsonl")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "target"), []byte(begun(1)), 0o666))
	require.NoError(t, os.Symlink("target", filepath.Join(dir, "file.jsonl")))
	sources, _, err := artifact.List(dir)
	require.NoError(t, err)
	require.Len(t, sources, 1)
	assert.Equal(t, filepath.Join(dir, "file.jsonl"), sources[0].Name)
}

// A file that is no artifact may be a damaged one.
func TestListGoesByNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"dead-letters.jsonl", "counts.json", "notes.txt"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("{}\n"), 0o666))
	}
	sources, _, err := artifact.List(dir)
	require.NoError(t, err)
	require.Len(t, sources, 1)
	assert.Equal(t, filepath.Join(dir, "dead-letters.jsonl"), sources[0].Name)
}

func TestOpenReadsGzipByItsFirstBytes(t *testing.T) {
	var packed bytes.Buffer
	for _, part := range []string{"hello ", "world"} {
		w := gzip.NewWriter(&packed)
		_, err := w.Write([]byte(part))
		require.NoError(t, err)
		require.NoError(t, w.Close())
	}
	for name, tt := range map[string]struct{ data, want string }{
		"empty":        {"", ""},
		"one byte":     {"\x1f", "\x1f"},
		"plain":        {"hello world", "hello world"},
		"two members":  {packed.String(), "hello world"},
		"nearly magic": {"\x1f\x8a", "\x1f\x8a"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.jsonl")
			require.NoError(t, os.WriteFile(path, []byte(tt.data), 0o666))
			f, err := artifact.Open(path)
			require.NoError(t, err)
			got, err := io.ReadAll(f)
			require.NoError(t, err)
			require.NoError(t, f.Close())
			assert.Equal(t, tt.want, string(got))
		})
	}
	path := filepath.Join(t.TempDir(), "x.gz")
	_, err := artifact.Open(path)
	assert.EqualError(t, err, "report: opening "+path+": "+syscall.ENOENT.Error())
	require.NoError(t, os.WriteFile(path, []byte("\x1f\x8bnot really"), 0o666))
	_, err = artifact.Open(path)
	assert.EqualError(t, err, "report: opening "+path+": gzip: invalid header")
}
