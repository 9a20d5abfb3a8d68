package words

// Values returns JSON texts that are compared as a line of a terminal shows them, "" for an empty text: readable,
// visible, and cut around their first difference (see [Excerpts]) to a number of cells.
func Values(cells int, texts ...string) []string {
	shown := make([]string, len(texts))
	for i, text := range texts {
		shown[i] = Visible(Unescape(text))
	}
	for i, part := range Excerpts(cells, Width, shown...) {
		shown[i] = part.String()
	}
	return shown
}

// CutValues returns JSON texts that are compared as a record keeps them: as people
// read them, and cut around their first difference to at most size bytes.
func CutValues(size int, texts ...string) []string {
	kept := make([]string, len(texts))
	for i, text := range texts {
		kept[i] = Unescape(text)
	}
	for i, part := range Excerpts(size, func(text string) int { return len(text) }, kept...) {
		kept[i] = part.String()
	}
	return kept
}
