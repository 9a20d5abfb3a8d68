package artifact_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// A testRun is a run of go test as it looks to the directory of artifacts.
type testRun struct {
	dir  artifact.Dir
	end  func(int) error
	test *testing.T
}

// start begins a run that began some hours after midnight.
func start(t *testing.T, path string, hour int, s report.Selection) *testRun {
	t.Helper()
	run := artifact.NewRun("example.com/p")
	run.Start, run.Selection = time.Date(2099, 1, 1, hour, 0, 0, 0, time.UTC), s
	r := &testRun{dir: artifact.Dir{Path: path, Run: run}, test: t}
	end, err := r.dir.Begin(0, 0)
	require.NoError(t, err)
	last = run.Start
	r.end = func(exit int) error {
		err := end(exit)
		endedIn2099(t, path)
		return err
	}
	return r
}

// last is when the last run began.
var last time.Time

var ended = regexp.MustCompile(`"ended":"20[0-8][^"]*"`)

// endedIn2099 sets the end of the run that has just been closed half an hour after the
// start of the last one: it is by the clock, and starts are not.
func endedIn2099(t *testing.T, path string) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(path, "*.run*.json"))
	require.NoError(t, err)
	for _, name := range all {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		at := last.Add(30 * time.Minute).Format(time.RFC3339)
		require.NoError(t, os.WriteFile(name, ended.ReplaceAll(text, []byte(`"ended":"`+at+`"`)), 0o666))
	}
}

func (r *testRun) records(names ...string) *testRun {
	r.test.Helper()
	for _, name := range names {
		w, err := r.dir.Create(report.Dataset{Name: name, Test: "Test" + strings.ToUpper(name)})
		require.NoError(r.test, err)
		require.NoError(r.test, w.Write(skipped(1)))
		require.NoError(r.test, w.End(false))
	}
	return r
}

func (r *testRun) close() { r.test.Helper(); require.NoError(r.test, r.end(0)) }

// why says of each data set in a directory why it is not whole.
func why(t *testing.T, path string) map[string]string {
	t.Helper()
	sources, _, err := artifact.List(path)
	require.NoError(t, err)
	var j artifact.Joiner
	for _, s := range sources {
		require.NoError(t, j.Read(s, artifact.Visitor{}))
	}
	all := map[string]string{}
	for _, set := range j.Sets() {
		if set.Dataset.Name == "(run)" {
			if !strings.Contains(set.Why(), " was not closed: it broke off, or goes on") {
				all["(run)"] = strings.TrimPrefix(set.Why(), path+string(filepath.Separator))
			}
			continue
		}
		text := strings.TrimPrefix(set.Why(), path+string(filepath.Separator))
		if open, err := filepath.Glob(filepath.Join(path, "*.open.json")); assert.NoError(t, err) {
			for _, name := range open {
				text = strings.ReplaceAll(text, filepath.Base(name), "OPEN")
			}
		}
		all[set.Dataset.Name] = text
	}
	return all
}

var everything report.Selection

func TestRunMarkers(t *testing.T) {
	only := func(test string) report.Selection { return report.Selection{Run: "^" + test + "$"} }
	const stale = "example.com__p.b.jsonl: it is stale: the run of 2099-01-01 02:00:00 UTC"
	const nothing = "example.com__p.run.json: the run of 2099-01-01 01:00:00 UTC recorded no data set: its suites were skipped or are gone (then take evaltest.Main out of the package, and remove this file)"
	beside := func(name, run, other string) string {
		return "example.com__p." + name + ".jsonl: the run of 2099-01-01 " + run + " and the run of 2099-01-01 " + other +
			" went on at the same time in this folder, and only one of them can be seen here: run the tests again alone, with -count=1, or give each run a folder of its own (EVALTEST_DIR)"
	}
	for _, tt := range []struct {
		name string
		do   func(t *testing.T, dir string)
		want map[string]string
	}{
		{"a run that was closed", func(t *testing.T, dir string) {
			start(t, dir, 1, everything).records("a", "b").close()
		}, map[string]string{"a": "", "b": ""}},
		{"a run that was not", func(t *testing.T, dir string) {
			start(t, dir, 1, everything).records("a")
		}, map[string]string{"a": "example.com__p.a.jsonl: the run of 2099-01-01 01:00:00 UTC that made it was not closed: it broke off, or goes on; if it broke off, run the tests again with -count=1, or remove OPEN"}},
		{"a newer run of another test makes nothing stale", func(t *testing.T, dir string) {
			start(t, dir, 1, everything).records("a", "b").close()
			start(t, dir, 2, only("TestA")).records("a").close()
		}, map[string]string{"a": "", "b": ""}},
		{"nor does one of another test that broke off", func(t *testing.T, dir string) {
			start(t, dir, 1, everything).records("a", "b").close()
			start(t, dir, 2, only("TestA")).records("a")
		}, map[string]string{"a": "example.com__p.a.jsonl: the run of 2099-01-01 02:00:00 UTC (-run ^TestA$) that made it was not closed: it broke off, or goes on; if it broke off, run the tests again with -count=1, or remove OPEN", "b": ""}},
		{"a full run retires what it did not make", func(t *testing.T, dir string) {
			start(t, dir, 1, everything).records("a", "b").close()
			start(t, dir, 2, everything).records("a").close()
		}, map[string]string{"a": "", "b": stale + " included it and did not make it anew: its test was skipped or did not come that far, or is gone (then remove the file)"}},
		{"and a run of another test does not bring it back", func(t *testing.T, dir string) {
			start(t, dir, 1, everything).records("a", "b").close()
			start(t, dir, 2, everything).records("a").close()
			start(t, dir, 3, only("TestA")).records("a").close()
		}, map[string]string{"a": "", "b": stale + " included it and did not make it anew: its test was skipped or did not come that far, or is gone (then remove the file)"}},
		{"a full run that broke off", func(t *testing.T, dir string) {
			start(t, dir, 1, everything).records("a", "b").close()
			start(t, dir, 2, everything).records("a")
		}, map[string]string{"a": "example.com__p.a.jsonl: the run of 2099-01-01 02:00:00 UTC that made it was not closed: it broke off, or goes on; if it broke off, run the tests again with -count=1, or remove OPEN", "b": stale + " included it and was not closed: it broke off, or goes on; if it broke off, run the tests again with -count=1, or remove OPEN"}},
		{"is not made good by a run of a part", func(t *testing.T, dir string) {
			start(t, dir, 1, everything).records("a", "b").close()
			start(t, dir, 2, everything)
			start(t, dir, 3, only("TestA")).records("a").close()
		}, map[string]string{
			"a": beside("a", "03:00:00 UTC (-run ^TestA$)", "02:00:00 UTC"), // its process is there still
			"b": stale + " included it and was not closed: it broke off, or goes on; if it broke off, run the tests again with -count=1, or remove OPEN",
		}},
		{"a skipped test of a part", func(t *testing.T, dir string) {
			start(t, dir, 1, everything).records("a", "b").close()
			start(t, dir, 2, only("TestB")).close()
		}, map[string]string{"a": "", "b": stale + " (-run ^TestB$) included it and did not make it anew: its test was skipped or did not come that far, or is gone (then remove the file)"}},
		{"two processes at once", func(t *testing.T, dir string) {
			first := start(t, dir, 1, everything)
			second := start(t, dir, 2, everything)
			second.records("a", "b").close()
			first.records("a", "b").close()
		}, map[string]string{"a": beside("a", "01:00:00 UTC", "02:00:00 UTC"), "b": beside("b", "01:00:00 UTC", "02:00:00 UTC")}},
		{"the first to begin is the first to end", func(t *testing.T, dir string) {
			first := start(t, dir, 1, everything)
			second := start(t, dir, 2, everything)
			first.records("a", "b").close()
			second.records("a").close()
		}, map[string]string{"a": beside("a", "02:00:00 UTC", "01:00:00 UTC"), "b": beside("b", "02:00:00 UTC", "01:00:00 UTC")}},
		{"the second fails and ends first", func(t *testing.T, dir string) {
			first := start(t, dir, 1, everything)
			second := start(t, dir, 2, everything)
			require.NoError(t, second.records("a").end(1))
			first.records("a").close()
		}, map[string]string{"a": beside("a", "01:00:00 UTC", "02:00:00 UTC")}},
		{"what one of them alone includes is its own", func(t *testing.T, dir string) {
			first := start(t, dir, 1, everything)
			second := start(t, dir, 2, only("TestA"))
			second.records("a").close()
			first.records("a", "b").close()
		}, map[string]string{"a": beside("a", "02:00:00 UTC (-run ^TestA$)", "01:00:00 UTC"), "b": ""}},
		{"two tests at once", func(t *testing.T, dir string) {
			first := start(t, dir, 1, only("TestA"))
			second := start(t, dir, 2, only("TestB"))
			second.records("b").close()
			first.records("a").close()
		}, map[string]string{"a": "", "b": ""}},
		{"a run after both makes it good", func(t *testing.T, dir string) {
			first := start(t, dir, 1, everything)
			second := start(t, dir, 2, everything)
			second.records("a", "b").close()
			first.records("a", "b").close()
			start(t, dir, 3, everything).records("a", "b").close()
		}, map[string]string{"a": "", "b": ""}},
		{"one of a test makes that good", func(t *testing.T, dir string) {
			first := start(t, dir, 1, everything)
			second := start(t, dir, 2, everything)
			second.records("a", "b").close()
			first.records("a", "b").close()
			start(t, dir, 3, only("TestA")).records("a").close()
		}, map[string]string{"a": "", "b": beside("b", "01:00:00 UTC", "02:00:00 UTC")}},
		{"nothing was recorded", func(t *testing.T, dir string) {
			start(t, dir, 1, everything).close()
		}, map[string]string{"(run)": nothing}},
		{"nothing was recorded beside an older run: that is stale", func(t *testing.T, dir string) {
			start(t, dir, 1, everything).records("b").close()
			start(t, dir, 2, everything).close()
		}, map[string]string{"b": stale + " included it and did not make it anew: its test was skipped or did not come that far, or is gone (then remove the file)"}},
		{"nothing was recorded, and then a test alone", func(t *testing.T, dir string) {
			start(t, dir, 1, everything).close()
			start(t, dir, 2, only("TestA")).records("a").close()
		}, map[string]string{"a": ""}},
		{"a suite skipped itself", func(t *testing.T, dir string) {
			r := start(t, dir, 1, everything).records("a")
			r.dir.Skip("TestB", "no key is set")
			r.dir.Skip("TestB", "in the second repetition, too")
			r.close()
		}, map[string]string{"a": "", "TestB": "example.com__p.run.json: TestB skipped itself before its first case in the run of 2099-01-01 01:00:00 UTC: no key is set"}},
		{"a suite skipped itself, of a run of it alone", func(t *testing.T, dir string) {
			r := start(t, dir, 1, only("TestB"))
			r.dir.Skip("TestB", "no key is set")
			r.close()
		}, map[string]string{"TestB": "example.com__p.run.e0135c98.json: TestB skipped itself before its first case in the run of 2099-01-01 01:00:00 UTC (-run ^TestB$): no key is set"}},
		{"a suite skipped itself, and did not the next time", func(t *testing.T, dir string) {
			r := start(t, dir, 1, everything).records("a")
			r.dir.Skip("TestB", "no key is set")
			r.close()
			start(t, dir, 2, only("TestB")).records("b").close()
		}, map[string]string{"a": "", "b": ""}},
		{"benchmarks alone include nothing", func(t *testing.T, dir string) {
			start(t, dir, 1, everything).records("a", "b").close()
			start(t, dir, 2, only("")).close()
		}, map[string]string{"a": "", "b": ""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			tt.do(t, dir)
			assert.Equal(t, tt.want, why(t, dir))
		})
	}
}

func TestAWholeRunRemovesMarkersThatSayNothingMore(t *testing.T) {
	dir := t.TempDir()
	for hour, test := range []string{"TestA", "TestB", "TestA"} {
		start(t, dir, hour, report.Selection{Run: test}).records("a").close()
	}
	markers := func() []string {
		all, err := filepath.Glob(filepath.Join(dir, "*.json"))
		require.NoError(t, err)
		return all
	}
	assert.Len(t, markers(), 2, "one for each selection")
	start(t, dir, 4, everything).close()
	assert.Equal(t, []string{filepath.Join(dir, "example.com__p.run.json")}, markers())
}

// A container that died is another host: nobody can ask it.
func TestANewerRunSupersedesThatOfAnotherHost(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "example.com__p.run.other-7-x.open.json"),
		[]byte(`{"schema":"extracteval/v1","package":"example.com/p","start":"2098-12-31T23:59:00Z","pid":7,"host":"other","exit":0}`), 0o666))
	start(t, dir, 1, everything).records("a").close()
	sources, _, err := artifact.List(dir)
	require.NoError(t, err)
	assert.Len(t, sources, 1)
	assert.Equal(t, map[string]string{"a": ""}, why(t, dir))
}

func TestMarkersOfOtherPackagesAndShards(t *testing.T) {
	dir := t.TempDir()
	start(t, dir, 1, everything).records("a").close()
	other := artifact.NewRun("example.com/q")
	other.Start = time.Date(2099, 1, 1, 2, 0, 0, 0, time.UTC)
	_, err := (&artifact.Dir{Path: dir, Run: other}).Begin(0, 0)
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"a": ""}, why(t, dir), "a package that died is another's")
	sources, _, err := artifact.List(dir)
	require.NoError(t, err)
	assert.Len(t, sources, 2, "and is seen, though it recorded nothing")

	dir = t.TempDir()
	for shard := 1; shard <= 2; shard++ {
		run := artifact.NewRun("example.com/p")
		run.Start = time.Date(2099, 1, 1, shard, 0, 0, 0, time.UTC)
		d := artifact.Dir{Path: dir, Run: run}
		end, err := d.Begin(shard, 2)
		require.NoError(t, err)
		w, err := d.Create(report.Dataset{Name: "a", Test: "TestA", Shard: shard, Shards: 2})
		require.NoError(t, err)
		require.NoError(t, w.Write(skipped(shard)))
		require.NoError(t, w.End(false))
		require.NoError(t, end(0))
	}
	assert.Equal(t, map[string]string{"a": ""}, why(t, dir), "one shard after the other")

	dir = t.TempDir()
	var ends []func(int) error
	for shard := 1; shard <= 2; shard++ {
		run := artifact.NewRun("example.com/p")
		run.Start = time.Date(2099, 1, 1, shard, 0, 0, 0, time.UTC)
		d := artifact.Dir{Path: dir, Run: run}
		end, err := d.Begin(shard, 2)
		require.NoError(t, err)
		ends = append(ends, end)
		w, err := d.Create(report.Dataset{Name: "a", Test: "TestA", Shard: shard, Shards: 2})
		require.NoError(t, err)
		require.NoError(t, w.Write(skipped(shard)))
		require.NoError(t, w.End(false))
	}
	require.NoError(t, ends[1](0))
	require.NoError(t, ends[0](0))
	assert.Equal(t, map[string]string{"a": ""}, why(t, dir), "shards side by side")
}

func TestAMarkerThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	start(t, dir, 1, everything).records("a").close()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "run.json"), []byte(`{"mine":true}`), 0o666))
	assert.Equal(t, map[string]string{"a": ""}, why(t, dir), "a file of somebody else")
	require.NoError(t, os.Truncate(filepath.Join(dir, "example.com__p.run.json"), 10))
	assert.Equal(t, map[string]string{"a": "example.com__p.a.jsonl: the run marker example.com__p.run.json cannot be used: unexpected end of JSON input; remove the file, and run the tests of its package again"}, why(t, dir))
}

// A marker without its contents would else be passed over, and with it that the run broke
// off.
func TestAClosedMarkerThatSaysNothing(t *testing.T) {
	const start = `"start":"2099-01-01T01:00:00Z"`
	for _, tt := range []struct{ name, text, problem string }{
		{"example.com__p.run.json", `{}`, "it has no schema"},
		{"example.com__p.run.json", `null`, "it has no schema"},
		{"example.com__p.run.json", `[]`, "json: cannot unmarshal array into Go value of type map[string]json.RawMessage"},
		{"example.com__p.run.json", `{` + start + `,"exit":0}`, "it has no schema"},
		{"example.com__p.run.json", `{"schema":"extracteval/v1"}`, "it has no start"},
		{"example.com__p.run.json", `{"schema":"extracteval/v9",` + start + `}`, `its schema is "extracteval/v9", want "extracteval/v1"`},
		{"example.com__p.run.json", `{"schema":"extracteval/v1",` + start + `,"exit":0}`, "its name says that the run ended, but it does not say when"},
		{"example.com__p.run.0123abcd.json", `{}`, "it has no schema"},
		{"example.com__p.run.host-7-x.open.json", `{}`, "it has no schema"},
		{"example.com__p.run.json", `{"schema":"somebody/v1"}`, ""},
		{"training.run.json", `{"loss":0.1}`, ""},
	} {
		dir := t.TempDir()
		start := artifact.NewRun("example.com/p")
		w, err := (&artifact.Dir{Path: dir, Run: start}).Create(report.Dataset{Name: "a", Test: "TestA"})
		require.NoError(t, err)
		require.NoError(t, w.Write(skipped(1)))
		require.NoError(t, w.End(false))
		require.NoError(t, os.WriteFile(filepath.Join(dir, tt.name), []byte(tt.text), 0o666))
		want := ""
		if tt.problem != "" {
			want = "example.com__p.a.jsonl: the run marker " + tt.name + " cannot be used: " + tt.problem + "; remove the file, and run the tests of its package again"
		}
		sources, _, err := artifact.List(dir)
		require.NoError(t, err)
		var j artifact.Joiner
		for _, s := range sources {
			require.NoError(t, j.Read(s, artifact.Visitor{}))
		}
		assert.Equal(t, want, strings.TrimPrefix(j.Sets()[0].Why(), dir+string(filepath.Separator)), tt.text)
	}
}

// Nobody can ask another host whether its run goes on: the message has the file.
func TestTheMarkerOfAnotherHostIsNamed(t *testing.T) {
	dir := t.TempDir()
	start(t, dir, 1, everything).records("a").close()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "example.com__p.run.ci-7-x.open.json"),
		[]byte(`{"schema":"extracteval/v1","package":"example.com/p","start":"2099-01-02T00:00:00Z","pid":7,"host":"ci","exit":0}`), 0o666))
	assert.Equal(t, map[string]string{"a": "example.com__p.a.jsonl: it is stale: the run of 2099-01-02 00:00:00 UTC included it and was not closed: " +
		"it broke off, or goes on on host ci; if it broke off, run the tests again with -count=1, or remove OPEN"}, why(t, dir))
}

func TestBeginWhereNothingCanBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	_, err := (&artifact.Dir{Path: filepath.Join(file, "x"), Run: artifact.NewRun("p")}).Begin(0, 0)
	assert.ErrorContains(t, err, "report: creating directory ")
}

func TestARunOfAPartWithoutDataSetsLeavesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	start(t, dir, 1, report.Selection{Run: "TestB"}).close()
	_, err := os.Stat(dir)
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func TestWhatBrokeOffBeforeItsFirstLineIsADataSet(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "p.a.host-1.running"), nil, 0o666))
	assert.Equal(t, map[string]string{"p.a": "report: " + filepath.Join(dir, "p.a.host-1.running") + " holds no data set"}, why(t, dir))
}
