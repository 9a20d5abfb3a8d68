package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/testdata/effort"
)

const whyExample = "../../../examples/why"

// planted are the causes of examples/why, with the beginning of the line that names each.
var planted = []struct{ cause, line string }{
	{"cut-list", `the list lines ends after 15 rows`},
	{"confused-class", `class of currency=CAD`},
	{"deciding-class", `type was wrong`},
	{"script", `script of text=Cyrillic`},
	{"dates", `layout of dates=mdy`},
	{"numbers", `layout of numbers=1889,00`},
	{"long-text", `length of text>=`},
	{"scanner", `scanner=van`},
	{"discount", `presence of discount=yes`},
	{"stop", `the model stopped before there was an answer`},
}

// letters writes the data sets of examples/why. It returns what show -why prints of a data set, from the patterns on, line by line.
func letters(t *testing.T, seed uint64) func(set string) []string {
	dir := t.TempDir()
	make := exec.Command("go", "run", ".", dir, fmt.Sprint(seed))
	make.Dir = whyExample
	out, err := make.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return func(set string) []string {
		var stdout, stderr bytes.Buffer
		runs, file := filepath.Join(dir, "runs", set), filepath.Join(dir, set)
		run(t.Context(), nil, &stdout, &stderr, []string{ // without a gate, mistakes fail it
			"score", "-dataset", set, "-dir", runs, "-spec", filepath.Join(whyExample, "testdata", "spec.yaml"), file + ".truths.jsonl", file + ".answers.jsonl",
		})
		stdout.Reset()
		require.Zero(t, run(t.Context(), nil, &stdout, &stderr, []string{"show", "-why", runs}), "%s", stderr.String())
		_, why, found := strings.Cut(stdout.String(), "\nwhat mistakes have in common")
		if !found {
			return nil
		}
		why, _, _ = strings.Cut("what mistakes have in common"+why, "\n\n")
		return strings.Split(why, "\n")
	}
}

// named returns the line of a cause among the first lines, "" if none is.
func named(lines []string, first int, cause string) string {
	for _, line := range lines[:min(len(lines), first)] {
		if text, ok := strings.CutPrefix(line, "- "+cause); ok {
			return cause + text
		}
	}
	return ""
}

// Each cause that is planted in examples/why is named within the first five lines, and within fifteen where all ten are planted. The README
// has the same lines. Each cause alone is a data set of its own.
func TestReadmeOfWhy(t *testing.T) {
	effort.NeedsLong(t)
	text, err := os.ReadFile(filepath.Join(whyExample, "README.md"))
	require.NoError(t, err)
	blocks, tables := quoted(string(text))
	require.Len(t, tables, 1)
	require.Len(t, tables[0], 1+len(planted))
	why := letters(t, 1)
	all := why("all")
	for i, p := range planted {
		row := tables[0][1+i]
		assert.Equal(t, p.cause, strings.Trim(row[0], "`"))
		assert.NotEmpty(t, named(all, 15, p.line), "%s among all ten: %q", p.cause, all)
		line := named(why(p.cause), 5, p.line)
		assert.NotEmpty(t, line, p.cause)
		assert.Equal(t, "`"+line+"`", row[2])
	}
	assert.Empty(t, why("none"))
	quote := blocks[len(blocks)-1]
	assert.Equal(t, "$ evalreport show -why runs/all\n…\n"+strings.Join(all, "\n")+"\n…\n", quote)
	for i, command := range regexp.MustCompile(`(?m)^evalreport (score|show) .*$`).FindAllString(strings.Join(blocks, ""), -1) {
		assert.Equal(t, []string{"score", "show"}[i], strings.Fields(command)[1])
	}
}

// With other letters, too: nineteen of twenty causes, and seldom a line where nothing is planted. EXTRACTEVAL_LONG=1 writes the letters
// twice; EXTRACTEVAL_SIMULATIONS=10 beside it ten times, as has been done.
func TestWhyOfOtherLetters(t *testing.T) {
	effort.NeedsLong(t)
	letterings := effort.Draws(t, 2)
	found, all, alarms := 0, 0, 0
	for seed := range uint64(letterings) {
		why := letters(t, 2+seed)
		together := why("all")
		for _, p := range planted {
			for _, line := range []string{named(why(p.cause), 5, p.line), named(together, 15, p.line)} {
				all++
				if line != "" {
					found++
				} else {
					t.Logf("seed %d: %s is not named", 2+seed, p.cause)
				}
			}
		}
		if none := why("none"); none != nil {
			alarms++
			t.Logf("seed %d: %q", 2+seed, none)
		}
	}
	t.Logf("%d of %d are named; %d of %d data sets without a cause have a line", found, all, alarms, letterings)
	assert.GreaterOrEqual(t, float64(found), 0.95*float64(all))
	assert.LessOrEqual(t, alarms, max(1, letterings*3/10), "of 5 %, chance has more in one of 400 tests of two, and of a thousand of ten")
}
