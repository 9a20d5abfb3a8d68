package document_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/document"
)

func TestExcerpt(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		most       int
		want       string
	}{
		{"nothing", "", 3, ""},
		{"fewer", "ab", 3, "ab"},
		{"as many", "abc", 3, "abc"},
		{"more", "abcd", 3, "abc…"},
		{"characters, not bytes", "äöüß", 3, "äöü…"},
		{"as many characters in more bytes", "äöü", 3, "äöü"},
		{"bytes that are not UTF-8 are a character each", "\xff\xfe\xfd\xfc", 3, "\xff\xfe\xfd…"},
		{"none", "a", 0, "…"},
		{"less than none", "a", -1, "…"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, document.Excerpt(tt.text, tt.most))
		})
	}
}
