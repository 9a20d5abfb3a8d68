package number

// This file reads the lists of words that other packages embed.

import "strings"

// IndexWords returns the values of a list by their words. Each line of the list has a word, a tab and the value; a line that begins
// with # is a comment. The function read makes a value of its text and of the place of the text in the list.
func IndexWords[V any](list string, read func(text string, place int) V) map[string]V {
	index := make(map[string]V, strings.Count(list, "\n"))
	place := 0
	for line := range strings.Lines(list) {
		if word, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok && line[0] != '#' {
			index[word] = read(text, place+len(word)+1)
		}
		place += len(line)
	}
	return index
}
