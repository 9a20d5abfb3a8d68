package internal_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/dataset"
)

func TestScript(t *testing.T) {
	for _, tt := range []struct{ text, want, reason string }{
		{"Rechnung Nr. 17", "Latin", ""},
		{"Żółć, naïve", "Latin", "letters with marks"},
		{"Счёт № 17", "Cyrillic", ""},
		{"Invoice Счёт на оплату", "Cyrillic", "13 letters to 7"},
		{"Τιμολόγιο", "Greek", ""},
		{"請求書", "Han", ""},
		{"ありがとう 請求書", "Hiragana", "5 letters to 3"},
		{"فاتورة ١٢", "Arabic", ""},
		{"חשבונית", "Hebrew", ""},
		{"영수증", "Hangul", ""},
		{"ab аб", "Cyrillic", "as many: the first by name"},
		{"12.50 €, 25/12/2018", "", "no letters"},
		{"", "", ""},
		{"\xff\xfea", "Latin", "bytes that are not UTF-8 are no letters"},
		{"µµµ a", "Latin", "the micro sign is of no script"},
	} {
		assert.Equal(t, tt.want, dataset.ScriptOf(tt.text), "%q %s", tt.text, tt.reason)
	}
	assert.Equal(t, "Latin", dataset.ScriptOf(strings.Repeat("a ", 10_000)+strings.Repeat("ж", 100_000)), "the first 10,000 letters decide")
	assert.Contains(t, dataset.Scripts(), "Cyrillic")
	assert.NotContains(t, dataset.Scripts(), "Common")
}

func FuzzScript(f *testing.F) {
	for _, seed := range []string{"", "abc", "Счёт", "請求書\xff", "µª"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := dataset.ScriptOf(text)
		if got != "" && !slices.Contains(dataset.Scripts(), got) {
			t.Fatalf("%q has the script %q", text, got)
		}
		if again := dataset.ScriptOf(text + " 12 " + text); utf8.RuneCountInString(text) < 4000 && again != got {
			t.Fatalf("%q is %q, and twice it is %q", text, got, again)
		}
	})
}

func TestNumbers(t *testing.T) {
	for _, tt := range []struct {
		texts []string
		want  string
	}{
		{[]string{"1,889.00"}, "1,889.00"},
		{[]string{"1.889,00"}, "1.889,00"},
		{[]string{"12,50", "1.889,00", "7"}, "1.889,00"},
		{[]string{"1.889.000", "12,50"}, "1.889,00"},
		{[]string{"1 889,00"}, "1 889,00"},
		{[]string{"1'889.00"}, "1'889.00"},
		{[]string{"12,34,567.00"}, "12,34,567.00"},
		{[]string{"1889.00"}, "1889.00"},
		{[]string{"1889,00", "12,50"}, "1889,00"},
		{[]string{"12.50"}, "0.00"},
		{[]string{"12,50", "0,5"}, "0,00"},
		{[]string{"12.50", "12,50"}, "mixed"},
		{[]string{"1889.00", "1,889.00"}, "mixed"},
		{[]string{"12.50", "1.889.000"}, "mixed"},
		{[]string{"1.889", "12,50"}, "0,00"}, // 1.889 is passed over
		{[]string{"1.889", "1,889", "1889", "n/a", "25.12.2018", ""}, ""},
		{nil, ""},
	} {
		assert.Equal(t, tt.want, dataset.NumberLayout(tt.texts), "%q", tt.texts)
		slices.Reverse(tt.texts)
		assert.Equal(t, tt.want, dataset.NumberLayout(tt.texts), "%q", tt.texts)
	}
}

func TestDates(t *testing.T) {
	for _, tt := range []struct {
		texts []string
		want  string
	}{
		{[]string{"25/12/2018"}, "dmy"},
		{[]string{"03/04/2024", "12/25/2018"}, "mdy"},
		{[]string{"2018-12-25", "2019-01-02"}, "ymd"},
		{[]string{"1 March 2024"}, "named month"},
		{[]string{"25/12/2018", "12/25/2018"}, "mixed"},
		{[]string{"2018-12-25", "March 1, 2024"}, "mixed"},
		{[]string{"03/04/2024", "20240301", "1,889.00"}, ""},
		{nil, ""},
	} {
		got := dataset.DateLayout(tt.texts)
		assert.Equal(t, tt.want, got, "%q", tt.texts)
		slices.Reverse(tt.texts)
		assert.Equal(t, tt.want, dataset.DateLayout(tt.texts), "%q", tt.texts)
		assert.Contains(t, append(dataset.DateLayouts(), ""), got)
	}
}

// Which texts are known reasons decides what a redacted record keeps: nothing with a value in it is one.
func TestKnownStop(t *testing.T) {
	for _, stop := range []string{"end_turn", "STOP", "FinishReason.SAFETY", "length", "content_filter", "tool-calls"} {
		assert.True(t, dataset.KnownStop(stop), stop)
	}
	for _, stop := range []string{"", "4111 1111 stop", "stop: Jane Doe", "length=17", "because"} {
		assert.False(t, dataset.KnownStop(stop), stop)
	}
}
