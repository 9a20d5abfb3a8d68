package artifact_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// headOf is the run and dataset record of a data set.
func headOf(name string) string {
	return strings.TrimSpace(runLine) + "\n" + `{"type":"dataset","name":"` + name + `"}` + "\n"
}

// The definition of a whole artifact, tested once for every reader of artifacts.
func TestWalkSaysWhatIsWhole(t *testing.T) {
	const (
		partialEnd = `{"type":"end","cases":1,"partial":true}` + "\n"
		again      = `{"type":"end","cases":2}` + "\n"
	)
	for _, tt := range []struct {
		name, text string
		want       string // name and state of each section
		problems   []string
	}{
		{"whole", headOf("x") + caseLine + endLine, "x whole", nil},
		{"partial", headOf("x") + caseLine + partialEnd, "x partial", nil},
		{"several", headOf("x") + caseLine + endLine + headOf("y") + caseLine + partialEnd, "x whole, y partial", nil},
		{"only the last line feed is lost", headOf("x") + caseLine + strings.TrimSpace(endLine), "x whole", nil},
		{"no end", headOf("x") + caseLine, "x broken", []string{`f: data set "x" has no end record: its run broke off`}},
		{"no end before the next run", headOf("x") + headOf("y") + caseLine + endLine, "x broken, y whole", []string{`f: data set "x" has no end record: its run broke off`}},
		{"no end before the next data set", headOf("x") + setLine + caseLine + endLine, "x broken, invoices broken",
			[]string{`f: data set "x" has no end record: its run broke off`, `f:3: data set "invoices" has no run record before it`}},
		{"the head is cut off", setLine + caseLine + endLine, "invoices broken", []string{`f:1: data set "invoices" has no run record before it`}},
		{"a case is lost", headOf("x") + endLine, "x broken", []string{"f:3: 0 of 1 case could be read"}},
		{"a case is there that was not counted", headOf("x") + caseLine + caseLine + endLine, "x broken", []string{"f:5: 2 of 1 case could be read"}},
		{"a bad line breaks its section alone", headOf("x") + caseLine + "oops\n" + endLine + headOf("y") + caseLine + endLine, "x broken, y whole",
			[]string{"f:4: not JSON: invalid character 'o' looking for beginning of value"}},
		{"a bad gate record", headOf("x") + caseLine + `{"type":"gate","passed":"yes"}` + "\n" + endLine, "x broken", []string{"f:4: passed: a JSON string does not fit"}},
		{"a bad line between sections breaks all", headOf("x") + caseLine + endLine + "oops\n" + headOf("y") + caseLine + endLine, "x broken, y broken",
			[]string{"f:5: not JSON: invalid character 'o' looking for beginning of value", "f:5: not JSON: invalid character 'o' looking for beginning of value"}},
		{"a lost dataset record", headOf("x") + caseLine + endLine + runLine + caseLine + endLine, "x broken",
			[]string{`f:6: case "a" before its data set`, "f: a run record has no data set after it: its run broke off"}},
		{"cut after a run record", headOf("x") + caseLine + endLine + runLine, "x broken", []string{"f: a run record has no data set after it: its run broke off"}},
		{"another schema beside it", headOf("x") + caseLine + endLine + strings.Replace(runLine, "v1", "v9", 1) + setLine + again, "x broken",
			[]string{`f:5: schema "extracteval/v9" cannot be read, want "extracteval/v1": this run is skipped`}},
	} {
		for _, brief := range []bool{true, false} {
			t.Run(tt.name, func(t *testing.T) {
				begun, ended := 0, 0
				sections, err := artifact.Walk(reporttest.Source("f", tt.text), artifact.Visitor{
					Brief: brief,
					Begin: func(*artifact.Section) { begun++ },
					End:   func(*artifact.Section) { ended++ },
				})
				require.NoError(t, err)
				var states, problems []string
				for _, s := range sections {
					states = append(states, s.Dataset.Name+" "+s.State().String())
					for _, err := range s.Problems.First {
						problems = append(problems, err.Error())
					}
				}
				assert.Equal(t, tt.want, strings.Join(states, ", "))
				assert.Equal(t, tt.problems, problems)
				assert.Equal(t, [2]int{len(sections), len(sections)}, [2]int{begun, ended})
			})
		}
	}
}

func TestWalkOfWhatIsNoArtifact(t *testing.T) {
	const written = "; an artifact is written by evalreport score TRUTHS ANSWERS, or by go test"
	for text, want := range map[string]string{
		"":                             "report: f holds no data set",
		runLine:                        "report: f holds no data set",
		"hello\n":                      "f:1: not JSON: invalid character 'h' looking for beginning of value" + written,
		"{\"id\":\"a\",\"want\":{}}\n": `f:1: it is a truth (it has the key "want"), not a record of an artifact` + written,
		caseLine:                       `f:1: case "a" before its data set`,
	} {
		_, err := artifact.Walk(reporttest.Source("f", text), artifact.Visitor{})
		assert.EqualError(t, err, want)
	}
}

func TestJoinedSections(t *testing.T) {
	part := func(head, id, tail string) string {
		return strings.TrimSpace(runLine) + "\n" + `{"type":"dataset","name":"x"` + head + "}\n" + strings.Replace(caseLine, `"a"`, `"`+id+`"`, 1) + `{"type":"end","cases":1` + tail + "}\n"
	}
	const partial = `,"partial":true`
	for _, tt := range []struct {
		name  string
		parts []string
		want  artifact.State
		why   string
	}{
		{"one", []string{part("", "a", "")}, artifact.Whole, ""},
		{"a partial run", []string{part(`,"cases":2`, "a", partial)}, artifact.Partial, "it is of a partial run: not all of its cases were scored"},
		{"partial runs that are the whole together", []string{part(`,"cases":2`, "a", partial), part(`,"cases":2`, "b", partial)}, artifact.Whole, ""},
		{"partial runs that are not", []string{part(`,"cases":3`, "a", partial), part(`,"cases":3`, "b", partial)}, artifact.Partial, "it is of a partial run: not all of its cases were scored"},
		{"one trial of two", []string{part(`,"cases":2,"trials":2`, "a", partial), part(`,"cases":2,"trials":2`, "b", partial)}, artifact.Partial, "it is of a partial run: not all of its cases were scored"},
		{"a partial run that says it has all cases", []string{part(`,"cases":1`, "a", partial)}, artifact.Partial, "it is of a partial run: not all of its cases were scored"},
		{"shards", []string{part(`,"cases":2,"shard":1,"shards":2`, "a", ""), part(`,"cases":2,"shard":2,"shards":2`, "b", "")}, artifact.Whole, ""},
		{"a shard is missing", []string{part(`,"cases":2,"shard":2,"shards":2`, "a", "")}, artifact.Partial, `report: data set "x": 1 of 2 shards are there, missing 1`},
		{"shards of two states of a data set", []string{part(`,"cases":1,"shard":1,"shards":2`, "a", ""), part(`,"cases":1,"shard":2,"shards":2`, "b", "")}, artifact.Partial,
			`report: data set "x": the 2 shards have 2 cases together, of a data set of 1: they are of different states of it`},
		{"runs of data sets with other cases", []string{part(`,"cases":1`, "a", ""), part(`,"cases":1`, "b", "")}, artifact.Partial,
			`report: data set "x": its 2 parts have 2 cases together, of a data set of 1, and seem to be several runs of it: name one file, or compare them: evalreport compare 0 1`},
		{"runs that do not know their number of cases", []string{part("", "a", ""), part("", "b", "")}, artifact.Whole, ""},
		{"a case twice", []string{part("", "a", ""), part("", "a", "")}, artifact.Broken, `1:3: report: data set "x": case "a" was recorded twice in trial 1`},
		{"two specs", []string{part("", "a", ""), part(`,"spec_hash":"2"`, "b", "")}, artifact.Broken, `report: 1: data set "x" was made with another spec than in 0`},
		{"two gates", []string{part(`,"cases":2,"gate":{"micro_f1":0.5},"shard":1,"shards":2`, "a", ""), part(`,"cases":2,"gate":{"micro_f1":0.9},"shard":2,"shards":2`, "b", "")}, artifact.Broken,
			`report: 1: data set "x" has another gate than in 0`},
		{"two policies", []string{part("", "a", ""), part(`,"policy":"wrong_fp"`, "b", "")}, artifact.Broken, `report: 1: data set "x" has another policy than in 0`},
		{"a broken part", []string{part("", "a", ""), strings.Replace(part("", "b", ""), `"cases":1`, `"cases":2`, 1) + "oops\n"}, artifact.Broken, "1:4: 1 of 2 cases could be read (the first of 2 problems)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var j artifact.Joiner
			for i, text := range tt.parts {
				require.NoError(t, j.Read(reporttest.Source(string(rune('0'+i)), text), artifact.Visitor{Brief: true}))
			}
			require.Len(t, j.Sets(), 1)
			set := j.Sets()[0]
			assert.Equal(t, tt.want, set.State())
			assert.Equal(t, tt.why, set.Why())
		})
	}
}

// A skipped case is not a scored one: two runs that skip it are not the whole of it.
// A watch finds the truths that have changed in each part of a run; the data set has those of all parts.
func TestMovedTruthsOfAllParts(t *testing.T) {
	var j artifact.Joiner
	for _, id := range []string{"a", "b", "c"} {
		part := reporttest.Source(id, headOf("x")+`{"type":"case","id":"`+id+`","trial":1,"status":"ok"}`+"\n"+`{"type":"end","cases":1}`+"\n")
		part.Watch = &artifact.Visitor{Case: func(s *artifact.Section, c *report.Case, _ artifact.Place) error {
			if s.Moved.Truths++; c.ID != "b" {
				s.Moved.IDs, s.Moved.Path = []string{c.ID}, "x.jsonl"
			}
			return nil
		}}
		require.NoError(t, j.Read(part, artifact.Visitor{}))
	}
	assert.Equal(t, dataset.Moved{Truths: 3, IDs: []string{"a", "c"}, Path: "x.jsonl"}, j.Sets()[0].Moved)
}

func TestSkippedCasesDoNotMakeRunsWhole(t *testing.T) {
	text := func(id string, status report.Status) string {
		return strings.TrimSpace(runLine) + "\n" + `{"type":"dataset","name":"x","cases":2}` + "\n" +
			`{"type":"case","id":"` + id + `","trial":1,"status":"` + string(status) + `"}` + "\n" + `{"type":"end","cases":1,"partial":true}` + "\n"
	}
	var j artifact.Joiner
	require.NoError(t, j.Read(reporttest.Source("0", text("a", report.OK)), artifact.Visitor{}))
	require.NoError(t, j.Read(reporttest.Source("1", text("b", report.Skipped)), artifact.Visitor{}))
	assert.Equal(t, artifact.Partial, j.Sets()[0].State())
}
