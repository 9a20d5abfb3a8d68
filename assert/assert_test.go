package assert_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	testify "github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/assert"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// recorder is a test that notes its failures.
type recorder struct{ texts []string }

func (r *recorder) Errorf(format string, args ...any) {
	r.texts = append(r.texts, fmt.Sprintf(format, args...))
}

// failure returns the text of the only failure, without testify's layout, and
// the user's message.
func (r *recorder) failure(t *testing.T) (text, message string) {
	t.Helper()
	if !testify.Len(t, r.texts, 1) {
		return "", ""
	}
	sections := map[string][]string{}
	section := ""
	for line := range strings.Lines(r.texts[0]) {
		line = strings.TrimRight(line, "\n")
		if label, rest, ok := strings.Cut(line, ":"); ok && strings.HasPrefix(line, "\t") && len(line) > 1 && line[1] != ' ' {
			section, line = strings.TrimSpace(label), rest
		}
		sections[section] = append(sections[section], strings.TrimPrefix(strings.TrimLeft(line, " "), "\t"))
	}
	clean := func(lines []string) string {
		for i, line := range lines {
			lines[i] = strings.TrimPrefix(strings.TrimPrefix(line, "            \t"), "\t")
		}
		return strings.TrimSpace(strings.Join(lines, "\n"))
	}
	return clean(sections["Error"]), clean(sections["Messages"])
}

func TestHolds(t *testing.T) {
	price := 1889.0
	for name, holds := range map[string]func(assert.TestingT) bool{
		"Fuzzy": func(t assert.TestingT) bool {
			return assert.Fuzzy(t, "ACME  CORP", "Acme Corp", compare.Fuzzy{})
		},
		"Fuzzy: a string is not JSON": func(t assert.TestingT) bool { return assert.Fuzzy(t, "[", "[", compare.Fuzzy{}) },
		"Fuzzy: raw JSON is": func(t assert.TestingT) bool {
			return assert.Fuzzy(t, json.RawMessage(`"Acme"`), []byte(` "Acme" `), compare.Fuzzy{Threshold: 1})
		},
		"Numeric": func(t assert.TestingT) bool {
			return assert.Numeric(t, "1.889,00 €", 1889, compare.Numeric{Tolerance: 0.01})
		},
		"Numeric: a pointer": func(t assert.TestingT) bool {
			return assert.Numeric(t, &price, json.Number("1889.0"), compare.Numeric{})
		},
		"Date": func(t assert.TestingT) bool { return assert.Date(t, "01.03.2024", "2024-03-01", compare.Date{}) },
		"Date: a time": func(t assert.TestingT) bool {
			return assert.Date(t, time.Date(2024, 3, 1, 23, 0, 0, 0, time.UTC), "2024-03-01", compare.Date{})
		},
		"nothing is nothing":     func(t assert.TestingT) bool { return assert.Numeric(t, nil, " ", compare.Numeric{}) },
		"a dash is not a number": func(t assert.TestingT) bool { return assert.Numeric(t, "-", nil, compare.Numeric{}) },
		"a dash is not a date":   func(t assert.TestingT) bool { return assert.Date(t, nil, "–", compare.Date{}) },
		"N/A is not a text":      func(t assert.TestingT) bool { return assert.Fuzzy(t, "n/a", "", compare.Fuzzy{}) },
		"a value of a document": func(t assert.TestingT) bool {
			return assert.Numeric(t, document.Value{}, (*float64)(nil), compare.Numeric{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := &recorder{}
			testify.True(t, holds(r))
			testify.Empty(t, r.texts)
		})
	}
}

func TestFails(t *testing.T) {
	for _, tt := range []struct {
		name  string
		fails func(assert.TestingT) bool
		text  string
	}{
		{"Fuzzy", func(t assert.TestingT) bool { return assert.Fuzzy(t, "Acme Inc.", "Acme Corp", compare.Fuzzy{}) },
			`got does not match want: similarity 0.556
got:  "Acme Inc."
want: "Acme Corp"
rule: fuzzy`},
		{"Fuzzy with options", func(t assert.TestingT) bool {
			return assert.Fuzzy(t, "Acme", "xyz", compare.Fuzzy{Threshold: 0.9, Verbatim: true})
		},
			`got does not match want: it is another value
got:  "Acme"
want: "xyz"
rule: fuzzy {"threshold":0.9,"verbatim":true}`},
		{"Numeric", func(t assert.TestingT) bool { return assert.Numeric(t, 105, 100, compare.Numeric{Tolerance: 1}) },
			`got does not match want: off by 5, allowed 1
got:  105
want: 100
rule: numeric {"tolerance":1}`},
		{"Numeric with NaN", func(t assert.TestingT) bool { return assert.Numeric(t, math.NaN(), 100, compare.Numeric{}) },
			`got does not match want: got "NaN" is NaN: NaN never matches
got:  "NaN"
want: 100
rule: numeric`},
		{"Date", func(t assert.TestingT) bool { return assert.Date(t, "2024-03-02", "2024-03-01", compare.Date{}) },
			`got does not match want: off by 1 day
got:  "2024-03-02"
want: "2024-03-01"
rule: date`},
		{"got has nothing", func(t assert.TestingT) bool { return assert.Numeric(t, nil, 100, compare.Numeric{}) },
			`got does not match want: got has no value
got:  null
want: 100
rule: numeric`},
		{"a dash among texts", func(t assert.TestingT) bool { return assert.Fuzzy(t, "-", "", compare.Fuzzy{}) },
			`got does not match want: want has no value
got:  "-"
want: ""
rule: fuzzy`},
		{"want has nothing", func(t assert.TestingT) bool { return assert.Numeric(t, 0, document.Value{}, compare.Numeric{}) },
			`got does not match want: want has no value
got:  0
want: (missing)
rule: numeric`},
		{"an invalid rule", func(t assert.TestingT) bool { return assert.Fuzzy(t, "a", "a", compare.Fuzzy{Threshold: 2}) },
			`assert: the rule is invalid: compare: fuzzy: threshold: got 2, want a number above 0 and at most 1`},
		{"got is not JSON", func(t assert.TestingT) bool { return assert.Fuzzy(t, []byte("{"), "a", compare.Fuzzy{}) },
			`assert: got cannot be read: document: invalid JSON at offset 1: unexpected end of JSON input`},
		{"want cannot be marshalled", func(t assert.TestingT) bool { return assert.Fuzzy(t, "a", func() {}, compare.Fuzzy{}) },
			`assert: want cannot be read: document: marshalling func(): json: unsupported type: func()`},
		{"a difference far in", func(t assert.TestingT) bool {
			long := strings.Repeat("Smith & Sons ", 100)
			return assert.Fuzzy(t, long+"Ltd", long+"Inc", compare.Fuzzy{Threshold: 1})
		},
			`got does not match want: similarity 0.998
got:  … ` + strings.Repeat("Smith & Sons ", 38) + `Ltd"
want: … ` + strings.Repeat("Smith & Sons ", 38) + `Inc"
rule: fuzzy {"threshold":1}`},
		{"a hostile document", func(t assert.TestingT) bool {
			return assert.Fuzzy(t, json.RawMessage("\"\u009b31m"+strings.Repeat("x", 10_000)+`"`), "a", compare.Fuzzy{})
		},
			`got does not match want: it is another value
got:  "�31m` + strings.Repeat("x", 494) + `…
want: "a"
rule: fuzzy`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := &recorder{}
			testify.False(t, tt.fails(r))
			text, message := r.failure(t)
			testify.Equal(t, tt.text, text)
			testify.Empty(t, message)
		})
	}
}

func TestMessage(t *testing.T) {
	r := &recorder{}
	assert.Numeric(r, 1, 2, compare.Numeric{}, "page %d", 7)
	_, message := r.failure(t)
	testify.Equal(t, "page 7", message)
}

// helperT counts who marks itself as a helper.
type helperT struct {
	recorder
	helpers int
}

func (h *helperT) Helper() { h.helpers++ }

func TestHelper(t *testing.T) {
	h := &helperT{}
	assert.Numeric(h, 1, 2, compare.Numeric{})
	testify.Positive(t, h.helpers)
}
