package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEndingsOfScore makes the second table in ENDINGS.md of real runs; EXTRACTEVAL_UPDATE=1 writes it. Each row states its
// exit codes and verdicts.
func TestEndingsOfScore(t *testing.T) {
	const (
		truths = `{"id":"a","want":{"n":1,"m":1}}` + "\n" + `{"id":"b","want":{"n":2,"m":2}}` + "\n" + `{"id":"c","want":{"n":3,"m":3}}` + "\n"
		right  = `{"id":"a","got":{"n":1,"m":1}}` + "\n" + `{"id":"b","got":{"n":2,"m":2}}` + "\n"
		third  = `{"id":"c","got":{"n":3,"m":3}}` + "\n"
		limit  = "-macro-f1 .8"
	)
	verdict := regexp.MustCompile(`(?m)^want: (no gate|gate passed|gate not evaluable|not evaluable)?`)
	call := func(args ...string) (exit int, says string) {
		var out, errs bytes.Buffer
		exit = run(t.Context(), nil, &out, &errs, args)
		all := verdict.FindAllStringSubmatch(out.String(), -1) // the table of score begins with the name, too
		if len(all) == 0 {
			return exit, "-"
		}
		switch last := all[len(all)-1][1]; last {
		case "":
			return exit, "failed"
		default:
			return exit, strings.TrimPrefix(last, "gate ")
		}
	}
	const notEvaluable = "not evaluable"
	var table strings.Builder
	table.WriteString("| the answers | without limits | with limits | with `-max-errors 1` | `check` |\n|---|---|---|---|---|\n")
	for _, tt := range []struct {
		name, want, got, flags string
		expected               [4]string
	}{
		{"all are right", truths, right + third, "", [4]string{"0, no gate", "0, passed", "0, passed", "0, passed"}},
		{"some values are wrong, and the limits are kept", truths, right + `{"id":"c","got":{"n":4,"m":3}}`, "", [4]string{"1, no gate", "0, passed", "0, passed", "0, passed"}},
		{"a limit is not kept", truths, right + `{"id":"c","got":{"n":4,"m":4}}`, "", [4]string{"1, no gate", "1, failed", "1, failed", "1, failed"}},
		{"one is missing", truths, right, "", [4]string{"1, no gate", "1, failed", "0, passed", "1, failed"}},
		{"one failed (`error`)", truths, right + `{"id":"c","error":"timeout"}`, "", [4]string{"1, no gate", "1, failed", "0, passed", "1, failed"}},
		{"one is in a line without an id", truths, right + `{"got":{"n":3,"m":3}}`, "", [4]string{"1, no gate", "1, failed", "0, passed", "1, failed"}},
		{"one is not JSON (`\"got\": \"none\"`)", truths, right + `{"id":"c","got":"none"}`, "", [4]string{"1, no gate", "0, passed", "0, passed", "0, passed"}},
		{"one has no truth", truths, right + third + `{"id":"d","got":{"n":4}}`, "", [4]string{"0, no gate", "0, passed", "0, passed", "0, passed"}},
		{"two have one id", truths, right + third + third, "", [4]string{"1, " + notEvaluable, "1, " + notEvaluable, "1, " + notEvaluable, "1, " + notEvaluable}},
		{"one seems to have a mistyped key (`gto`)", truths, right + `{"id":"c","gto":{"n":3,"m":3}}`, "", [4]string{"1, " + notEvaluable, "1, " + notEvaluable, "1, " + notEvaluable, "1, " + notEvaluable}},
		{"a truth cannot be used", truths + `{"id":"d","want":{"n":1}}}`, right + third, "", [4]string{"1, " + notEvaluable, "1, " + notEvaluable, "1, " + notEvaluable, "1, " + notEvaluable}},
		{"no truth can be used", "{\"id\":\"a\"}}\n", right, "", [4]string{"1, " + notEvaluable, "1, " + notEvaluable, "1, " + notEvaluable, "1, " + notEvaluable}},
		{"a limit names no field (`-field total=.9`)", truths, right + third, "-field total=.9", [4]string{"0, no gate", "2, -", "2, -", "2, -"}},
		{"the spec names a field that no truth has", truths, right + third, "-spec spec.yaml", [4]string{"1, " + notEvaluable, "1, " + notEvaluable, "1, " + notEvaluable, "1, " + notEvaluable}},
		{"none has the id of a truth", truths, `{"id":"1","got":{"n":1,"m":1}}`, "", [4]string{"2, -", "2, -", "2, -", "2, -"}},
		{"the file is empty, or has another form", truths, "[" + third, "", [4]string{"2, -", "2, -", "2, -", "2, -"}},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"want.jsonl": tt.want, "got.jsonl": tt.got, "spec.yaml": "fields: [total]\n"} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
		}
		var is [4]string
		for i, flags := range []string{"", limit, limit + " -max-errors 1"} {
			if i > 0 || !strings.HasPrefix(tt.flags, "-field") {
				flags += " " + tt.flags
			}
			args := append(strings.Fields(strings.ReplaceAll(flags, "spec.yaml", filepath.Join(dir, "spec.yaml"))), filepath.Join(dir, "want.jsonl"), filepath.Join(dir, "got.jsonl"))
			exit, says := call(append([]string{"score", "-dir", filepath.Join(dir, fmt.Sprint(i))}, args...)...)
			is[i] = fmt.Sprintf("%d, %s", exit, says)
		}
		exit, says := call("check", filepath.Join(dir, "1"))
		is[3] = fmt.Sprintf("%d, %s", exit, says)
		assert.Equal(t, tt.expected, is, tt.name)
		fmt.Fprintf(&table, "| %s | %s |\n", tt.name, strings.Join(is[:], " | "))
	}
	text, err := os.ReadFile("ENDINGS.md")
	require.NoError(t, err)
	head, rest, _ := strings.Cut(string(text), "| the answers |")
	if want := head + table.String() + rest[max(0, strings.Index(rest, "\n## ")):]; os.Getenv("EXTRACTEVAL_UPDATE") != "" {
		require.NoError(t, os.WriteFile("ENDINGS.md", []byte(want), 0o666))
	} else {
		assert.Equal(t, want, string(text))
	}
}
