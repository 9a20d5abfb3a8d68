package evaltest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/evaltest/replay"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/redact"
)

// invoiceOf returns an invoice of n lines as JSON.
func invoiceOf(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(`{"sku":"A-%d"}`, i))
	}
	return `{"total":"1.889,00","lines":[` + strings.Join(all, ",") + `]}`
}

// cutLists is a suite of 10 short and 10 long invoices. The model stops after 10 of 40 lines, and says so.
func cutLists(limits ...Limit) Suite[int, string] {
	s := Suite[int, string]{
		Name: "invoices", Gate: Gate{Limits: limits},
		Extract: func(ctx context.Context, lines int) (string, error) {
			stop := "end_turn"
			if lines > 10 {
				lines, stop = 10, "max_tokens"
			}
			AddUsage(ctx, Usage{Calls: 1, Stop: stop})
			return invoiceOf(lines), nil
		},
	}
	for i := range 20 {
		n := 2
		if i >= 10 {
			n = 40
		}
		s.Cases = append(s.Cases, Case[int]{ID: fmt.Sprintf("c%02d", i), Input: n, Want: invoiceOf(n), Text: strings.Repeat("счёт ", n)})
	}
	return s
}

// Over all cases 120 of 420 lines are right; the slice says which invoices it is.
func TestGateOfALongList(t *testing.T) {
	recall := func(slice string) Limit {
		return Limit{Metric: "recall of lines[].sku", Slice: slice, Is: "at_least", Value: 0.9}
	}
	for slice, want := range map[string]string{
		"rows of lines>=40":          "recall of lines[].sku where rows of lines>=40 0.250 (of 10 of 20 cases) is below 0.900",
		"rows of lines<40":           "",
		"length of text>=200":        "recall of lines[].sku where length of text>=200 0.250 (of 10 of 20 cases) is below 0.900",
		"stop of answer=max_tokens":  "recall of lines[].sku where stop of answer=max_tokens 0.250 (of 10 of 20 cases) is below 0.900",
		"stop of answer=end_turn":    "",
		"script of text=Cyrillic":    "recall of lines[].sku where script of text=Cyrillic 0.286 (of all 20 cases) is below 0.900",
		"layout of numbers=1.889,00": "recall of lines[].sku where layout of numbers=1.889,00 0.286 (of all 20 cases) is below 0.900",
		"size of input<2":            "", // 2, not 40
		"presence of total=yes":      "recall of lines[].sku where presence of total=yes 0.286 (of all 20 cases) is below 0.900",
		"layout of dates=dmy":        "gate not evaluable: no case that was scored has layout of dates=dmy, on which recall of lines[].sku is limited",
		"rows of lins>=40":           `did you mean "rows of lines"?`,
	} {
		t.Run(slice, func(t *testing.T) {
			withMain(t)
			ok, printed := inner(t, "TestX", cutLists(recall(slice)).Run)
			withSpec := cutLists(recall(slice)) // which names the fields before the first case
			var err error
			withSpec.Spec, err = eval.ParseSpec([]byte(`{"fields":[{"path":"total","match":"numeric"},{"path":"lines","match":"list","fields":[{"path":"sku","match":"exact"}]}]}`), nil)
			require.NoError(t, err)
			specOK, specPrinted := inner(t, "TestX", withSpec.Run)
			assert.Equal(t, ok, specOK, specPrinted)
			assert.Contains(t, specPrinted, want)
			assert.Equal(t, want == "", ok, printed)
			assert.Contains(t, printed, want)
			if strings.Contains(want, "is below") {
				assert.Contains(t, printed, "invoices: "+want+"; look first at ", "in one line")
			}
		})
	}
}

// A slice that cannot be read ends the suite before the first case.
func TestSliceThatCannotBeRead(t *testing.T) {
	withMain(t)
	s := cutLists(Limit{Metric: "micro F1", Slice: "rows of lines>40", Is: "at_least", Value: 0.9})
	s.Extract = func(context.Context, int) (string, error) { panic("asked") }
	ok, printed := inner(t, "TestX", s.Run)
	assert.False(t, ok)
	assert.Contains(t, printed, `limit on micro F1 (rows of lines>40): Slice is "rows of lines>40", want ">=", "<" or "=" after "rows of lines", as in "rows of lines>=40"`)
	assert.NotContains(t, printed, "asked")
}

func TestTagsAreNotCalledLikeComputedSlices(t *testing.T) {
	ask := func(context.Context, string) (string, error) { panic("asked") }
	fails := func(t *testing.T, s Suite[string, string], want string) {
		t.Helper()
		withMain(t)
		ok, printed := inner(t, "TestX", s.Run)
		assert.False(t, ok)
		assert.Contains(t, printed, want)
		assert.NotContains(t, printed, "panic: asked")
	}
	t.Run("cases", func(t *testing.T) {
		cases := rightCases(2)
		cases[1].Tags = map[string]string{"vendor": "acme", "rows of lines": "many"}
		fails(t, Suite[string, string]{Cases: cases, Extract: ask}, `case 2: id "c02": tags: "rows of lines" has the form of a computed slice ("rows of …"): rename the tag`)
	})
	t.Run("lines", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "set.jsonl")
		require.NoError(t, os.WriteFile(file, []byte(`{"input":"a","want":{}}`+"\n"+`{"input":"b","want":{},"tags":{"script of text":"Latin"}}`+"\n"), 0o600))
		fails(t, Suite[string, string]{File: file, Extract: ask}, filepath.ToSlash(file)+`:2: tags: "script of text" has the form of a computed slice ("script of …"): rename the tag`)
	})
	t.Run("pairs", func(t *testing.T) {
		dir := t.TempDir()
		for name, text := range map[string]string{"a.input.txt": "a", "a.want.json": "{}", "tags.json": `{"a":{"class of service":"gold"}}`} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		}
		fails(t, Suite[string, string]{File: dir, Extract: ask}, filepath.ToSlash(filepath.Join(dir, "tags.json"))+`: "a": "class of service" has the form of a computed slice ("class of …"): rename the tag`)
	})
}

func TestShapeOfACase(t *testing.T) {
	dir := withMain(t)
	suite := Suite[string, string]{
		Cases: []Case[string]{{
			ID: "a", Input: "Счёт № 17", Text: "Счёт № 17", Pages: make([]report.Page, 150),
			Want: `{"total":"1.889,00","date":"25/12/2018"}`,
		}},
		Extract: func(ctx context.Context, _ string) (string, error) {
			AddUsage(ctx, Usage{Stop: "length"})
			AddUsage(ctx, Usage{Calls: 1})
			AddUsage(ctx, Usage{Stop: "stop"})
			return `{}`, nil
		},
	}
	inner(t, "TestX", suite.Run)
	want := report.Shape{TextLength: 9, InputSize: 15, Pages: 150, Script: "Cyrillic", Numbers: "1.889,00", Dates: "dmy", Stop: "length"}
	assert.Equal(t, want, caseRecords(t, dir)[0].Shape, "one of the calls was cut off")

	dir = withMain(t)
	suite.Redaction = redact.Redaction{Mode: redact.Hash}
	inner(t, "TestX", suite.Run)
	want.Numbers, want.Dates = "", ""
	assert.Equal(t, want, caseRecords(t, dir)[0].Shape, "of the values nothing is told")
}

// The answer of a call that was retried is lost, and so is the reason why it stopped.
func TestStopOfRetries(t *testing.T) {
	dir := withMain(t)
	calls := 0
	ok, printed := inner(t, "TestX", Suite[string, string]{
		Cases: rightCases(1), Retries: 2,
		Extract: func(ctx context.Context, answer string) (string, error) {
			if calls++; calls == 1 {
				AddUsage(ctx, Usage{Calls: 1, Stop: "max_tokens"})
				return "", Temporary(errors.New("cut off"))
			}
			AddUsage(ctx, Usage{Calls: 1, Stop: "end_turn"})
			return answer, nil
		},
	}.Run)
	require.True(t, ok, printed)
	assert.Equal(t, "end_turn", caseRecords(t, dir)[0].Shape.Stop)
	assert.Equal(t, map[string]float64{"calls": 2}, caseRecords(t, dir)[0].Cost)
}

// A failed answer says why the model stopped, too.
func TestStopOfAFailure(t *testing.T) {
	dir := withMain(t)
	inner(t, "TestX", Suite[string, string]{
		Cases: rightCases(1),
		Extract: func(ctx context.Context, _ string) (string, error) {
			AddUsage(ctx, Usage{Stop: "MAX_TOKENS"})
			return "", errors.New("unexpected end of JSON input")
		},
	}.Run)
	assert.Equal(t, "MAX_TOKENS", caseRecords(t, dir)[0].Shape.Stop)
}

// A recording keeps the reason of the real call, with or without a usage.
func TestStopOfRecordings(t *testing.T) {
	for name, used := range map[string]Usage{"alone": {Stop: "length"}, "with usage": {Stop: "length", Calls: 1}} {
		t.Run(name, func(t *testing.T) {
			recordings := replay.Recordings{Dir: t.TempDir()}
			model := func(ctx context.Context, _ string) (string, error) {
				AddUsage(ctx, used)
				return `{"a":1}`, nil
			}
			for _, mode := range []replay.Mode{replay.Record, replay.Replay} {
				dir := withMain(t)
				ask, err := replay.New(mode, recordings, model)
				require.NoError(t, err)
				inner(t, "TestX", Suite[string, string]{
					Cases:   rightCases(1),
					Extract: func(ctx context.Context, _ string) (string, error) { return ask(ctx, "q") },
				}.Run)
				c := caseRecords(t, dir)[0]
				assert.Equal(t, "length", c.Shape.Stop, mode)
				assert.Equal(t, used.Costs(), c.Cost, mode)
			}
			files, err := filepath.Glob(filepath.Join(recordings.Dir, "*.txt"))
			require.NoError(t, err)
			require.Len(t, files, 1)
			text, err := os.ReadFile(files[0])
			require.NoError(t, err)
			assert.True(t, strings.HasSuffix(string(text), "\n--- stop ---\nlength\n--- response ---\n{\"a\":1}"), string(text))
		})
	}
}
