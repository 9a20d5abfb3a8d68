package internal_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/number"
)

// A number printed in a format is read back under it. Auto reads it as that value or, where the
// text is ambiguous, as one of its two values, whatever stands beside the digits.
func TestWhatIsPrintedReadsBack(t *testing.T) {
	styles := []struct {
		format       number.Format
		group, point string
		sizes        []int // of the groups, from the right; the last one repeats
	}{
		{number.US, ",", ".", []int{3}},
		{number.EU, ".", ",", []int{3}},
		{number.EU, " ", ",", []int{3}},
		{number.EU, "\u202f", ",", []int{3}},
		{number.Swiss, "'", ".", []int{3}},
		{number.Swiss, "’", ".", []int{3}},
		{number.Indian, ",", ".", []int{3, 2}},
		{number.Plain, "", ".", []int{100}},
	}
	beside := []string{"%s", "$%s", "%s €", "EUR %s", "Rs.%s", "%s kr.", "@%s", "@ $%s", "%s CR", "DR %s", " %s\n", "%s%%", "US$ %s USD"}
	negative := []string{"-%s", "%s-", "(%s)", "−%s", "($%s)", "€ -%s"}
	rapid.Check(t, func(t *rapid.T) {
		style := rapid.SampledFrom(styles).Draw(t, "style")
		whole := rapid.Uint64Range(0, 1e15).Draw(t, "whole")
		decimals := rapid.StringMatching(`[0-9]{0,4}`).Draw(t, "decimals")
		minus := rapid.Bool().Draw(t, "minus")

		text := grouped(fmt.Sprint(whole), style.group, style.sizes)
		canonical := fmt.Sprint(whole)
		if decimals != "" {
			text += style.point + decimals
			canonical += "." + decimals
		}
		frame := rapid.SampledFrom(beside).Draw(t, "beside")
		if minus {
			canonical = "-" + canonical
			frame = rapid.SampledFrom(negative).Draw(t, "negative")
		} else if decimals == "" && style.format != number.Indian && rapid.Bool().Draw(t, "no cents") {
			frame = rapid.SampledFrom([]string{"%s" + style.point + "-", "%s" + style.point + "–", "CHF %s" + style.point + "--", "%s/-"}).Draw(t, "mark")
		}
		text = fmt.Sprintf(frame, text)

		want, err := number.ParseJSON(canonical)
		if err != nil {
			t.Fatal(err)
		}
		got, err := number.Parse(text, style.format)
		if err != nil || got.Decimal.Cmp(want.Decimal) != 0 || got.Decimals != want.Decimals {
			t.Fatalf("%q under %s is %s with %d decimals, %v; want %s", text, style.format, got.Decimal, got.Decimals, err, canonical)
		}
		auto, err := number.Parse(text, number.Auto)
		if err != nil || auto.Decimal.Cmp(want.Decimal) != 0 && auto.Other().Decimal.Cmp(want.Decimal) != 0 {
			t.Fatalf("%q is %s or %s, %v; want %s", text, auto.Decimal, auto.Other().Decimal, err, canonical)
		}
	})
}

func grouped(digits, group string, sizes []int) string {
	var parts []string
	for i := 0; len(digits) > 0; i++ {
		size := min(sizes[min(i, len(sizes)-1)], len(digits))
		parts = append(parts, digits[len(digits)-size:])
		digits = digits[:len(digits)-size]
	}
	slices.Reverse(parts)
	return strings.Join(parts, group)
}
