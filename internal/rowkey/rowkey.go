// Package rowkey guesses from its name whether a field says which row of a table a row
// is: the description of an invoice line, the name of a product, an article number.
package rowkey

import (
	"strings"
	"unicode"
)

// The classes of names, the most telling first.
var classes = [...][]string{
	{"description", "desc", "designation", "bezeichnung", "beschreibung", "descripcion", "descripción", "descrizione", "omschrijving", "libelle", "libellé"},
	{"name", "title", "label", "item", "product", "article", "artikel", "service", "text", "key", "field", "question"},
	{"sku", "ean", "gtin", "isbn", "id", "code", "number", "no", "nr", "reference", "ref"},
}

// Rank is higher for a name that tells more: 3 for a description, 2 for a name, 1 for a
// number of an article, 0 for anything else. Only the last word counts: product_name
// is a name.
func Rank(name string) int {
	words := Words(name)
	if len(words) == 0 {
		return 0
	}
	last := words[len(words)-1]
	for i, class := range classes {
		for _, word := range class {
			if word == last {
				return len(classes) - i
			}
		}
	}
	return 0
}

// Words splits a key into its words, in lower case: "productName", "product_name" and
// "Product name" are product and name.
func Words(name string) []string {
	var words []string
	var word strings.Builder
	end := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	lower := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r):
			end()
		case unicode.IsUpper(r) && lower:
			end()
			fallthrough
		default:
			word.WriteRune(unicode.ToLower(r))
		}
		lower = unicode.IsLower(r)
	}
	end()
	return words
}
