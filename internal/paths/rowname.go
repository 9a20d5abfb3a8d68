package paths

import (
	"strings"
	"unicode"
)

// rowNames are the names of fields that identify a row of a table: the description of an invoice line, the name of a
// product, an article number. The class that identifies rows best comes first.
var rowNames = [...][]string{
	{"description", "desc", "designation", "bezeichnung", "beschreibung", "descripcion", "descripción", "descrizione", "omschrijving", "libelle", "libellé"},
	{"name", "title", "label", "item", "product", "article", "artikel", "service", "text", "key", "field", "question"},
	{"sku", "ean", "gtin", "isbn", "id", "code", "number", "no", "nr", "reference", "ref"},
}

// RowRank says how well the field of a name identifies a row: 3 for a description, 2 for a name, 1 for an article
// number, 0 for other fields. Only the last word counts: product_name is a name.
func RowRank(name string) int {
	words := Words(name)
	if len(words) == 0 {
		return 0
	}
	last := words[len(words)-1]
	for i, class := range rowNames {
		for _, word := range class {
			if word == last {
				return len(rowNames) - i
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
