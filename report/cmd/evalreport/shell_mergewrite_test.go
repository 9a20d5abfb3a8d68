package main_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// section returns the lines of a data set whose head says that there are so many cases, and of
// records from one number to another with so many bytes in each.
func section(pkg string, says, from, to, size int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"type":"run","schema":"extracteval/v1","package":%q,"repetition":1,"start":"2026-11-20T10:00:00Z","versions":{}}`+"\n", pkg)
	fmt.Fprintf(&b, `{"type":"dataset","name":"x","cases":%d,"spec_hash":"1"}`+"\n", says)
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, `{"type":"case","id":"%d","trial":1,"status":"ok","score":1,"null_score":0,"more":"%s"}`+"\n", i, strings.Repeat("x", size))
	}
	fmt.Fprintf(&b, `{"type":"end","cases":%d}`, to-from)
	return b.String()
}

// merged writes all data sets of a plan.
func merged(t require.TestingT, inputs []artifact.Source, last bool) string {
	var to strings.Builder
	m, err := shell.PlanMerge(inputs, shell.MergeOptions{Last: last})
	require.NoError(t, err)
	for _, set := range m.Sets() {
		require.NoError(t, m.Write(&to, set))
	}
	require.NoError(t, m.Close())
	return to.String()
}

// Each case is there once, in one data set with others of its package, and the head says how many cases there are.
func TestWriteOfSections(t *testing.T) {
	const large = 300 << 10
	for _, tt := range []struct {
		reason string
		inputs []string
		cases  []int // that the heads say
	}{
		{"one data set", []string{section("a", 7, 0, 7, large)}, []int{7}},
		{"shards", []string{section("a", 9, 0, 5, large), section("a", 9, 5, 9, large)}, []int{9}},
		{"no cases", []string{section("a", 0, 0, 0, 0)}, []int{0}},
		{"others lie between", []string{section("a", 4, 0, 2, large) + "\n" + section("b", 1, 0, 1, 0), section("a", 4, 2, 4, 0)}, []int{4, 1}},
		{"another comes first", []string{section("b", 7, 0, 7, large), section("a", 1, 0, 1, 0)}, []int{1, 7}},
		{"a later section expects more", []string{section("a", 2, 0, 2, large), section("a", 9, 2, 9, 0)}, []int{9}},
		{"there are more than the head says", []string{section("a", 2, 0, 9, large)}, []int{9}},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			var inputs []artifact.Source
			for i, text := range tt.inputs {
				inputs = append(inputs, reporttest.Source(fmt.Sprint(i), text))
			}
			got := merged(t, inputs, false)
			var heads []int
			for line := range strings.Lines(got) {
				if gjson.Get(line, "type").Str == "dataset" {
					heads = append(heads, int(gjson.Get(line, "cases").Int()))
				}
			}
			assert.Equal(t, tt.cases, heads)
			for _, input := range tt.inputs {
				for line := range strings.Lines(input) {
					if strings.HasPrefix(line, `{"type":"case"`) {
						assert.Equal(t, 1, strings.Count(got, line))
					}
				}
			}
		})
	}
}

// The records of a data set are written as they are, in the order of the inputs, from files, compressed ones and others. A last line
// without an end gets one.
func TestWriteOfAnySections(t *testing.T) {
	sizes := make([]int, effort.Size(25, 4)) // of cases; few are large
	sizes[len(sizes)-1] = 600 << 10
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		var inputs []artifact.Source
		want := map[string]string{} // records, by package
		next := 0
		for i := range rapid.IntRange(1, 3).Draw(t, "inputs") {
			var sections []string
			for range rapid.IntRange(1, 3).Draw(t, "sections") {
				to := next + rapid.IntRange(0, 3).Draw(t, "cases")
				pkg := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "package")
				text := section(pkg, rapid.IntRange(0, 9).Draw(t, "says"), next, to, rapid.SampledFrom(sizes).Draw(t, "size"))
				text = strings.ReplaceAll(text, "\n", rapid.SampledFrom([]string{"\n", "\r\n", "\n\n"}).Draw(t, "line end"))
				lines := records(text)
				if rapid.Bool().Draw(t, "broken off") {
					text = strings.TrimRight(text[:strings.LastIndex(text, `{"type":"end"`)], "\r\n")
					if lines != "" {
						lines = strings.TrimRight(lines, "\r\n") + "\n"
					}
				}
				want[pkg] += lines
				sections = append(sections, text)
				next = to
			}
			text := []byte(strings.Join(sections, "\n"))
			switch path := filepath.Join(dir, fmt.Sprint(i)); rapid.IntRange(0, 2).Draw(t, "source") {
			case 0:
				inputs = append(inputs, reporttest.Source(path, string(text)))
			case 1:
				var b bytes.Buffer
				z := gzip.NewWriter(&b)
				_, err := z.Write(text)
				require.NoError(t, errors.Join(err, z.Close()))
				text = b.Bytes()
				fallthrough
			case 2:
				require.NoError(t, os.WriteFile(path, text, 0o666))
				inputs = append(inputs, artifact.File(path))
			}
		}
		got := records(merged(t, inputs, rapid.Bool().Draw(t, "last")))
		assert.True(t, want["a"]+want["b"] == got)
	})
}

// An input that lost a record, or the end of one, since the plan was made is an error.
func TestInputsThatBecomeShorter(t *testing.T) {
	text := section("a", 2, 0, 2, 100)
	start := strings.LastIndex(text, `{"type":"case"`)
	for _, size := range []int{start + 50, start - 50} {
		rest := text
		m, err := shell.PlanMerge([]artifact.Source{{Name: "a.jsonl", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(rest)), nil }}}, shell.MergeOptions{})
		require.NoError(t, err)
		rest = text[:size]
		assert.EqualError(t, m.Write(io.Discard, m.Sets()[0]), "copying from a.jsonl: it became shorter while it was read")
		require.NoError(t, m.Close())
	}
}

// records returns the lines of cases.
func records(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, `{"type":"case"`) {
			b.WriteString(line)
		}
	}
	return b.String()
}
