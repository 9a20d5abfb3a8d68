package kind

// This file reads the words and signs by which documents, and services that read them, say yes and no.

import (
	"strings"
	"sync"
)

// The texts for true and false, folded. A cross and a circle (✗, ○) are not among them: they mean yes on some forms and no
// on others.
const (
	yes = `true yes y t 1 on ja j oui si sí sì sim da tak ano áno igen evet ναι да так 是 はい 예 네 نعم כן jah jā taip kyllä ya có हाँ ใช่ ` +
		`wahr vrai verdadero vero verdadeiro selected checked ticked marked angekreuzt coché cochée marcado ` +
		`x ☑ ☒ ✓ ✔ ✅ 🗹 🗸 √`
	no = `false no n f 0 off nein non não nao nie ne nem nee nej nei ei hayır hayir όχι нет нет ні 否 いいえ 아니요 아니오 لا לא nē tidak không नहीं ไม่ใช่ ` +
		`falsch faux falso unselected unchecked unticked unmarked deselected ` +
		`☐ □ ▢ ◻ ⬜ 🗌`
)

// noPhrases are the texts for false of several words, and "" for an empty box.
var noPhrases = []string{"", "not selected", "not checked", "not ticked", "nicht angekreuzt", "non coché", "non cochée", "no marcado", "no seleccionado"}

var booleans = sync.OnceValue(func() map[string]bool {
	all := make(map[string]bool)
	for _, text := range strings.Fields(yes) {
		all[FoldText(text)] = true
	}
	for _, text := range append(strings.Fields(no), noPhrases...) {
		all[FoldText(text)] = false
	}
	return all
})

// ParseBoolean reads a text. Case, brackets around it ("[x]", "[ ]"), colons around it (":selected:") and a point after it make no
// difference, and an underscore is a blank. ok is false for any other text, and for a blank one without brackets.
func ParseBoolean(text string) (value, ok bool) {
	const longest = 40 // bytes
	if len(text) > longest {
		return false, false
	}
	text = FoldText(strings.ReplaceAll(text, "_", " "))
	if n := len(text); n > 1 && (text[0] == '[' && text[n-1] == ']' || text[0] == '(' && text[n-1] == ')' || text[0] == ':' && text[n-1] == ':') {
		text = strings.TrimSpace(text[1 : n-1])
	} else if text == "" {
		return false, false
	}
	value, ok = booleans()[strings.TrimSuffix(text, ".")]
	return value, ok
}
