package internal_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/view"
	"github.com/extracteval/extracteval/report/internal/breakdown"
)

// Slices show the usage of their cases, where the cases state it. acme costs 1 to 20 cents and
// takes as many seconds, globex states its tokens alone and is replayed, initech states nothing.
func TestSlicesSayWhatCasesTook(t *testing.T) {
	var s breakdown.Slicer
	for i := range 20 {
		c := tagged(fmt.Sprint("a", i), "acme", 3, 1)
		c.Cost, c.Duration = map[string]float64{"usd": float64(i+1) / 100}, time.Duration(i+1)*time.Second
		s.Add(c, nil)
		c = tagged(fmt.Sprint("g", i), "globex", 2, 1)
		c.Cost, c.Duration, c.Replayed = map[string]float64{"input_tokens": 1000, "output_tokens": 500}, time.Millisecond, true
		s.Add(c, nil)
		s.Add(tagged(fmt.Sprint("i", i), "initech", 1, 1), nil)
	}
	all := s.Slices()
	columns, rows := all.Usage(3)
	assert.Equal(t, []string{"cost", "tokens", "latency p95"}, columns)
	assert.Equal(t, [][]string{{"", "", ""}, {"", "1500", ""}, {"$0.105", "", "19s"}}, rows, "the 19th of 20 is the 95th percentile")
	mute := tagged("a20", "acme", 3, 1)
	mute.Duration = 20 * time.Second
	s.Add(mute, nil)
	again := s.Slices()
	_, rows = again.Usage(3)
	assert.Equal(t, []string{"$0.105 (of 20 of 21 cases)", "", "20s"}, rows[2])
	columns, rows = all.Usage(1)
	assert.Empty(t, columns)
	assert.Equal(t, [][]string{nil}, rows)
	assert.Nil(t, all.Slices[0].Usage)
	assert.Equal(t, 20, all.Slices[1].Usage.Replayed)

	var text strings.Builder
	require.NoError(t, writeWhy(breakdown.Findings{Slices: all}, &text, view.Screen{}))
	var ends []string // of the lines, from the share that passes on
	for _, line := range strings.Split(text.String(), "\n")[2:6] {
		ends = append(ends, line[strings.LastIndex(line, "pass rate")+strings.LastIndex(line, "%")+1:])
	}
	assert.Equal(t, []string{"latency p95", "%                               below all cases", "%            1500", "%  $0.105                  19s"}, ends)
}
