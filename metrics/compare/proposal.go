package compare

import "github.com/extracteval/extracteval/metrics/document"

// formatted is a builtin that a JSON Schema asks for by the format of its texts.
type formatted interface {
	formats() map[string]Comparator
}

// ForFormat returns the comparator for texts of a format of JSON Schema (draft 2020-12, validation, 7.3), or of one that
// OpenAPI and common generators add, such as "decimal" and "iban". It returns nil for a format that no comparator knows.
func ForFormat(format string) Comparator {
	for _, b := range catalog {
		if f, ok := b.(formatted); ok {
			if c := f.formats()[format]; c != nil {
				return c
			}
		}
	}
	return nil
}

// formed is a builtin that is proposed for fields whose texts have a form of its own.
type formed interface {
	forms() []Form
}

// Form is a form of texts, such as the IBAN, that tells which comparator a field needs.
type Form struct {
	// Comparator compares texts of the form.
	Comparator Comparator
	// Noun names such a text: "code". Property says of several texts that they have the form, as in "pass the check of
	// IBANs"; it may be "".
	Noun, Property string
	// Has reports whether a text has the form. Other texts must seldom have it by chance.
	Has func(text document.Value) bool
	// Distinct is how many different texts a field needs before the form is taken as no chance, 0 for any number. All
	// says that every text must have it; else nine of ten are enough.
	Distinct int
	All      bool
}

// Forms returns the forms of all comparators, the form to look for first at the beginning.
func Forms() (forms []Form) {
	for _, b := range catalog {
		if f, ok := b.(formed); ok {
			forms = append(forms, f.forms()...)
		}
	}
	return forms
}
