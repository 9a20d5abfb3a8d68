package internal_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/sidecar"
	"github.com/extracteval/extracteval/testdata/effort"
)

// scan returns a text of 102 different words, of which some are read otherwise, far from each other.
func scan(name string, other int) string {
	words := make([]string, 102)
	for i := range words {
		words[i] = fmt.Sprintf("%s%d", name, i)
	}
	for i := range other {
		words[10+15*i] += "x"
	}
	return strings.Join(words, " ")
}

// together reports whether a split by some seeds always gives two cases one part. Cases that are not joined have one in half of them.
func together(t *testing.T, lines []string, a, b string) bool {
	for seed := range uint64(20) {
		f, _, err := dataOf(t, sidecar.PartsHead{Parts: halves, Seed: seed}, lines...).Split("data.jsonl", nil)
		require.NoError(t, err)
		x, _ := f.Part(a)
		y, _ := f.Part(b)
		if x != y {
			return false
		}
	}
	return true
}

// By hand: a text of 102 different words has 100 runs. Each word in the middle that is read otherwise changes three of them: with four
// words 88 of 112 runs are equal, .786; with five 85 of 115, .739; with one 97 of 103, .942.
func TestTwoReadingsOfOneScan(t *testing.T) {
	const acme = `want={"number":"A-1","total":12.5,"vendor":"acme"}`
	for _, tt := range []struct {
		reason string
		a, b   string
		words  int
		more   string // the truth of the documents beside the two, %d is their number
		joined bool
	}{
		{"equal truths, four words", acme, acme, 4, `{"number":"B-%d","total":%[1]d,"vendor":"acme"}`, true},
		{"equal truths, five words", acme, acme, 5, `{"number":"B-%d","total":%[1]d,"vendor":"acme"}`, false},
		{"one number, another total", acme, `want={"number":"A-1","total":13.5,"vendor":"acme"}`, 4, `{"number":"B-%d","total":%[1]d,"vendor":"acme"}`, true},
		{"other numbers, a vendor of many", acme, `want={"number":"A-2","total":13.5,"vendor":"acme"}`, 4, `{"number":"B-%d","total":%[1]d,"vendor":"acme"}`, false},
		{"other numbers, with one word, are as before: one value of five", acme, `want={"number":"A-2","total":13.5,"vendor":"acme"}`, 1, `{"number":"B-%d","total":%[1]d,"vendor":"acme"}`, false},
		{"no truths, with one word, are as before", "", "", 1, `{"number":"B-%d"}`, true},
		{"no truths", "", "", 4, `{"number":"B-%d"}`, false},
		{"a class of many", `want={"type":"invoice"}`, `want={"type":"invoice"}`, 4, `{"type":"invoice"}`, false},
		{"rows say nothing", `want={"id":1,"lines":[{"sku":"a"}]}`, `want={"id":2,"lines":[{"sku":"a"}]}`, 4, `{"id":%d,"lines":[]}`, false},
		{"values of null and none are no values", `want={"id":null,"to":""}`, `want={"id":null,"to":""}`, 4, `{"id":%d}`, false},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			lines := []string{"a text=" + scan("w", 0) + ";" + tt.a, "b text=" + scan("w", tt.words) + ";" + tt.b}
			for i := range 30 {
				want := tt.more
				if strings.Contains(want, "%") {
					want = fmt.Sprintf(want, 100+i)
				}
				lines = append(lines, fmt.Sprintf("c%d text=%s;want=%s", i, scan(fmt.Sprintf("v%d-", i), 0), want))
			}
			assert.Equal(t, tt.joined, together(t, lines, "a", "b"))
		})
	}
}

// A file of parts that parts two readings of one scan is an error, which says why they are one document.
func TestPartedReadings(t *testing.T) {
	d := dataOf(t, sidecar.PartsHead{Parts: halves},
		"a text="+scan("w", 0)+`;want={"number":"A-1","total":1}`, "b text="+scan("w", 4)+`;want={"number":"A-1","total":2}`,
		"c text="+scan("v", 0)+`;want={"number":"C-1","total":3}`, "d text="+scan("v", 4)+`;want={"number":"C-1","total":3}`)
	err := d.Check(readSplits(t, `{"parts":{"test":0.5,"train":0.5}}
{"id":"a","part":"test"}
{"id":"b","part":"train"}
{"id":"c","part":"test"}
{"id":"d","part":"train"}
`), "data.jsonl")
	assert.ErrorContains(t, err, `"b" (data.jsonl:2) in part train (data.split.jsonl:3): they are one document: 78 % of their 3-word runs are equal, and so is number`)
	assert.ErrorContains(t, err, `"d" (data.jsonl:4) in part train (data.split.jsonl:5): they are one document: 78 % of their 3-word runs are equal, and so are all values of their truths`)
}

// Of 100 scans of 150 to 400 words each is read twice, with the same truth. Of their words 1, 2 or 3 in 100 are read otherwise. The
// parts of 100 pairs by chance differ in 50: before, in 6, 35 and 43 of these, and now in 0, 0 and at most 3.
//
//	EXTRACTEVAL_LONG=1 go test -v -run TestReadingsOfScans ./internal
//
// Of 1,000 pairs of each rate, 0, 1 and 21 are parted, with a standard error of at most 4.
func TestReadingsOfScans(t *testing.T) {
	pairs := effort.Size(100, 1000)
	for _, tt := range []struct{ rate, most float64 }{{0.01, 0}, {0.02, 0.005}, {0.03, 0.03}} {
		r := rand.New(rand.NewPCG(4, uint64(1000*tt.rate)))
		var lines []string
		for i := range pairs {
			words := make([]string, 150+r.IntN(251))
			for j := range words {
				words[j] = fmt.Sprintf("w%d-%d", i, r.IntN(5000))
			}
			for _, reading := range []string{"a", "b"} {
				lines = append(lines, fmt.Sprintf(`%s%d text=%s;want={"number":"A-%d","vendor":"v%d"}`, reading, i, strings.Join(words, " "), i, i%7))
				for j := range words {
					if r.Float64() < tt.rate {
						words[j] += "x"
					}
				}
			}
		}
		f, more, err := dataOf(t, sidecar.PartsHead{Parts: halves}, lines...).Split("data.jsonl", nil)
		require.NoError(t, err)
		assert.False(t, more)
		parted := 0
		for i := range pairs {
			a, _ := f.Part(fmt.Sprint("a", i))
			b, _ := f.Part(fmt.Sprint("b", i))
			if a != b {
				parted++
			}
		}
		t.Logf("%d of %d pairs with %v of their words read otherwise are parted", parted, pairs, tt.rate)
		assert.LessOrEqual(t, float64(parted), tt.most*float64(pairs))
	}
}
