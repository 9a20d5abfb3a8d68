package internal_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/sidecar"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/testdata/effort"
)

var halves = map[string]float64{"test": 0.5, "train": 0.5}

// dataOf has cases like "a vendor=acme text=…", on the lines of data.jsonl.
func dataOf(t require.TestingT, head sidecar.PartsHead, lines ...string) *sidecar.Splitter {
	d := sidecar.NewSplitter(head)
	for i, line := range lines {
		id, rest, _ := strings.Cut(line, " ")
		c := sidecar.PartCase{ID: id, Where: fmt.Sprintf("data.jsonl:%d", i+1), Tags: map[string]string{}}
		for _, word := range strings.Split(rest, ";") {
			key, value, _ := strings.Cut(word, "=")
			switch key {
			case "text":
				c.Text = value
			case "input":
				c.Input = []byte(value)
			case "want":
				var err error
				c.Truth, err = document.Parse([]byte(value))
				require.NoError(t, err)
			default:
				c.Tags[key] = value
			}
		}
		require.NoError(t, d.Add(c))
	}
	return d
}

func readSplits(t require.TestingT, text string) *sidecar.Parts {
	f, err := sidecar.ReadParts("data.split.jsonl", strings.NewReader(text))
	require.NoError(t, err)
	return f
}

// The numbers are of Python: int.from_bytes(sha256(b"seed 0\nvendor=acme").digest()[:8], "big") / 2**64.
func TestAPartIsChosenByTheHashOfTheGroup(t *testing.T) {
	for _, tt := range []struct {
		seed  uint64
		cases string
		at    float64
	}{
		{0, "a vendor=acme", 0.477317}, {0, "a vendor=globex", 0.129827}, {0, "a ", 0.669524}, {1, "a vendor=acme", 0.587264},
	} {
		for below, want := range map[float64]string{tt.at + 1e-6: "a", tt.at - 1e-6: "b"} {
			head := sidecar.PartsHead{Parts: map[string]float64{"a": below, "b": 1 - below}, Seed: tt.seed}
			if strings.Contains(tt.cases, "vendor") {
				head.By = "vendor"
			}
			cases := []string{tt.cases}
			for i := range 200 { // that no part is empty
				cases = append(cases, fmt.Sprintf("other-%d vendor=other-%d", i, i))
			}
			f, _, err := dataOf(t, head, cases...).Split("data.jsonl", nil)
			require.NoError(t, err)
			part, _ := f.Part("a")
			assert.Equal(t, want, part, "%v", tt)
		}
	}
}

const letter = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty " +
	"twenty-one twenty-two twenty-three twenty-four twenty-five twenty-six twenty-seven twenty-eight twenty-nine thirty thirty-one thirty-two " +
	"thirty-three thirty-four thirty-five thirty-six thirty-seven thirty-eight thirty-nine forty forty-one forty-two forty-three forty-four " +
	"forty-five forty-six forty-seven forty-eight forty-nine fifty fifty-one fifty-two fifty-three fifty-four fifty-five fifty-six fifty-seven " +
	"fifty-eight fifty-nine sixty sixty-one sixty-two sixty-three"

// What belongs together is in one part, whatever joins it.
func TestGroupsStayTogether(t *testing.T) {
	head := sidecar.PartsHead{Parts: halves, By: "vendor"}
	cases := []string{
		"a vendor=acme", "b vendor=acme;input=\"x.pdf\"", "c vendor=globex;input=\"x.pdf\"", "d vendor=globex;text=" + letter + " end",
		"e vendor=initech;text=" + letter + " another", "f vendor=initech",
	}
	for i := range 40 {
		cases = append(cases, fmt.Sprintf("other-%d vendor=v%d;input=null", i, i))
	}
	for seed := range uint64(20) {
		head.Seed = seed
		f, more, err := dataOf(t, head, cases...).Split("data.jsonl", nil)
		require.NoError(t, err)
		assert.False(t, more)
		first, _ := f.Part("a")
		for _, id := range []string{"b", "c", "d", "e", "f"} {
			part, ok := f.Part(id)
			assert.True(t, ok)
			assert.Equal(t, first, part, id)
		}
	}
}

// An empty input does not tell one document from another, and so joins none.
func TestEmptyInputsJoinNothing(t *testing.T) {
	for input, joined := range map[string]bool{
		"": false, "null": false, `""`: false, `" "`: false, "{}": false, "{ }": false, "[]": false, `{"text":"","pages":[null,{}]}`: false,
		"0": true, `{"page":0}`: true, "{": true,
	} {
		d := dataOf(t, sidecar.PartsHead{Parts: halves}, "a input="+input, "b input="+input)
		f := readSplits(t, `{"parts":{"test":0.5,"train":0.5}}`+"\n"+`{"id":"a","part":"train"}`+"\n"+`{"id":"b","part":"test"}`)
		assert.Equal(t, joined, d.Check(f, "data.jsonl") != nil, "%q", input)
	}
}

// By is a tag, else a key of the truths.
func TestByAKeyOfTheTruths(t *testing.T) {
	head := sidecar.PartsHead{Parts: halves, By: "vendor.name"}
	var cases []string
	for i := range 60 {
		cases = append(cases, fmt.Sprintf(`c%d want={"vendor":{"name":"v%d"}}`, i, i%20))
	}
	f, _, err := dataOf(t, head, cases...).Split("data.jsonl", nil)
	require.NoError(t, err)
	for i := range 40 {
		a, _ := f.Part(fmt.Sprintf("c%d", i))
		b, _ := f.Part(fmt.Sprintf("c%d", i+20))
		assert.Equal(t, a, b)
	}
	head.By = "vendr"
	_, _, err = dataOf(t, head, "a vendor=x").Split("data.jsonl", nil)
	assert.EqualError(t, err, `-by: no case has the tag "vendr", nor its truth such a key; did you mean "vendor"?`)
}

// Whatever is added, and in whatever order the lines stand, no case changes its part: with the file, and without it, since a part
// is the hash of its group.
func TestAddedCasesMoveNone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		head := sidecar.PartsHead{Parts: map[string]float64{"dev": 0.2, "test": 0.3, "train": 0.5}, By: "vendor", Seed: rapid.Uint64().Draw(t, "seed")}
		var all []string
		for i := range effort.Size(100, 150) { // of which each part has some
			all = append(all, fmt.Sprintf("base-%03d vendor=base-%d", i, i))
		}
		base := len(all)
		for i := range rapid.IntRange(1, 60).Draw(t, "cases") {
			all = append(all, fmt.Sprintf("c%03d vendor=v%d", i, rapid.IntRange(0, 30).Draw(t, "vendor")))
		}
		before := all[:rapid.IntRange(base, len(all)).Draw(t, "before")]
		first, _, err := dataOf(t, head, before...).Split("data.jsonl", nil)
		require.NoError(t, err)
		for _, written := range []*sidecar.Parts{nil, first} {
			then, _, err := dataOf(t, head, rapid.Permutation(all).Draw(t, "order")...).Split("data.jsonl", written)
			require.NoError(t, err)
			parts := map[string]string{}
			for _, line := range all {
				id, vendor, _ := strings.Cut(line, " ")
				part, ok := then.Part(id)
				require.True(t, ok)
				if was, ok := first.Part(id); ok {
					assert.Equal(t, was, part, id)
				}
				if other, known := parts[vendor]; known {
					assert.Equal(t, other, part, "%s is in two parts", vendor)
				}
				parts[vendor] = part
			}
			assert.Len(t, then.Added(first), len(all)-len(before))
			assert.Empty(t, then.Dropped(first))
		}
	})
}

// With -stratify each class is divided as wanted, to within one case where groups are cases, and what is written stays.
func TestClassesAreDealtOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		head := sidecar.PartsHead{Parts: map[string]float64{"test": 0.3, "train": 0.7}, Stratify: "type", Seed: rapid.Uint64().Draw(t, "seed")}
		counts := map[string]int{}
		var cases []string
		for _, class := range []string{"invoice", "receipt", "order"} {
			counts[class] = rapid.IntRange(5, 40).Draw(t, class)
			for i := range counts[class] {
				cases = append(cases, fmt.Sprintf("%s-%02d type=%s", class, i, class))
			}
		}
		d := dataOf(t, head, cases...)
		f, _, err := d.Split("data.jsonl", nil)
		require.NoError(t, err)
		for _, s := range d.Shares(f) {
			for class, n := range counts {
				assert.LessOrEqual(t, math.Abs(float64(s.Classes[class])-s.Wanted*float64(n)), 1.0, "%s of %s", class, s.Part)
			}
		}
		more := dataOf(t, head, append(slices.Clone(cases), "new-1 type=invoice", "new-2 type=letter", "new-3 type=letter")...)
		then, _, err := more.Split("data.jsonl", f)
		require.NoError(t, err)
		for _, line := range cases {
			id, _, _ := strings.Cut(line, " ")
			was, _ := f.Part(id)
			is, _ := then.Part(id)
			assert.Equal(t, was, is, id)
		}
	})
}

// A share of cases is as near the wanted one as is said, in 95 of 100 seeds.
func TestSharesAreNear(t *testing.T) {
	var cases []string
	for i := range 300 {
		vendor := i
		if i >= 120 {
			vendor = i % 40 // groups of one and of several cases
		}
		cases = append(cases, fmt.Sprintf("c%d vendor=v%d", i, vendor))
	}
	within, seeds := 0, uint64(effort.Size(100, 400))
	for seed := range seeds {
		d := dataOf(t, sidecar.PartsHead{Parts: map[string]float64{"test": 0.3, "train": 0.7}, By: "vendor", Seed: seed}, cases...)
		f, _, err := d.Split("data.jsonl", nil)
		require.NoError(t, err)
		s := d.Shares(f)[0]
		if math.Abs(float64(s.Cases)/300-0.3) <= s.Near {
			within++
		}
	}
	assert.InDelta(t, 0.95, float64(within)/float64(seeds), 0.6/math.Sqrt(float64(seeds)))
}

func TestLeaks(t *testing.T) {
	head := `{"parts":{"test":0.5,"train":0.5},"by":"vendor"}` + "\n"
	file := head + `{"id":"a","part":"train"}` + "\n" + `{"id":"b","part":"test"}` + "\n" + `{"id":"gone","part":"test"}` + "\n"
	const remedy = "\nthe cases of a group must have one part: give them one in data.split.jsonl, or take the copies out of the data"
	for _, tt := range []struct {
		reason string
		cases  []string
		want   string
	}{
		{"nothing leaks", []string{"a vendor=acme", "b vendor=globex"}, ""},
		{"a group", []string{"a vendor=acme", "b vendor=acme"},
			`data.jsonl:1: "a" is in part train (data.split.jsonl:2), and "b" (data.jsonl:2) in part test (data.split.jsonl:3): both are of vendor=acme` + remedy},
		{"one input", []string{"a vendor=acme;input=\"x\"", "b vendor=globex;input=\"x\""},
			`data.jsonl:1: "a" is in part train (data.split.jsonl:2), and "b" (data.jsonl:2) in part test (data.split.jsonl:3): they have one input` + remedy},
		{"one text", []string{"a vendor=acme;text=short", "b vendor=globex;text=short"},
			`data.jsonl:1: "a" is in part train (data.split.jsonl:2), and "b" (data.jsonl:2) in part test (data.split.jsonl:3): they have one text` + remedy},
		{"near copies", []string{"a vendor=acme;text=" + letter + " end", "b vendor=globex;text=" + letter + " fin"},
			`data.jsonl:1: "a" is in part train (data.split.jsonl:2), and "b" (data.jsonl:2) in part test (data.split.jsonl:3): they are near copies, 96 % of their 3-word runs are equal` + remedy},
		{"a case without a part", []string{"a vendor=acme", "c vendor=x"}, `data.jsonl:2: "c" has no part in data.split.jsonl
1 of 2 cases have no part: evalreport data split data.jsonl gives parts to them, and changes no other`},
		{"a case that joins two parts", []string{"a vendor=acme", "b vendor=globex;input=\"x\"", "c vendor=acme;input=\"x\""}, `data.jsonl:3: "c" has no part in data.split.jsonl
1 of 3 cases have no part: evalreport data split data.jsonl gives parts to them, and changes no other
data.jsonl:1: "a" is in part train (data.split.jsonl:2), and "b" (data.jsonl:2) in part test (data.split.jsonl:3); "a" and "c": both are of vendor=acme; "c" and "b": they have one input` + remedy},
		{"a key that nobody has any more", []string{"a ", "b "}, `data.split.jsonl:1: by: no case has the tag "vendor", nor its truth such a key`},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			f := readSplits(t, file)
			err := dataOf(t, f.PartsHead, tt.cases...).Check(f, "data.jsonl")
			if tt.want == "" {
				assert.NoError(t, err)
				return
			}
			assert.EqualError(t, err, tt.want)
		})
	}
	f := readSplits(t, file)
	_, _, err := dataOf(t, f.PartsHead, "a vendor=acme", "b vendor=globex;input=\"x\"", "c vendor=acme;input=\"x\"").Split("data.jsonl", f)
	assert.ErrorContains(t, err, `"c" and "b": they have one input`, "no part is chosen for what joins two parts")
}

func TestFile(t *testing.T) {
	text := `{"parts":{"test":0.3,"train":0.7},"by":"vendor","stratify":"type","seed":7}
{"id":"<a>","part":"test"}
{"id":"b","part":"train"}
`
	f := readSplits(t, text)
	written, err := f.Bytes()
	require.NoError(t, err)
	assert.Equal(t, text, string(written))
	assert.NoError(t, f.CheckPart("test"))
	assert.EqualError(t, f.CheckPart("tset"), `data.split.jsonl has no part "tset"; did you mean "test"? (it has test, train)`)
	for _, tt := range []struct{ text, want string }{
		{"", "data.split.jsonl is empty; want one JSON object per line, UTF-8"},
		{`{"id":"a","part":"test"}`, `data.split.jsonl:1: unknown key "id"; the first line is like {"parts":{"test":0.3,"train":0.7},"by":"vendor"}`},
		{`{"parts":{"test":0.3,"train":0.7}}` + "\n" + `{"id":"a","part":"test"}{"id":"b","part":"test"}`, `data.split.jsonl:2: there is more after the JSON object; want {"id":"inv-1","part":"test"}`},
		{`{"parts":{"test":1}}`, `data.split.jsonl:1: part "test" has the share 1, want a number between 0 and 1`},
		{`{"parts":{"test":0.3,"train":0.6}}`, `data.split.jsonl:1: the shares of the parts are 0.9 together, want 1`},
		{`{"parts":{"a/b":0.3,"train":0.7}}`, `data.split.jsonl:1: part "a/b": want a name of letters, digits, dots, dashes and underscores, a letter or a digit first`},
		{`{"parts":{"test":0.3,"train":0.7}}` + "\n" + `{"id":"a","part":"test"}` + "\n\n" + `{"id":"a","part":"train"}` + "\n" + `{"id":"b","part":"tset"}` + "\n" + `{"id":"c"}`,
			`data.split.jsonl:4: "a" is in part train, and in part test on line 2
data.split.jsonl:5: "b" is in part "tset", which the first line does not have; did you mean "test"? (it has test, train)
data.split.jsonl:6: want {"id":"inv-1","part":"test"}`},
	} {
		_, err := sidecar.ReadParts("data.split.jsonl", strings.NewReader(tt.text))
		assert.EqualError(t, err, tt.want)
	}
}

func TestParseParts(t *testing.T) {
	parts, err := sidecar.ParseParts("train=.7,test=.3")
	require.NoError(t, err)
	assert.Equal(t, map[string]float64{"train": 0.7, "test": 0.3}, parts)
	parts, err = sidecar.ParseParts(strings.Repeat("é", 40) + "=.5,2024_q1.b-c=.5")
	require.NoError(t, err)
	assert.Len(t, parts, 2)
	long := strings.Repeat("é", 41)
	for text, want := range map[string]string{
		"train":             `"train": want parts with their shares, such as train=.7,test=.3`,
		"train=.7,train=.3": `part "train" appears twice`,
		"train=.7,test=.4":  "the shares of the parts are 1.1 together, want 1",
		"train=NaN,test=.4": `part "train" has the share NaN, want a number between 0 and 1`,
		"a=.5,b=.5,c=0":     `part "c" has the share 0, want a number between 0 and 1`,
		"-a=.5,b=.5":        `part "-a": want a name of letters, digits, dots, dashes and underscores, a letter or a digit first`,
		long + "=.5,b=.5":   `part "` + long + `": its name has 41 characters, want at most 40`,
	} {
		_, err := sidecar.ParseParts(text)
		assert.EqualError(t, err, want)
	}
}

func TestEmptyParts(t *testing.T) {
	_, _, err := dataOf(t, sidecar.PartsHead{Parts: halves, By: "vendor"}, "a vendor=acme", "b vendor=acme").Split("data.jsonl", nil)
	require.Error(t, err)
	assert.Regexp(t, `^part (test|train) would have no case: 1 group for a share of 0.5; choose other parts, another -seed, or smaller groups$`, err.Error())
	d := dataOf(t, sidecar.PartsHead{Parts: halves}, "a ")
	assert.EqualError(t, d.Add(sidecar.PartCase{ID: "a", Where: "data.jsonl:9"}), `data.jsonl:9: the id "a" appears twice, first at data.jsonl:1`)
}
