package main_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/labels"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

// Each sub-command states its arguments, then shows examples with flags that it knows, and names its exit codes last, in 80
// columns.
func TestHelpOfData(t *testing.T) {
	for _, cmd := range labels.Commands() {
		var out bytes.Buffer
		c := labels.Call{Inputs: &shell.Inputs{}, Stdout: &out}
		require.ErrorIs(t, cmd.Run(&c, "evalreport data "+cmd.Name, []string{"-h"}, &out, labels.Help), flag.ErrHelp)
		assert.True(t, strings.HasPrefix(out.String(), "usage: evalreport data "+cmd.Name+" "+cmd.Args+"\n\n"), "%s", &out)
		for line := range strings.Lines(out.String()) {
			line = strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "    \t", "        ")
			assert.NotContains(t, line, "\t", cmd.Name)
			assert.LessOrEqual(t, utf8.RuneCountInString(line), 80, "%s: %s", cmd.Name, line)
		}
		help, err := os.ReadFile("internal/labels/help/" + cmd.Name + ".txt")
		require.NoError(t, err)
		assert.Contains(t, out.String(), string(help))
		text, rest, found := strings.Cut(string(help), "\n\nexamples:\n")
		assert.True(t, found, "%s: text, then examples", cmd.Name)
		assert.True(t, strings.HasPrefix(text, strings.ToUpper(cmd.Name[:1])+cmd.Name[1:]+" "), "%s: the text begins with its name", cmd.Name)
		examples, exits, found := strings.Cut(rest, "\n\nexit codes: ")
		assert.True(t, found, "%s: examples, then exit codes", cmd.Name)
		assert.NotContains(t, strings.TrimSpace(exits), "\n\n", "%s: nothing is after the exit codes", cmd.Name)
		fs, _ := cmd.Flags(&c)
		for line := range strings.Lines(examples) {
			_, call, ours := strings.Cut(line, "evalreport data "+cmd.Name+" ")
			for _, word := range strings.Fields(call) {
				if name := strings.TrimPrefix(word, "-"); ours && name != word && name != "" {
					assert.NotNil(t, fs.Lookup(name), "%s: -%s", cmd.Name, name)
				}
			}
		}
	}
}

func TestFind(t *testing.T) {
	cmd, rest, err := labels.Find([]string{"log", "old", "new"})
	require.NoError(t, err)
	assert.Equal(t, "log", cmd.Name)
	assert.Equal(t, []string{"old", "new"}, rest)
	_, _, err = labels.Find(nil)
	assert.ErrorContains(t, err, "want a sub-command: draft, log, split, agreement, audit")
	_, _, err = labels.Find([]string{"lgo"})
	assert.ErrorContains(t, err, `unknown sub-command "lgo"; did you mean "log"? (valid: draft, log`)
}
