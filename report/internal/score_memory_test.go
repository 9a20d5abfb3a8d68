package internal_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/score"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/effort"
)

// Each record equals the record of a run with this record alone, whatever was in the memory before.
func TestRecordsHaveNothingOfOthers(t *testing.T) {
	answers := []string{
		`"got":{"total":"7","lines":[{"code":"a"},{"code":"b"},{"code":"c"}]}`, `"got":{"total":"8","lines":[]}`, `"got":{}`, `"got":[1]`, `"got":null`,
		`"got":"{\"total\":\"7\"}"`, `"got":"no JSON"`, `"error":"timeout"`, `"total":"7","lines":[{"code":"b"}]`, `"got":{"total":{"a":[1,2]},"x":1,"y":[{},{"z":2}]}`,
		`"got":{"lines":[` + strings.Repeat(`{"code":"q"},`, 40) + `{"code":"a"}]}`, `"got":{"total":"` + strings.Repeat("long ", 2000) + `"},"usage":{"usd":1}`,
	}
	truths := []string{
		`"want":{"total":"7","lines":[{"code":"a"},{"code":"b"}]},"tags":{"vendor":"acme"},"text":"total 8, code b"`, `"want":{}`, `"want":{"lines":[{"code":"q"}]}`,
		`"want":{"total":"7"},"text":"nothing"`, `"total":"8"`, `"input":"only.pdf"`, `"want":{"lines":{"code":1}}`,
	}
	rng := rand.New(rand.NewPCG(5, 6))
	var want, got strings.Builder
	var lines [][2]string
	n := effort.Size(200, 700)
	for i := range n {
		truth := fmt.Sprintf(`{"id":"%d",%s}`, i, truths[rng.IntN(len(truths))])
		answer := fmt.Sprintf(`{"id":"%d",%s}`, i, answers[rng.IntN(len(answers))])
		fmt.Fprintln(&want, truth)
		fmt.Fprintln(&got, answer)
		lines = append(lines, [2]string{truth, answer})
	}
	wants, gots := open(t, "want", want.String()), open(t, "got", got.String())

	specs := []string{totals + "\ninvariants: [{name: some, rule: count(lines) > 0}]", "strict: true", totals}
	for _, spec := range effort.Some(1, specs) {
		for _, redaction := range []redact.Redaction{{}, {Mode: redact.Hash, Key: []byte("a key of 16 bytes")}} {
			j := job(t, spec)
			var err error
			j.Options.Redaction, err = redaction.Compile(j.Evaluator)
			require.NoError(t, err)
			var alone []string
			for i, l := range lines {
				seen, err := score.Evaluate(t.Context(), j.Evaluator, j.Format, score.Pair{ID: fmt.Sprint(i), Want: []byte(l[0]), Got: []byte(l[1])})
				if err != nil {
					continue // the truth cannot be used
				}
				line, err := artifact.AppendRecord(nil, report.NewCase(seen.Observation, j.Options))
				require.NoError(t, err)
				alone = append(alone, string(line))
			}
			require.Greater(t, len(alone), n*5/7)
			for _, j.Workers = range []int{1, 3} {
				var all []string
				j.Write = func(line []byte) error {
					all = append(all, string(line))
					return nil
				}
				_, _, err = j.Run(t.Context(), wants, gots)
				require.NoError(t, err)
				assert.Equal(t, alone, all)
			}
		}
	}
}
