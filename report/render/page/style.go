package page

import "fmt"

// Style is the style sheet of a page, for those of other packages.
func Style() string { return pageStyle }

// SortScript is a script that makes the tables of class sortable so that a click on a heading sorts
// them, for pages of other packages. Cells of which the text is not what they are sorted by say it in data-v.
func SortScript() string { return scriptOf([]string{"tables"}) }

// Policy is a content security policy that allows a style sheet and a script by their hashes,
// pictures that are part of the page, and nothing else.
func Policy(style, script string) string {
	return fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; img-src data:; base-uri 'none'; form-action 'none'",
		hashOf(style), hashOf(script))
}
