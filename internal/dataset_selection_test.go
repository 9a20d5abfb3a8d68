package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/dataset"
)

// Each row was tried with go test -v of a package that has the test.
func TestIncludes(t *testing.T) {
	for _, tt := range []struct {
		run, skip, test string
		want            bool
	}{
		{"", "", "TestA", true},
		{"TestA", "", "TestA", true},
		{"TestA", "", "TestAB", true},
		{"^TestA$", "", "TestAB", false},
		{"^$", "", "TestA", false},
		{"TestB", "", "TestA", false},
		{"TestB|TestA", "", "TestA", true},
		{"TestA/case/x", "", "TestA", true},
		{"TestA/case/x", "", "TestB", false},
		{"TestA/english", "", "TestA/german", false},
		{"TestA/german/case", "", "TestA/german", true},
		{"Test(A|B/x)", "", "TestA", true},
		{"", "TestA", "TestA", false},
		{"", "TestA", "TestA/german", false},
		{"", "TestA/case", "TestA", true},
		{"", "TestB", "TestA", true},
		{"TestA", "TestA", "TestA", false},
		{"", "TestA/x|TestA", "TestA", true}, // the first alternative that matches counts
		{"(", "", "TestA", false},
	} {
		assert.Equal(t, tt.want, dataset.Includes(tt.run, tt.skip, tt.test), "-run %q -skip %q %s", tt.run, tt.skip, tt.test)
	}
}

func TestSelectsPart(t *testing.T) {
	for _, tt := range []struct {
		run, skip string
		depth     int
		want      bool
		reason    string
	}{
		{"", "", 1, false, "everything runs"},
		{"TestInvoices", "", 1, false, "a whole test"},
		{"TestA|TestInvoices", "", 1, false, "whole tests"},
		{"^Test(Invoices|A/B)$", "", 1, false, "a slash in parentheses separates nothing"},
		{"Test[/|]", "", 1, false, "nor in brackets"},
		{"TestInvoices/case/one", "", 1, true, "one case"},
		{"TestA|TestInvoices/case", "", 1, true, "one alternative selects a part"},
		{"TestInvoices/gate", "", 1, true, "the gate alone"},
		{"TestAll/Invoices", "", 2, false, "a whole subtest at its own depth"},
		{"TestAll/Invoices/case", "", 2, true, "a part of it"},
		{"", "TestOther", 1, false, "another test is skipped"},
		{"", "/case/b", 1, true, "a case is skipped"},
		{`Test\/x`, "", 1, false, "an escaped slash separates nothing"},
		{"]a/b", "", 1, true, "an unmatched bracket is a literal"},
	} {
		assert.Equal(t, tt.want, dataset.SelectsPart(tt.run, tt.skip, tt.depth), "-run=%q -skip=%q depth %d: %s", tt.run, tt.skip, tt.depth, tt.reason)
	}
}
