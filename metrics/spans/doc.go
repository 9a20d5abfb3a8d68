// Package spans scores quotes: pieces of a document's text that an extractor says
// it found, each with a class, a start and an end.
//
//   - [CheckQuotes] needs no truth: is text[start:end] the quote? An extractor that
//     breaks this invents its evidence, or counts characters in another [Unit].
//   - [Ground] compares with spans that a person marked, by the four schemes that
//     are usual for named entities: strict, exact, partial and type.
//
// Offsets are half open: end is the first position after the quote. The unit in
// which they count is always stated, never guessed: "🙂" is one rune, two UTF-16
// units and four bytes.
//
// Package runs compares several runs over one document. This package may change in a minor version.
package spans
