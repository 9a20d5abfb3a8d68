// Package date reads dates as documents print them, by an explicit list of
// formats, and never guesses: [Compile] makes a [Parser] of formats and languages
// once, and [Parser.Parse] gives a [Reading] or an [*Error].
//
// A format is a Go layout ("02.01.2006", "Jan 2, 2006") or is made of tokens
// ("DD.MM.YYYY", "MMM D, YYYY"); see [Compile]. The first format that reads the
// whole text wins. What another format of the list reads as another day is marked
// ambiguous.
//
// Dates are those of the proleptic Gregorian calendar in the years 1 to 9999. A
// [Date] is the day that is printed: no time zone shifts it. [Reading.Instant]
// is for those who compare points in time.
//
// Package compare makes its Date comparator of this one. Package number, its
// neighbour, reads numbers.
package date
