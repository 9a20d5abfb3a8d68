package document

// Excerpt returns what a message shows of a text that a document, a model or a
// user wrote: all of it, or its first most characters (code points) and "…" when it
// has more.
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
