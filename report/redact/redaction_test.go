package redact_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/redact"
	"github.com/extracteval/extracteval/testdata/reporttest"
)

// TestNothingRedactedLeaks plants one secret wherever a result can hold a value.
func TestNothingRedactedLeaks(t *testing.T) {
	const secret = "s3cr3t"
	quoted := json.RawMessage(`"` + secret + `"`)
	r := &eval.Result{
		Verdict: eval.Fail, Reasoning: "0/2 fields matched, not " + secret,
		Misses: []eval.Miss{{Path: "total", Tag: secret}, {Path: `["` + secret + `"]`, Tag: "unexpected key"}, {Path: "answer is not JSON: " + secret}, {Path: "total", Tag: "type mismatch"}, {Path: "lines[0]"}},
		Fields: []eval.FieldResult{
			{Path: "total", Attribute: "total", Outcome: metrics.Wrong, Got: quoted, Want: quoted, Note: "not " + secret, Tag: secret, Details: quoted},
			{Path: `["` + secret + `"]`, Attribute: metrics.InventedAttribute, Outcome: metrics.Invented, Got: quoted, Tag: "unexpected key"},
			{Path: "lines[0].sku", Attribute: "lines[].sku", Outcome: metrics.Missing, Want: quoted, WantIndex: []int{0}},
		},
		Alignments: []eval.Alignment{{Path: "lines", UnmatchedWant: []int{0}}},
		Warnings:   []string{"got " + secret},
	}
	seen := report.Observation{ID: "a", Result: r, Err: errors.New("cannot read " + secret), Want: quoted}
	mac := hmac.New(sha256.New, []byte("key"))
	mac.Write(quoted)
	hash := json.RawMessage(`"hmac:` + hex.EncodeToString(mac.Sum(nil)[:8]) + `"`)

	for _, tt := range []struct {
		mode   redact.Mode
		value  json.RawMessage
		misses []string
	}{
		{redact.Hash, hash, []string{"total", "(invented) hmac:", "(redacted)", "total (type mismatch)", "lines[0]"}},
		{redact.Omit, nil, []string{"total", "(invented) (unexpected key)", "(redacted)", "total (type mismatch)", "lines[0]"}},
		{"unknown", nil, []string{"total", "(invented) (unexpected key)", "(redacted)", "total (type mismatch)", "lines[0]"}},
	} {
		t.Run(string(tt.mode), func(t *testing.T) {
			c := report.NewCase(seen, report.CaseOptions{Redaction: redact.Redaction{Mode: tt.mode, Key: []byte("key")}})
			text := reporttest.Line(t, c)
			assert.NotContains(t, text, secret)
			assert.Equal(t, tt.value, c.Fields[0].Got)
			assert.Equal(t, tt.value, c.Fields[0].Want)
			assert.Nil(t, c.Fields[2].Got, "what was missing stays missing")
			assert.Equal(t, "(redacted)", c.Error, "that there was an error stays")
			if tt.mode == redact.Hash {
				assert.Contains(t, c.Misses[1], tt.misses[1])
				tt.misses[1] = c.Misses[1] // its hash is not the matter here
			}
			assert.Equal(t, tt.misses, c.Misses)
		})
	}
	assert.Contains(t, reporttest.Line(t, report.NewCase(seen, report.CaseOptions{})), secret)
}

// TestNothingRedactedByRulesLeaks is the same with fields that are kept.
func TestNothingRedactedByRulesLeaks(t *testing.T) {
	const secret, kept = "s3cr3t", "plain"
	q := func(text string) json.RawMessage { return json.RawMessage(`"` + text + `"`) }
	invented := []eval.FieldResult{
		{Path: `x["` + secret + `"]`, Attribute: metrics.InventedAttribute, Outcome: metrics.Invented, Got: q("other"), Tag: "unexpected key"},
		{Path: "extra.a", Attribute: metrics.InventedAttribute, Outcome: metrics.Invented, Got: q(kept + "!"), Tag: "unexpected key"},
	}
	r := &eval.Result{
		Verdict: eval.Fail, Reasoning: "0/2 fields matched, not " + secret,
		Misses: []eval.Miss{{Path: "total", Tag: kept, Note: kept}, {Path: "iban", Tag: secret, Note: secret}, {Path: `x["` + secret + `"]`, Tag: "unexpected key"}, {Path: "extra", Tag: "unexpected key"},
			{Path: "answer is not JSON: " + secret}, {Path: "iban", Tag: "type mismatch"}, {Path: "lines[0]", Tag: "missing"}, {Path: "lines[0]", Tag: secret}, {Path: "moved", Tag: kept}, {Path: "number"}},
		Fields: append([]eval.FieldResult{
			{Path: "total", Attribute: "total", Outcome: metrics.Wrong, Got: q(kept), Want: q(kept), Note: kept, Tag: kept, Details: q(kept)},
			{Path: "iban", Attribute: "iban", Outcome: metrics.Wrong, Got: q(secret), Want: q(secret), Note: "not " + secret, Tag: secret, Details: q(secret)},
			{Path: "lines[0].sku", Attribute: "lines[].sku", Outcome: metrics.Missing, Want: q(secret), WantIndex: []int{0}},
			{Path: "lines[0].amount", Attribute: "lines[].amount", Outcome: metrics.Missing, Want: q(kept), WantIndex: []int{0}},
			{Path: "moved", Attribute: "moved", Outcome: metrics.Wrong, Got: q("pay S3 CR3T"), Want: q("moved"), Tag: kept},
			{Path: "number", Attribute: "number", Outcome: metrics.Missing, Want: q("number"), Note: kept},
		}, invented...),
		Alignments: []eval.Alignment{{Path: "lines", UnmatchedWant: []int{0}}},
		Warnings:   []string{"got " + secret},
	}
	seen := report.Observation{ID: "a", Result: r, Err: errors.New("cannot read " + secret), Want: q(secret)}
	for _, tt := range []struct {
		name string
		r    redact.Redaction
	}{
		{"rules", redact.Redaction{Paths: rules{"iban": redact.Omit, "lines[].sku": redact.Hash}}},
		{"exceptions", redact.Redaction{Mode: redact.Omit, Paths: rules{"total": "", "lines": "", "lines[].sku": redact.Hash, "moved": "", "number": ""}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := report.NewCase(seen, report.CaseOptions{Redaction: tt.r})
			text := reporttest.Line(t, c)
			assert.NotContains(t, text, secret)
			assert.NotContains(t, text, "S3 CR3T")
			assert.Equal(t, []string{"total (plain)", "iban", "(invented) (unexpected key)", "(invented) (unexpected key)", "(redacted)", "iban (type mismatch)",
				"lines[0] (missing)", "lines[0]", "moved", "number"}, c.Misses)
			assert.Equal(t, []string{"", "(redacted)"}, []string{c.Reasoning, c.Error})
			assert.Equal(t, []string{"(redacted)"}, c.Warnings)
			total, iban, sku, amount, moved, number := c.Fields[0], c.Fields[1], c.Fields[2], c.Fields[3], c.Fields[4], c.Fields[5]
			assert.Equal(t, []string{`"plain"`, `"plain"`, "", "plain", `"plain"`}, []string{string(total.Got), string(total.Want), total.Note, total.Tag, string(total.Details)})
			assert.Equal(t, []string{"", "", "", "", ""}, []string{string(iban.Got), string(iban.Want), iban.Note, iban.Tag, string(iban.Details)})
			assert.Regexp(t, `^"hmac:[0-9a-f]{16}"$`, string(sku.Want))
			assert.Equal(t, q(kept), amount.Want)
			assert.Nil(t, moved.Got)
			assert.Nil(t, moved.Want, "both sides")
			assert.Equal(t, []string{`"number"`, ""}, []string{string(number.Want), number.Note})
			for _, f := range c.Fields[6:] {
				assert.Equal(t, "(invented)", f.Path)
				assert.Nil(t, f.Got)
			}
			assert.NotEqual(t, report.NewCase(seen, report.CaseOptions{}).DataHash, c.DataHash)

			r.Unreadable = "it is not JSON: " + secret
			defer func() { r.Unreadable = "" }()
			unreadable := report.NewCase(seen, report.CaseOptions{Redaction: tt.r})
			assert.Empty(t, unreadable.Fields[5].Note, "a note may say why the answer could not be read")
			assert.Equal(t, q("number"), unreadable.Fields[5].Want)
		})
	}
	all := report.NewCase(seen, report.CaseOptions{})
	none := report.NewCase(seen, report.CaseOptions{Redaction: redact.Redaction{Paths: rules{"total": ""}}})
	assert.Equal(t, all, none, "rules that keep values redact nothing")
}

func TestDatasetSaysWhatIsRedacted(t *testing.T) {
	ds := report.Dataset{Name: "d", Redact: redact.Hash, RedactPaths: rules{"vendor.iban": redact.Omit, "total": redact.None}}
	text := reporttest.Line(t, ds)
	assert.Equal(t, `{"type":"dataset","name":"d","redact":"hash","redact_paths":{"total":"","vendor.iban":"omit"}}`, strings.TrimSpace(text))
	r := artifact.NewReader(strings.NewReader(text+reporttest.Line(t, report.Dataset{Name: "before there were rules", Redact: redact.Omit})), "a.jsonl")
	require.True(t, r.Scan())
	assert.Equal(t, "hash, total kept, vendor.iban omit", r.Record().(*report.Dataset).Redaction().String())
	require.True(t, r.Scan())
	assert.Equal(t, "omit", r.Record().(*report.Dataset).Redaction().String())
}

func TestFieldWithheld(t *testing.T) {
	value := json.RawMessage(`1`)
	for _, tt := range []struct {
		reason    string
		f         report.Field
		got, want bool
	}{
		{"both values are there", report.Field{Outcome: metrics.Wrong, Got: value, Want: value}, false, false},
		{"both were", report.Field{Outcome: metrics.Wrong}, true, true},
		{"got has none", report.Field{Outcome: metrics.Missing}, false, true},
		{"the truth has none", report.Field{Outcome: metrics.Invented}, true, false},
		{"both have none", report.Field{Outcome: metrics.CorrectAbsence}, false, false},
		{"a path that nobody can read, which the note says", report.Field{Outcome: metrics.Missing, Note: "invalid path"}, false, false},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			got, want := tt.f.Withheld()
			assert.Equal(t, []bool{tt.got, tt.want}, []bool{got, want})
		})
	}
}
