package internal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/view"
)

// marked writes the differences in brackets.
func marked(all []view.Segment) string {
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

// differences returns the segments of two texts. begun says that both values begin with the same text, which is not shown.
func differences(got, want string, begun bool) (g, w []view.Segment) {
	omission := ""
	if begun {
		omission = "…"
	}
	a, b := terminal.Difference(terminal.ShownValue{Before: omission, Text: got}, terminal.ShownValue{Before: omission, Text: want}, false, false)
	if begun {
		return a.Segments[1:], b.Segments[1:]
	}
	return a.Segments, b.Segments
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
		g, w := differences(test.got, test.want, false)
		assert.Equal(t, test.g, marked(g), test.reason)
		assert.Equal(t, test.w, marked(w), test.reason)
	}
}

func TestDifferenceLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got, want := rapid.StringMatching(`[abß]{0,12}`).Draw(t, "got"), rapid.StringMatching(`[abß]{0,12}`).Draw(t, "want")
		text := func(all []view.Segment, common bool) string {
			var b strings.Builder
			for _, s := range all {
				if !common || !s.Differs {
					b.WriteString(s.Text)
				}
			}
			return b.String()
		}
		g, w := differences(got, want, rapid.Bool().Draw(t, "begun"))
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
		{`""`, `""`},
		{`"a\nb"`, `"a␊b"`},
		{`"a\"b"`, `"a"b"`},
		{`12.50`, `12.50`},
		{`null`, `null`},
		{`"\u202eabc"`, `"\u202eabc"`},
		{`"A \u0026 B"`, `"A & B"`},
		{`["\u0026"]`, `["&"]`},
		{`"0123456789ä"`, `"012345678… (12 bytes)"`},
	} {
		assert.Equal(t, test.text, terminal.ShowValue([]byte(test.value), 10).String())
	}
}

// The marks of two cut values show their differences.
func TestDifferenceOfCutValues(t *testing.T) {
	for _, test := range []struct{ name, got, want, g, w string }{
		{"whole", `"Acme Ltd"`, `"Acme Inc"`, `"Acme [Ltd]"`, `"Acme [Inc]"`},
		{"a number for a text", `12345`, `"12345"`, `12345`, `["]12345["]`},
		{"after the same beginning", `"0123456789abcdefghijklmnopqrstuvw1xyz"`, `"0123456789abcdefghijklmnopqrstuvw2xyz"`,
			`"…ijklmnopqrstuvw[1]xyz"`, `"…ijklmnopqrstuvw[2]xyz"`},
		{"of different lengths", `"0123456789abcdefg"`, `"0123456789abcdefghijklmnopqrstuvw"`,
			`"…bcdefg["]`, `"…bcdefg[hijklmnopqrs]… (33 bytes)"`},
		{"one character more", `"01X23456789abcdefghijklmnopqrs"`, `"0123456789abcdefghijklmnopqrs"`,
			`"01[X]23456789abcdefgh… (30 bytes)"`, `"0123456789abcdefghi… (29 bytes)"`},
		{"cut before", `"0123456789abcdefX…`, `"0123456789abcdefY…`, `"0123456789abcdef[X]…`, `"0123456789abcdef[Y]…`},
		{"cut before on both ends", `…6789abcdefX…`, `…6789abcdefYZ"`, `…6789abcdef[X]…`, `…6789abcdef[YZ"]`},
		{"an escape", `"A \u0026 B"`, `"A & C"`, `"A & [B]"`, `"A & [C]"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			shown := terminal.ShowValues(20, []byte(test.got), []byte(test.want))
			g, w := terminal.Difference(shown[0], shown[1], false, false)
			assert.Equal(t, test.g, marked(g.Segments))
			assert.Equal(t, test.w, marked(w.Segments))
		})
	}
}
