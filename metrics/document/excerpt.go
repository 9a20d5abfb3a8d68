package document

// Excerpt shortens a text of a document, a model or a user for a message: all of it, or its first
// most characters (code points) and "…" when it has more.
func Excerpt(text string, most int) string {
	n := 0
	for i := range text {
		if n >= most {
			return text[:i] + "…"
		}
		n++
	}
	return text
}
