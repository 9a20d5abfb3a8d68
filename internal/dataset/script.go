package dataset

import (
	"maps"
	"slices"
	"sync"
	"unicode"
)

// maxLetters bounds the letters that [ScriptOf] looks at.
const maxLetters = 10_000

// Scripts returns the names of the scripts that [ScriptOf] knows, sorted.
func Scripts() []string { return slices.Clone(scripts()) }

// scripts returns the names of the scripts of Unicode, without Common and Inherited: several scripts share their
// characters.
var scripts = sync.OnceValue(func() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(unicode.Scripts)), func(name string) bool {
		return name == "Common" || name == "Inherited"
	})
})

// ScriptOf returns the script of Unicode that most letters of a text have: "Latin", "Cyrillic", "Han", as
// [unicode.Scripts] names it. Of several such scripts it returns the first by name, and "" for a text without letters.
// It looks at the first 10,000 letters. Letters that scripts share do not count.
//
// A script is not a language: Polish and English are both Latin, and a Japanese text may be Han, Hiragana or Katakana.
// To tell languages apart takes a model of megabytes, which can only guess for texts as short as many documents.
//
// Source: Unicode Standard Annex #24, Unicode Script Property.
func ScriptOf(text string) string {
	latin, letters := 0, 0
	found := map[string]int{}
	var last string // most letters have the script of the letter before
	for _, r := range text {
		switch {
		case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
			latin++
		case r < 0x80 || !unicode.IsLetter(r):
			continue
		default:
			if last == "" || !unicode.Is(unicode.Scripts[last], r) {
				last = scriptOf(r)
			}
			if last != "" {
				found[last]++
			}
		}
		if letters++; letters == maxLetters {
			break
		}
	}
	found["Latin"] += latin
	most := ""
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if n := found[name]; n > found[most] {
			most = name
		}
	}
	return most
}

// scriptOf returns the script of a letter, "" for a letter that several scripts share.
func scriptOf(r rune) string {
	for _, name := range scripts() {
		if unicode.Is(unicode.Scripts[name], r) {
			return name
		}
	}
	return ""
}
