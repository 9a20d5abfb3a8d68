package eval_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// parted are rows with a text, a number that is added and a value that is the same.
func parted(l eval.List) eval.Spec {
	l.Fields = []eval.Field{{Path: "d"}, {Path: "a", Match: compare.Numeric{}}, {Path: "cur"}, {Path: "no", Unscored: true}}
	return lines(l)
}

func TestMergedAndSplitRowsAreCalledThat(t *testing.T) {
	const before = `{"d":"Paper","a":1,"cur":"EUR","no":1}`
	for _, tt := range []struct{ name, one, two, note string }{
		{"texts join and amounts add up", `{"d":"Steel bolt M4 Zinc nut","a":0.3,"cur":"EUR"}`, `{"d":"Steel bolt M4","a":0.1,"cur":"EUR"},{"d":"zinc  nut","a":0.2,"cur":"EUR"}`, "yes"},
		{"a second line of the text", `{"d":"Steel bolt M4, zinc","a":5,"cur":"EUR","no":7}`, `{"d":"Steel bolt M4,","a":5,"cur":"EUR","no":2},{"d":"zinc","a":null}`, "yes"},
		{"one text, added amounts, one currency", `{"d":"Fee","a":"1,234.50","cur":"EUR"}`, `{"d":"Fee","a":"1,000.25","cur":"EUR"},{"d":"Fee","a":"234.25","cur":"EUR"}`, "yes"},
		{"the amount of the first row alone", `{"d":"Steel bolt M4 zinc nut","a":10,"cur":"EUR"}`, `{"d":"Steel bolt M4","a":10,"cur":"EUR"},{"d":"zinc nut","a":20,"cur":"EUR"}`, "yes"},
		{"an amount that is no sum", `{"d":"Steel bolt M4 zinc nut","a":31,"cur":"EUR"}`, `{"d":"Steel bolt M4","a":10,"cur":"EUR"},{"d":"zinc nut","a":20,"cur":"EUR"}`, ""},
		{"a text that is not joined", `{"d":"Steel bolt","a":30,"cur":"EUR"}`, `{"d":"Steel bolt M4","a":10,"cur":"EUR"},{"d":"zinc nut","a":20,"cur":"EUR"}`, ""},
		{"a sum and nothing else", `{"a":30}`, `{"a":10},{"a":20}`, ""},
		{"the other order", `{"d":"zinc nut steel bolt M4","a":30,"cur":"EUR"}`, `{"d":"Steel bolt M4","a":10,"cur":"EUR"},{"d":"zinc nut","a":20,"cur":"EUR"}`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, list := range []eval.List{{By: []string{"d"}}, {}, {Assign: eval.Optimal}, {By: []string{"d"}, Assign: eval.ByKey}} {
				one, two := `{"lines":[`+before+","+tt.one+`]}`, `{"lines":[`+before+","+tt.two+`]}`
				merged, split := evaluate(t, parted(list), one, two), evaluate(t, parted(list), two, one)
				notes := func(r eval.Result) (all string) {
					for _, m := range r.Misses {
						all += m.Note + "\n"
					}
					return all
				}
				assert.Equal(t, tt.note != "", strings.Contains(notes(merged), "item 1 of got is items 1 and 2 of the truth"), notes(merged))
				assert.Equal(t, tt.note != "", strings.Contains(notes(split), "items 1 and 2 of got are item 1 of the truth, split"), notes(split))
				if tt.note == "" {
					continue
				}
				for _, n := range merged.Alignments[0].NearestToWant {
					assert.Equal(t, []int{1, 2}, n.Joined)
				}
				for _, n := range split.Alignments[0].NearestToGot {
					assert.Equal(t, []int{1, 2}, n.Split)
				}
			}
		})
	}
}

// Of many merged rows each is found, in little time.
func TestManyMergedRows(t *testing.T) {
	const n = 2000
	var got, want []string
	for i := range n {
		got = append(got, fmt.Sprintf(`{"d":"first %d second %d","a":%d}`, i, i, 2*i+1))
		want = append(want, fmt.Sprintf(`{"d":"first %d","a":%d},{"d":"second %d","a":%d}`, i, i, i, i+1))
	}
	r := evaluate(t, parted(eval.List{By: []string{"d"}, Assign: eval.ByKey}), `{"lines":[`+strings.Join(got, ",")+`]}`, `{"lines":[`+strings.Join(want, ",")+`]}`)
	a := r.Alignments[0]
	require.Len(t, a.NearestToGot, n)
	for i, c := range a.NearestToGot {
		assert.Equal(t, []int{2 * i, 2*i + 1}, c.Joined)
	}
}
