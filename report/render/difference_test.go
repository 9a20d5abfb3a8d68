package render

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// marked writes what differs in brackets.
func marked(all []segment) string {
	var b strings.Builder
	for _, s := range all {
		if s.Differs {
			b.WriteString("[" + s.Text + "]")
		} else {
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

func TestDifference(t *testing.T) {
	for _, test := range []struct{ got, want, g, w, reason string }{
		{"1898", "1889", "18[9]8", "188[9]", "the last 8 is common"},
		{"Acme", "Acme GmbH", "[Acme]", "[Acme GmbH]", "less than half in common"},
		{"Acme GmbH", "Acme GmbH & Co", "Acme GmbH", "Acme GmbH[ & Co]", ""},
		{"Straße", "Strasse", "Stra[ß]e", "Stra[ss]e", "by characters, not by bytes"},
		{"Hooli", "Initech", "[Hooli]", "[Initech]", "letters that happen to agree tell nothing"},
		{"same", "same", "same", "same", ""},
		{"", "x", "", "x", "nothing is not compared"},
	} {
		g, w := difference(test.got, test.want)
		assert.Equal(t, test.g, marked(g), test.reason)
		assert.Equal(t, test.w, marked(w), test.reason)
	}
}

func TestDifferenceLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got, want := rapid.StringMatching(`[abß]{0,12}`).Draw(t, "got"), rapid.StringMatching(`[abß]{0,12}`).Draw(t, "want")
		text := func(all []segment, common bool) string {
			var b strings.Builder
			for _, s := range all {
				if !common || !s.Differs {
					b.WriteString(s.Text)
				}
			}
			return b.String()
		}
		g, w := difference(got, want)
		if text(g, false) != got || text(w, false) != want {
			t.Fatalf("%q, %q became %q, %q", got, want, marked(g), marked(w))
		}
		if got != "" && want != "" && text(g, true) != text(w, true) {
			t.Fatalf("%q and %q do not have the same in common", marked(g), marked(w))
		}
	})
}

func TestShow(t *testing.T) {
	for _, test := range []struct{ value, text string }{
		{``, ``},
		{`"a\nb"`, `"a␊b"`},
		{`"a\"b"`, `"a"b"`},
		{`12.50`, `12.50`},
		{`null`, `null`},
		{`"\u202eabc"`, `"\u202eabc"`},
		{`"0123456789ä"`, `"0123456789… (12 bytes)"`},
	} {
		assert.Equal(t, test.text, show([]byte(test.value), 10))
	}
}
