package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Who empties the truths of a field that few documents have hides its mistakes. A few corrected truths are let pass.
func TestEmptiedFieldOfFewDocuments(t *testing.T) {
	documents := func(with int) (all []string) {
		for i, text := range of200(0, 0) {
			if i < with {
				text = text[:len(text)-1] + `, "vat": "DE-1"}`
			}
			all = append(all, text)
		}
		return all
	}
	for _, tt := range []struct {
		before, now int
		emptied     string
	}{
		{15, 0, "vat has a truth in 15 of 15 cases less than before"},
		{15, 10, "vat has a truth in 5 of 15 cases less than before"},
		{5, 0, "vat has a truth in 5 of 5 cases less than before"},
		{15, 11, ""}, // four truths
		{4, 0, ""},
		{60, 54, ""}, // a tenth
		{60, 53, "vat has a truth in 7 of 60 cases less than before"},
		{10, 15, ""}, // more truths
	} {
		before, now := documents(tt.before), documents(tt.now)
		old, new := begun(1, before, before), begun(2, now, now)
		old.Spec, new.Spec = "fields: [{path: number}, {path: vat}]", "fields: [{path: number}, {path: vat}]"
		r := compare2(t, old, new)
		want := ""
		if tt.emptied != "" {
			want = tt.emptied + ": mistakes there count no longer; run the earlier state again on today's labels"
		}
		assert.Equal(t, want, r.Sets[0].NotEvaluable, "%d to %d", tt.before, tt.now)
	}
}
