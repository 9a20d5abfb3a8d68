package summarize_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// A slip in a tag takes a case out of a slice, in silence: the gate of the slice is of fewer cases. Tags that
// differ on purpose are not told.
func TestSlipsInTags(t *testing.T) {
	type tags = map[string]string
	const slip = `tag "langauge": did you mean "language", which 39 of 40 cases have? Slices by "language" leave out cases without it`
	for _, tt := range []struct {
		name string
		of   func(i int) tags // of 40 cases
		want []report.Warning
	}{
		{"none", func(int) tags { return nil }, nil},
		{"alike", func(int) tags { return tags{"language": "de", "vendor": "acme"} }, nil},
		{"a slip of the finger", func(i int) tags {
			if i == 7 {
				return tags{"langauge": "de", "vendor": "acme"}
			}
			return tags{"language": "de", "vendor": "acme"}
		}, []report.Warning{{Text: slip, Cases: 1}}},
		{"two cases, 5 %", func(i int) tags {
			if i < 2 {
				return tags{"Language": "de"}
			}
			return tags{"language": "de"}
		}, []report.Warning{{Text: `tag "Language": did you mean "language", which 38 of 40 cases have? Slices by "language" leave out cases without it`, Cases: 2}}},
		{"three cases are no slip", func(i int) tags {
			if i < 3 {
				return tags{"languages": "de"}
			}
			return tags{"language": "de"}
		}, nil},
		{"a case has both", func(i int) tags {
			if i == 7 {
				return tags{"language": "de", "languages": "de, fr"}
			}
			return tags{"language": "de"}
		}, nil},
		{"a case has both, and others neither", func(i int) tags {
			switch {
			case i == 7:
				return tags{"model": "x", "models": "x, y"}
			case i > 35:
				return nil
			}
			return tags{"model": "x"}
		}, nil},
		{"words that share most letters", func(i int) tags {
			if i == 7 {
				return tags{"reason": "scanned"}
			}
			return tags{"region": "south"}
		}, nil},
		{"another slice of the gate", func(i int) tags { return tags{"kind": []string{"a", "A"}[i%2]} }, nil},
		{"nothing is near", func(i int) tags {
			if i == 7 {
				return tags{"vendor": "acme"}
			}
			return tags{"language": "de"}
		}, nil},
		{"another value of the slice of a limit", func(i int) tags {
			if i == 7 {
				return tags{"language": "DE "}
			}
			return tags{"language": []string{"de", "fr"}[i%2]}
		}, []report.Warning{{Text: `tag "language" is "DE ": such a case is not in the slice language=de of the gate, where case and blanks count`, Cases: 1}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := summarize.Options{Dataset: "invoices", Resamples: -1, Slices: []string{"language=de", "kind=a", "kind=A"}}
			whole, parts := summarize.New(o), []*summarize.Summarizer{summarize.New(o), summarize.New(o)}
			for i := range 40 {
				for trial := 1; trial <= 2; trial++ { // which say the same
					c := reporttest.Counted(fmt.Sprint(i), trial, 1, reporttest.Row("total", metrics.Counts{Match: 1}))
					c.Tags = tt.of(i)
					require.NoError(t, whole.Add(c))
					require.NoError(t, parts[i%2].Add(c))
				}
			}
			assert.Equal(t, tt.want, whole.Summary().Warnings)
			assert.Zero(t, whole.Summary().MoreWarnings)

			facts, err := json.Marshal(parts[1])
			require.NoError(t, err)
			read := new(summarize.Summarizer)
			require.NoError(t, json.Unmarshal(facts, read))
			require.NoError(t, read.Merge(parts[0]))
			assert.Equal(t, tt.want, read.Summary().Warnings, "merged, of facts")
		})
	}
}
