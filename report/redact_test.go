package report_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"testing"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/stretchr/testify/assert"
)

// TestNothingRedactedLeaks plants one secret wherever a result can hold a value.
func TestNothingRedactedLeaks(t *testing.T) {
	const secret = "s3cr3t"
	quoted := json.RawMessage(`"` + secret + `"`)
	r := &eval.Result{
		Verdict: eval.Fail, Reasoning: "0/2 fields matched, not " + secret,
		Misses: []string{"total (" + secret + ")", `["` + secret + `"] (unexpected key)`, "answer is no JSON: " + secret, "total (type mismatch)", "lines[0]"},
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
		mode   report.Redact
		value  json.RawMessage
		misses []string
	}{
		{report.RedactHash, hash, []string{"total", "(invented) hmac:", "(redacted)", "total (type mismatch)", "lines[0]"}},
		{report.RedactOmit, nil, []string{"total", "(invented) (unexpected key)", "(redacted)", "total (type mismatch)", "lines[0]"}},
		{"unknown", nil, []string{"total", "(invented) (unexpected key)", "(redacted)", "total (type mismatch)", "lines[0]"}},
	} {
		t.Run(string(tt.mode), func(t *testing.T) {
			c := report.NewCase(seen, report.CaseOptions{Redaction: report.Redaction{Mode: tt.mode, Key: []byte("key")}})
			text := line(t, c)
			assert.NotContains(t, text, secret)
			assert.Equal(t, tt.value, c.Fields[0].Got)
			assert.Equal(t, tt.value, c.Fields[0].Want)
			assert.Nil(t, c.Fields[2].Got, "what was missing stays missing")
			assert.Equal(t, "(redacted)", c.Error, "that there was an error stays")
			if tt.mode == report.RedactHash {
				assert.Contains(t, c.Misses[1], tt.misses[1])
				tt.misses[1] = c.Misses[1] // its hash is not the matter here
			}
			assert.Equal(t, tt.misses, c.Misses)
		})
	}
	assert.Contains(t, line(t, report.NewCase(seen, report.CaseOptions{})), secret)
}

func TestRedactValidate(t *testing.T) {
	assert.NoError(t, report.RedactHash.Validate())
	assert.EqualError(t, report.Redact("blur").Validate(), `report: unknown redaction "blur", want "hash", "omit" or none`)
}
