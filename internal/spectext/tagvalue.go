package spectext

import (
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
)

// typed returns the value of an option of the given type, or a string if it cannot be read as that type.
func (o tagOption) typed(typ string) Value {
	if o.bare {
		return Value{Kind: document.Bool, Text: "true"}
	}
	text := Value{Kind: document.String, Text: o.value}
	switch plain, _ := PlainScalar(o.value); typ {
	case typeBool, typeNumber:
		if plain == document.Bool || plain == document.Number {
			text.Kind = plain
		}
	case typeStrings:
		list := Value{Kind: document.Array}
		for item := range strings.SplitSeq(o.value, ";") {
			list.Items = append(list.Items, Value{Kind: document.String, Text: strings.TrimSpace(item)})
		}
		return list
	case typeAliases:
		return aliasesOf(o.value)
	}
	return text
}

// aliasesOf reads "EUR:€;EUR:Euro;USD:$". A part without a colon is the text as a whole, which is of another type.
func aliasesOf(text string) Value {
	aliases := Value{Kind: document.Object}
	for pair := range strings.SplitSeq(text, ";") {
		key, alias, found := strings.Cut(pair, ":")
		if !found {
			return Value{Kind: document.String, Text: text}
		}
		key = strings.TrimSpace(key)
		if aliases.Member(key) == nil {
			aliases.Members = append(aliases.Members, Member{Key: key, As: key, Value: Value{Kind: document.Array}})
		}
		list := &aliases.Member(key).Value
		list.Items = append(list.Items, Value{Kind: document.String, Text: strings.TrimSpace(alias)})
	}
	return aliases
}
