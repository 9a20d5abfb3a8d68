// Package errorclass says of a wrong value in what way it is wrong: a digit
// transposed, day and month exchanged, the value of another field. A class is a
// fact about two texts, found by rules without a threshold; it is no guess at the
// cause, and enters no score.
//
// # The rules
//
// The first rule that holds gives the class. The order goes from what says most
// to what says least, so that a value has the same class in every run:
//
//  1. Missing, Hallucinated, Invented: by the outcome of the comparison alone.
//  2. Unknown: a value is not there to be looked at (redacted, cut, too long).
//  3. Both texts are numbers. NumberFormat: equal under some way of reading
//     separators. Sign: equal but for the sign.
//  4. Both texts are dates. DateFormat: the same day. DateOrder: day and month
//     exchanged.
//  5. Form: equal but for case, white space and punctuation.
//  6. OtherField: equal, but for form, to what the truth has in another
//     attribute of the document; at least three letters or digits.
//  7. Both texts are numbers. Scale: apart by a factor of 10, 100 or 1000.
//  8. Transposed: equal but for two neighbouring digits. OneDigit: equal but for
//     one digit, in texts of the same length; two numbers, or two dates, are
//     written in the same way first.
//  9. OCR: equal when 0 and O, 1, l and I, 5 and S, 8 and B, rn and m are the same,
//     unless both texts are numbers.
//  10. Truncated: got is a part of want. Extra: want is a part of got. At the
//     beginning or the end, or anywhere with at least three letters or digits.
//  11. Other.
//
// Numbers and dates are read as package compare reads them. What is found costs
// time proportional to the texts.
package errorclass
