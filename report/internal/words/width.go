package words

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Width returns how many cells of a terminal visible text takes.
func Width(text string) int { return uniseg.StringWidth(text) }

// Fit cuts visible text to a number of cells, in the middle: names differ at
// their ends.
func Fit(text string, cells int) string {
	if Width(text) <= cells {
		return text
	}
	var clusters []string
	for g := uniseg.NewGraphemes(text); g.Next(); {
		clusters = append(clusters, g.Str())
	}
	room := cells - 1 // for the ellipsis
	head, tail := 0, len(clusters)
	for fromHead := false; head < tail; fromHead = !fromHead {
		next := clusters[tail-1]
		if fromHead {
			next = clusters[head]
		}
		if room -= Width(next); room < 0 {
			break
		}
		if fromHead {
			head++
		} else {
			tail--
		}
	}
	return strings.Join(clusters[:head], "") + "…" + strings.Join(clusters[tail:], "")
}

// Clip cuts visible text to a number of cells at its end.
func Clip(text string, cells int) string {
	if Width(text) <= cells {
		return text
	}
	var b strings.Builder
	room := cells - 1
	for g := uniseg.NewGraphemes(text); g.Next(); {
		if room -= Width(g.Str()); room < 0 {
			break
		}
		b.WriteString(g.Str())
	}
	return b.String() + "…"
}
