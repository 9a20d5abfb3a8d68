package internal_test

import (
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/internal/words"
)

func TestFitAll(t *testing.T) {
	for _, tt := range []struct {
		name  string
		texts []string
		cells int
		want  []string
	}{
		{"all fit", []string{"a", "b"}, 5, []string{"a", "b"}},
		{"the ends differ", []string{"invoice.supplier.street", "invoice.supplier.city"}, 14, []string{"invoic….street", "invoic…er.city"}},
		{"only the middle differs", []string{"contract.seller.address.street", "contract.buyer.address.street"}, 16,
			[]string{"…seller…s.street", "…buyer.…s.street"}},
		{"the same text twice", []string{"aaaaaaaaaaaa", "aaaaaaaaaaaa"}, 5, []string{"aa…aa", "aa…aa"}},
		{"nothing tells them apart", []string{"aaaaaaaaaaXaaaaaaaaaa", "aaaaaaaaaaYaaaaaaaaaa"}, 3, []string{"…~1", "…~2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := words.FitAll(tt.texts, tt.cells)
			for i := range got {
				assert.LessOrEqual(t, words.Width(got[i]), tt.cells)
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestFitAllKeepsNamesApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.StringMatching(`(invoice|order)\.(ä|b){0,20}\.(street|city)`), 1, 30).Draw(t, "texts")
		cells := rapid.IntRange(8, 40).Draw(t, "cells")
		short := words.FitAll(texts, cells)
		of := map[string]string{}
		for i, s := range short {
			require.LessOrEqual(t, words.Width(s), cells)
			if text, ok := of[s]; ok {
				require.Equal(t, text, texts[i], "both are %q", s)
			}
			of[s] = texts[i]
		}
	})
}

func TestWrap(t *testing.T) {
	assert.Equal(t, "short\n\n", words.Wrap("short\n\n", 20))
	assert.Equal(t, "  one two three\n    ↳ four five\n", words.Wrap("  one two three four five\n", 16))
	assert.Equal(t, "aaaaaaaaaa\n  ↳ aaaaaa\n", words.Wrap("aaaaaaaaaaaaaaaa\n", 10))
	assert.Equal(t, words.Wrap("世界世界世界", 8), words.Wrap("世界世界世界", 1), "it ends, however narrow")
	rapid.Check(t, func(t *rapid.T) {
		var text string
		for range rapid.IntRange(0, 4).Draw(t, "lines") {
			text += rapid.StringMatching(`( {0,30})([a-z世]{0,30} ?)`).Draw(t, "line") + rapid.StringMatching(`([a-z世] ?){0,90}`).Draw(t, "words") + "\n"
		}
		cells := rapid.IntRange(8, 60).Draw(t, "cells")
		wrapped := words.Wrap(text, cells)
		for line := range strings.Lines(wrapped) {
			require.LessOrEqual(t, words.Width(strings.TrimSuffix(line, "\n")), cells)
		}
		bare := func(s string) string { return strings.NewReplacer(" ", "", "↳", "", "\n", "").Replace(s) }
		require.Equal(t, bare(text), bare(wrapped), "nothing is lost")
	})
}

// TestCharacters compares the characters with uniseg's own iterator.
func TestCharacters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.OneOf(rapid.SampledFrom([]string{
			"e\u0301", "👩", "\u200d", "👧", "🏽", "🇩", "🇪", "\r", "\n", "한", "ᄒ", "ᅡ", "ᆫ", "\ufe0f", "क", "्", "ष", "\xff", "a", " ",
		}), rapid.String())).Draw(t, "parts")
		text := strings.Join(parts, "")
		var got, want []string
		for c := range words.Characters(text) {
			got = append(got, c)
		}
		for g := uniseg.NewGraphemes(text); g.Next(); {
			want = append(want, g.Str())
		}
		require.Equal(t, want, got)
	})
}
