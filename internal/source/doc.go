// Package source says in which way a value is wrong, by comparison with the truth and with the text of its document.
//
// [Classify] compares with the truth: a digit transposed, day and month exchanged, the value of
// another field; see [Class].
//
// A search in the text of the document needs no truth: a value that stands nowhere in its document was made up,
// whatever its field. With a truth the text shows more: a wrong value was misread, picked from elsewhere or made up; a
// missing value was overlooked or is not in the text; a truth that stands nowhere is suspect. [New] takes a text,
// [Text.Find] searches it for a value, [Text.OriginOf] says where a wrong value comes from.
//
// [IsEmpty] says whether an input tells one document from another.
//
// # When a value stands in a text
//
// The comparator of the field decides which texts are the value:
//
//	comparator             the value                 stands in
//	Date, and texts that   2024-01-05                5. Januar 2024, Jan 5, 2024, 05.01.24: every form that the
//	Auto reads as dates                              comparator reads by its Order, Formats and Languages. A
//	                                                 date that it calls ambiguous is both days. Times of day
//	                                                 and a Tolerance do not count.
//	Numeric, JSON numbers, 1889                      1.889,00 €, 1 889, $1,889.00: every form of the Format; one
//	texts that are numbers                           that is ambiguous under "auto" is both numbers. Decimals are
//	                                                 exact: a Tolerance does not count, nor does the currency.
//	                       -5                        -5, 5-, (5), but not 5
//	                       5                         5, (5), "2 - 5", but not -5
//	                       0.19                      19 %
//	Code                   DE89370400440532013000    DE89 3704 0044 0532 0130 00: letters and digits alone count
//	Exact, Regex, Auto     RE-2024/17                RE 2024-17: the same, as whole words
//	Fuzzy, Auto            Müller & Söhne            MÜLLER & SÖHNE, Mü1ler & Söhne: as Exact, then by edit distance,
//	                                                 with characters that OCR confuses the same, within the Threshold
//	any of texts           EUR                       €, Euro
//	OneOf                  ["EUR", "USD"]            any of them, or of their aliases, by the inner comparator
//	Ignore, Func, Semantic,                          NotApplicable
//	Box, Point; bools,
//	objects, arrays
//
// Differences in case, in the composition of accents, and between full and half width do not count. White space may be
// a line break with indentation; a hyphen at the end of a line is no part of the word; a text of scripts without spaces
// may have line breaks anywhere. Only codes of five characters or more may have blanks where the value has none.
//
// A value stands only where it begins and ends as words do: not 5 in 15, 889 in 1.889, "art" in
// "Stuttgart", "001" in RE-2024-001. In Chinese, Japanese, Thai and the like words begin and end anywhere.
//
// # Costs
//
// The search for a value takes time in proportion to the text, at most some 100 ms. It is incomplete for texts of more
// than [MaxLength], for values of more than 16 KB, for similar texts in more than 4 million letters, and for texts that
// resemble the value in thousands of places without having it. A value that an incomplete search does not find is
// [NotApplicable], never [Nowhere]. After the searches in a document have read 1 GB, which takes a second or two, every
// further value is NotApplicable: that is 200,000 values in 4 KB, or 100 in 10 MB.
package source
