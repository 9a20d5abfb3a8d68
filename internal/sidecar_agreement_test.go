package internal_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/sidecar"
	"github.com/extracteval/extracteval/report"
)

// What is written is read, and undefined numbers stay undefined.
func TestAgreement(t *testing.T) {
	data := filepath.Join(t.TempDir(), "inv.jsonl")
	none, err := sidecar.Agreement(data)
	require.NoError(t, err)
	assert.Nil(t, none)
	assert.Nil(t, none.Of("total"))
	ratio := func(v float64) report.Ratio { return report.RatioOf(v, true) }
	a := report.Agreement{Reviewers: 2, Documents: 40, Fields: []report.FieldAgreement{
		{Attribute: "total", Documents: 40, Share: ratio(0.95), Low: ratio(0.8), High: ratio(0.99), Kappa: ratio(-0.2)},
		{Attribute: "paid"},
	}}
	require.NoError(t, sidecar.WriteAgreement(data, a))
	got, err := sidecar.Agreement(data)
	require.NoError(t, err)
	assert.Equal(t, &a, got)
	assert.Equal(t, 0.95, got.Of("total").Share.Value)
	assert.False(t, got.Of("paid").Share.Defined)
	text, err := os.ReadFile(sidecar.AgreementFile(data))
	require.NoError(t, err)
	assert.Contains(t, string(text), `"attribute": "paid",`)
	assert.Contains(t, string(text), `"share": null,`)
	assert.ErrorContains(t, sidecar.WriteAgreement(filepath.Join(sidecar.AgreementFile(data), "inv.jsonl"), a), "inv.agreement.json: ", "a file is no folder")
}

func TestDamagedAgreement(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct{ text, err string }{
		{``, `:1: there is no JSON object`},
		{`{"reviewers": 2, "documents": 3, "fields": []} {}`, `:1: there is more after the JSON object`},
		{`{"reviewer": 2}`, `:1: unknown key "reviewer"`},
		{`{}`, `: it is of 0 reviewers and 0 documents, want 2 or more and 1 or more`},
		{`{"reviewers": 2, "documents": 3, "fields": [{"attribute": ""}]}`, `: a field has no attribute`},
		{`{"reviewers": 2, "documents": 3, "fields": [{"attribute": "a", "documents": 3}, {"attribute": "a"}]}`, `: field "a" appears twice`},
		{`{"reviewers": 2, "documents": 3, "fields": [{"attribute": "a", "documents": -1}]}`, `: field "a" has -1 documents, want 0 or more`},
		{`{"reviewers": 2, "documents": 3, "fields": [{"attribute": "a", "share": 1.5}]}`, `: field "a" has the share 1.500 (-–-), want numbers from 0 to 1`},
		{`{"reviewers": 2, "documents": 3, "fields": [{"attribute": "a", "share": "all"}]}`, `: fields.share is of type string`},
		{`{"reviewers": 2, "documents": 3, "fields": [{"attribute": "a", "kappa": 2}]}`, `: field "a" has kappa 2.000 and alpha -, want at most 1`},
	} {
		require.NoError(t, os.WriteFile("inv.agreement.json", []byte(tt.text), 0o666))
		_, err := sidecar.Agreement("inv.jsonl")
		assert.EqualError(t, err, "inv.agreement.json"+tt.err+"; evalreport data agreement -write makes it")
	}
}
