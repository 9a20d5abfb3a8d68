// Package date reads dates as documents print them: [Compile] makes a [Parser] of
// [Options] once, and [Parser.Parse] gives a [Reading] or an [*Error].
//
// A text is read in one of two ways. Formats that are given come first. A format is a Go layout ("02.01.2006", "Jan 2, 2006"),
// or it is made of tokens ("DD.MM.YYYY", "MMM D, YYYY"). It is compiled to elements (spelling.go, format.go), by which it reads
// a text (cursor.go). Other texts are read by a grammar of the usual forms. The text is folded (fold.go) and split into numbers,
// words and marks (scan.go). A table has the meanings of words (names.txt, which TestTablesAreOfCLDR makes of Unicode's CLDR;
// names.go, words.go). Signs change the numbers beside them (scan.go), and the time of day is taken out (clock.go). The rest is
// a date in numbers (numeric.go, where the order is chosen) or with the name of its month (printed.go).
//
// Neither guesses: the result depends on the text and the options alone. A text that another order,
// or another format of the list, reads as another day is marked ambiguous.
//
// Dates belong to the proleptic Gregorian calendar, in the years 1 to 9999. A [Date] is the day
// that is printed: no time zone shifts it. [Reading.Instant] gives the point in time.
//
// The Date comparator of package compare uses this package. Package number, its neighbour, reads
// numbers.
package date
