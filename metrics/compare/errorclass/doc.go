// Package errorclass says of a wrong value in what way it is wrong: a digit
// transposed, day and month exchanged, the value of another field. A class is a
// fact about two texts, found by rules without a threshold; it is not a guess at the
// cause, and enters no score.
//
// # The rules
//
// Each class has its definition at its constant. The first rule that holds gives the
// class. The order goes from what says most to what says least, so that a value has
// the same class in every run:
//
//  1. Missing, Hallucinated, Invented: by the outcome of the comparison alone.
//  2. Unknown.
//  3. Both are places: WrongPage, and of boxes BoxElsewhere, BoxShifted, BoxSmall or
//     BoxBig.
//  4. Both texts are numbers: NumberFormat, Sign.
//  5. Both texts are dates: DateFormat, DateAmbiguous, DateOrder, WrongYear.
//  6. Form.
//  7. OtherField.
//  8. Both texts are numbers: Scale.
//  9. Transposed, OneDigit.
//  10. OCR.
//  11. Reordered.
//  12. Truncated, Extra.
//  13. OneCharacter.
//  14. Other.
//
// Numbers and dates are read as package compare reads them. What is found costs
// time proportional to the texts, and to n log n for n words.
package errorclass
