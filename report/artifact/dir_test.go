package artifact_test

import (
	"bufio"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/testdata/reporttest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var inf = math.Inf(1)

// TestMain lets this binary be a process that writes records and never ends:
// crash tests need one.
func TestMain(m *testing.M) {
	if dir := os.Getenv("REPORT_TEST_WRITE"); dir != "" {
		writeForever(dir)
	}
	os.Exit(m.Run())
}

func writeForever(path string) {
	dir := artifact.Dir{Path: path, Run: artifact.NewRun("example.com/base/a")}
	w, err := dir.Create(report.Dataset{Name: "invoices", Test: "TestInvoices"})
	if err != nil {
		os.Stdout.WriteString(err.Error() + "\n")
		os.Exit(3)
	}
	for i := range 10 {
		if err := w.Write(skipped(i)); err != nil {
			os.Exit(4)
		}
	}
	os.Stdout.WriteString("written\n")
	select {} // until it is killed
}

// startWriter returns a process that has written 10 records and goes on running.
func startWriter(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "REPORT_TEST_WRITE="+dir)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	text, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "written\n", text)
	return cmd
}

func newDir(path string) *artifact.Dir {
	return &artifact.Dir{Path: path, Run: artifact.NewRun("example.com/base/a")}
}

func write(t *testing.T, d *artifact.Dir, ds report.Dataset, partial bool, cases ...int) {
	t.Helper()
	w, err := d.Create(ds)
	require.NoError(t, err)
	for _, i := range cases {
		require.NoError(t, w.Write(skipped(i)))
	}
	require.NoError(t, w.End(partial))
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	all := []string{}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func ids(t *testing.T, dir, name string) (all []string, complete bool) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	reporttest.RequireValid(t, text)
	all, problems := readAll(artifact.NewReader(strings.NewReader(string(text)), name))
	assert.Empty(t, problems)
	sections, err := artifact.Walk(reporttest.Source(name, string(text)), artifact.Visitor{})
	return all, err == nil && sections[0].State() != artifact.Broken
}

// running returns the name of the one file that is not ended.
func running(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.running"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	return filepath.Base(files[0])
}

const stem = "example.com__base__a.invoices"

var invoices = report.Dataset{Name: "invoices", Test: "TestInvoices"}

func TestDirNamesAFileWhenItEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "_evaltest")
	dir := newDir(path)
	w, err := dir.Create(invoices)
	require.NoError(t, err)
	require.NoError(t, w.Write(skipped(1)))
	running := names(t, path)
	require.Len(t, running, 1)
	assert.True(t, strings.HasPrefix(running[0], stem+".") && strings.HasSuffix(running[0], "-"+strconv.Itoa(os.Getpid())+".running"), running[0])
	assert.Equal(t, filepath.Join(path, running[0]), w.Name())
	got, complete := ids(t, path, running[0])
	assert.Equal(t, []string{"case-00001"}, got, "readable while it runs")
	assert.False(t, complete)

	require.NoError(t, w.End(false))
	assert.Equal(t, []string{stem + ".jsonl"}, names(t, path))
	assert.Equal(t, filepath.Join(path, stem+".jsonl"), w.Name())
	_, complete = ids(t, path, stem+".jsonl")
	assert.True(t, complete)

	write(t, newDir(path), invoices, true, 2)
	assert.Equal(t, []string{stem + ".jsonl", stem + ".partial.jsonl"}, names(t, path))
	got, _ = ids(t, path, stem+".jsonl")
	assert.Equal(t, []string{"case-00001"}, got, "a partial run does not touch the full one")

	write(t, newDir(path), invoices, false, 3)
	got, _ = ids(t, path, stem+".jsonl")
	assert.Equal(t, []string{"case-00003"}, got, "the next full run replaces it")
}

func TestKilledProcessLosesNoRecord(t *testing.T) {
	path := t.TempDir()
	write(t, newDir(path), invoices, false, 99)
	cmd := startWriter(t, path)
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	got, complete := ids(t, path, running(t, path))
	assert.Len(t, got, 10, "every record that was written")
	assert.False(t, complete, "and no end")

	write(t, newDir(path), invoices, false, 100)
	assert.Equal(t, []string{stem + ".crashed.jsonl", stem + ".jsonl"}, names(t, path))
	got, complete = ids(t, path, stem+".crashed.jsonl")
	assert.Len(t, got, 10)
	assert.False(t, complete)
	got, _ = ids(t, path, stem+".jsonl")
	assert.Equal(t, []string{"case-00100"}, got)
}

func TestTwoProcessesWriteTwoFiles(t *testing.T) {
	path := t.TempDir()
	cmd := startWriter(t, path)
	write(t, newDir(path), invoices, false, 100)
	got, _ := ids(t, path, stem+".jsonl")
	assert.Equal(t, []string{"case-00100"}, got)
	other := running(t, path) // alive: its file is left alone
	assert.Contains(t, other, "-"+strconv.Itoa(cmd.Process.Pid)+".running")
	got, _ = ids(t, path, other)
	assert.Len(t, got, 10)
}

func TestAbandonedFiles(t *testing.T) {
	pid := strconv.Itoa(os.Getpid())
	w, err := newDir(t.TempDir()).Create(invoices)
	require.NoError(t, err)
	mine := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(w.Name()), stem+"."), "-"+pid+".running")
	require.NoError(t, w.End(true))

	for name, tt := range map[string]struct {
		file    string
		age     time.Duration
		rescued bool
	}{
		"of an earlier process with my number": {stem + "." + mine + "-" + pid + ".running", time.Hour, true},
		"of another host, just written":        {stem + ".elsewhere-1.running", time.Minute, false},
		"of another host, days ago":            {stem + ".elsewhere-1.running", 48 * time.Hour, true},
		"of another data set":                  {stem + "-2." + mine + "-" + pid + ".running", time.Hour, false},
		"of something else":                    {stem + ".notes.running", 48 * time.Hour, false},
	} {
		t.Run(name, func(t *testing.T) {
			path := t.TempDir()
			file := filepath.Join(path, tt.file)
			require.NoError(t, os.WriteFile(file, []byte(reporttest.Line(t, skipped(1))), 0o666))
			then := time.Now().Add(-tt.age)
			require.NoError(t, os.Chtimes(file, then, then))
			write(t, newDir(path), invoices, false, 2)
			if tt.rescued {
				assert.Equal(t, []string{stem + ".crashed.jsonl", stem + ".jsonl"}, names(t, path))
			} else {
				assert.FileExists(t, file)
				assert.NoFileExists(t, filepath.Join(path, stem+".crashed.jsonl"))
			}
		})
	}
}

func TestRepetitionsHaveFilesOfTheirOwn(t *testing.T) {
	path := t.TempDir()
	dir := newDir(path)
	write(t, dir, invoices, false, 1)
	write(t, dir, invoices, false, 2)
	write(t, dir, invoices, true, 3)
	assert.Equal(t, []string{stem + ".jsonl", stem + ".rep2.jsonl", stem + ".rep3.partial.jsonl"}, names(t, path))
	text, err := os.ReadFile(filepath.Join(path, stem+".rep2.jsonl"))
	require.NoError(t, err)
	assert.Contains(t, string(text), `"repetition":2`)

	write(t, newDir(path), invoices, false, 4)
	assert.Equal(t, []string{stem + ".jsonl"}, names(t, path), "repetitions of an earlier run would be taken for new ones")
}

// The first repetition leaves the answers of the others, which are yet to be taken, when a
// run is resumed in its own folder.
func TestRepetitionsThatAreResumedStay(t *testing.T) {
	path := t.TempDir()
	dir := newDir(path)
	for n := 1; n <= 5; n++ {
		write(t, dir, invoices, false, n)
	}
	again := newDir(path)
	again.KeepCrashed = true
	again.Run.Selection = report.Selection{Count: 2, CPU: "1,2"}
	write(t, again, invoices, false, 6)
	assert.Equal(t, []string{stem + ".jsonl", stem + ".rep2.jsonl", stem + ".rep3.jsonl", stem + ".rep4.jsonl"}, names(t, path),
		"it has four repetitions, and no fifth")
	again = newDir(path)
	again.KeepCrashed = true
	write(t, again, invoices, false, 7)
	assert.Equal(t, []string{stem + ".jsonl"}, names(t, path), "no other repetition is to come")

	// Answers may stand in the files of shards.
	shard := invoices
	shard.Shard, shard.Shards = 1, 2
	dir = newDir(path)
	for range 3 {
		write(t, dir, shard, false, 1)
	}
	require.NoError(t, os.Remove(filepath.Join(path, stem+".jsonl")))
	again = newDir(path)
	again.KeepCrashed = true
	again.Run.Selection = report.Selection{Count: 2}
	write(t, again, invoices, false, 1)
	assert.Equal(t, []string{stem + ".jsonl", stem + ".shard1of2.rep2.jsonl"}, names(t, path), "the second is to come, a third is not")
	write(t, again, invoices, false, 1)
	assert.Equal(t, []string{stem + ".jsonl", stem + ".rep2.jsonl"}, names(t, path))
}

func TestAWholeRunRemovesTheShardsOfAnEarlierOne(t *testing.T) {
	path := t.TempDir()
	shard := func(n int) report.Dataset {
		ds := invoices
		ds.Shard, ds.Shards = n, 2
		return ds
	}
	other := shard(1)
	other.Name, other.Test = "receipts", "TestReceipts"
	dir := newDir(path)
	write(t, dir, shard(1), false, 1)
	write(t, dir, shard(1), false, 1)
	write(t, dir, shard(2), true, 2)
	write(t, dir, other, false, 1)
	receipts := "example.com__base__a.receipts.shard1of2.jsonl"
	shards := []string{stem + ".shard1of2.jsonl", stem + ".shard1of2.rep2.jsonl", stem + ".shard2of2.partial.jsonl", receipts}
	require.ElementsMatch(t, shards, names(t, path))

	write(t, newDir(path), invoices, true, 1)
	assert.ElementsMatch(t, append(shards, stem+".partial.jsonl"), names(t, path), "a partial run stands for nothing")
	write(t, newDir(path), invoices, false, 1, 2)
	assert.ElementsMatch(t, []string{receipts, stem + ".jsonl", stem + ".partial.jsonl"}, names(t, path))

	write(t, newDir(path), shard(1), false, 1)
	assert.FileExists(t, filepath.Join(path, stem+".jsonl"), "a shard removes nothing")
}

func TestCreateErrors(t *testing.T) {
	path := t.TempDir()
	dir := newDir(path)
	w, err := dir.Create(invoices)
	require.NoError(t, err)
	for _, tt := range []struct {
		ds   report.Dataset
		want string
	}{
		{invoices, `report: data set "invoices" is still being written: end it before it is created again`},
		{report.Dataset{Name: "invoices"}, `report: data set "invoices" belongs to TestInvoices already: give the data set of single assertions another name: Name of a Suite, Dataset of a Config`},
		{report.Dataset{Name: "invoices", Test: "TestOther"}, `report: data set "invoices" belongs to TestInvoices already: give the data set of TestOther another name: Name of a Suite, Dataset of a Config`},
		{report.Dataset{Name: "Invoices", Test: "TestInvoices"}, `report: data sets "invoices" and "Invoices" differ only in case, which not every file system tells apart: rename one`},
		{report.Dataset{}, `report: a data set without a name has no file`},
	} {
		_, err := dir.Create(tt.ds)
		assert.EqualError(t, err, tt.want)
	}
	require.NoError(t, w.End(false))

	file := filepath.Join(path, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	_, err = newDir(filepath.Join(file, "sub")).Create(invoices)
	assert.EqualError(t, err, "report: creating directory "+filepath.Join(file, "sub")+" for artifacts: not a directory")

	_, err = newDir(path).Create(report.Dataset{Name: "invoices", Spec: []byte("{")})
	assert.ErrorContains(t, err, "report: dataset record: not JSON")
	assert.ErrorContains(t, err, "; the file is "+filepath.Join(path, stem+".crashed.jsonl"))
	got, complete := ids(t, path, stem+".jsonl")
	assert.Empty(t, got)
	assert.True(t, complete, "the good file is as it was")
}

func TestFailedRunLeavesTheGoodFile(t *testing.T) {
	path := t.TempDir()
	write(t, newDir(path), invoices, false, 1)
	w, err := newDir(path).Create(invoices)
	require.NoError(t, err)
	require.NoError(t, w.Write(skipped(2)))
	require.NoError(t, os.Remove(w.Name())) // somebody cleans up too early
	assert.ErrorContains(t, w.End(false), "could not be renamed to "+filepath.Join(path, stem+".jsonl"))
	got, complete := ids(t, path, stem+".jsonl")
	assert.Equal(t, []string{"case-00001"}, got)
	assert.True(t, complete)
}
