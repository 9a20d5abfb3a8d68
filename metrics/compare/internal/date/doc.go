// Package date reads dates as documents print them: [Compile] makes a [Parser] of
// [Options] once, and [Parser.Parse] gives a [Reading] or an [*Error].
//
// A text is read in one of two ways. Formats that are given come first: a format is a
// Go layout ("02.01.2006", "Jan 2, 2006") or is made of tokens ("DD.MM.YYYY", "MMM D,
// YYYY"), is compiled to elements (spelling.go, format.go) and reads a text by
// them (cursor.go). What is left is read by a grammar of what is usual: the text is
// folded (fold.go) and split into numbers, words and marks (scan.go, words.go,
// names.go), the time of day is taken out (clock.go), and the rest is a date in numbers
// (numeric.go, where the order is chosen) or with the name of its month (printed.go).
//
// Neither guesses: what a text is depends on the text and the options alone. What
// another order, or another format of the list, reads as another day is marked
// ambiguous.
//
// Dates are those of the proleptic Gregorian calendar in the years 1 to 9999. A
// [Date] is the day that is printed: no time zone shifts it. [Reading.Instant]
// is for those who compare points in time.
//
// Package compare makes its Date comparator of this one. Package number, its
// neighbour, reads numbers.
package date
