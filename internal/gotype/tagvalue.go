package gotype

import (
	"strings"

	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/document"
)

// typed returns the value of an option of the given type, or a string if it cannot be read as that type.
func (o tagOption) typed(typ string) spectext.Value {
	if o.bare {
		return spectext.Value{Kind: document.Bool, Text: "true"}
	}
	text := spectext.Value{Kind: document.String, Text: o.value}
	switch plain, _ := spectext.PlainScalar(o.value); typ {
	case typeBool, typeNumber:
		if plain == document.Bool || plain == document.Number {
			text.Kind = plain
		}
	case typeStrings:
		list := spectext.Value{Kind: document.Array}
		for item := range strings.SplitSeq(o.value, ";") {
			list.Items = append(list.Items, spectext.Value{Kind: document.String, Text: strings.TrimSpace(item)})
		}
		return list
	case typeAliases:
		return aliasesOf(o.value)
	}
	return text
}

// aliasesOf reads "EUR:€;EUR:Euro;USD:$". A part without a colon is the text as a whole, which is of another type.
func aliasesOf(text string) spectext.Value {
	aliases := spectext.Value{Kind: document.Object}
	for pair := range strings.SplitSeq(text, ";") {
		key, alias, found := strings.Cut(pair, ":")
		if !found {
			return spectext.Value{Kind: document.String, Text: text}
		}
		key = strings.TrimSpace(key)
		if aliases.Member(key) == nil {
			aliases.Members = append(aliases.Members, spectext.Member{Key: key, As: key, Value: spectext.Value{Kind: document.Array}})
		}
		list := &aliases.Member(key).Value
		list.Items = append(list.Items, spectext.Value{Kind: document.String, Text: strings.TrimSpace(alias)})
	}
	return aliases
}
