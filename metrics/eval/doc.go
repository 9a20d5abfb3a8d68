// Package eval joins comparison to counts: a [Spec] lists the values of a document to compare and
// their comparators, [Spec.Compile] checks it, and [Evaluator.Evaluate] compares one answer with
// one truth and returns a [Result] in which every leaf has exactly one outcome.
//
// # Leaves and outcomes
//
// Emptiness is decided before equality: where a value is missing, null, "" or white space only on
// one side or on both, no comparator is called; see [metrics.Outcome] for the table. A list or set
// without items is empty, too, and so is [] in a field that compare.Auto compares. Where another comparator
// compares a whole array or object, [] and {} are empty only under [Spec].EmptyCollections. Of values that
// got has and the truth has not:
//
//   - one whose key the spec or the truth knows is hallucinated, and counts for
//     its attribute;
//   - one whose key has no place in the truth is invented, and counts for the pseudo-attribute
//     [metrics.InventedAttribute], if it is looked at: with [Spec].Strict, and where the spec names
//     no fields;
//   - those of a list item or set element without partner are invented, and
//     count for their attributes;
//   - a scalar where the truth has an object that the spec descends into, and
//     whatever is not an array where the spec has a list or a set, is invented: it
//     counts for the pseudo-attribute, whether or not Strict is set, and every
//     value that the truth has there is missing.
//
// In the score of a case an invented key is one field of weight 1, an array with
// all that is in it, too.
//
// # Lists
//
// The items of both sides are paired first, see [List], then the fields of each
// pair are evaluated. The similarity of two items is the mean over the match
// fields: of texts (fields with compare.Exact, Fuzzy or Auto, and By entries that
// are not fields) the normalised Levenshtein similarity after [compare.Fold]; of sets
// the share of their elements, as folded texts, that both have; of everything else 1
// where the field's own comparator matches, else 0. A match
// field that neither item has is left out, one that only one item has is 0.
// Items that are equal in all fields have similarity 1. Items without any match
// field are paired only if they are equal, with a warning. Ties go to the pair
// with more matching fields (comparators that are [compare.PairCostly] are not
// asked for that), then to the lesser content, then to the lesser index.
//
// Where By is not given, each match field counts as much as its value tells an item of the truth
// from the others, by the share of these that have another value, and texts count twice: a currency
// that all rows share does not tell which belong together, and a price, which others may have, less
// than a name. The mean of them is the score of the pair.
//
// Where neither By nor Threshold is given and every item of the truth has a description, items are paired in this
// order: first items with the same description, whatever their other fields, and items whose descriptions reach
// 0.8 and whose score reaches 0.5; then the remaining items by their score;
// last items whose descriptions alone reach 0.5. With or without descriptions, rows that are
// left and have the same values but for one text, three or more of them not texts, are paired, too: a person sees
// one wrong text in such a row. A row whose name was misread is thus found by its amounts, and a row with a
// similar name and other amounts does not take its place. With a Threshold, the description alone is the match
// field.
//
// Items and elements that are null or blank do not count as items. A paired item is a Match of the
// item-level row "lines[]", even if its fields are wrong; that row also has the Missing and
// Invented items, and the CorrectAbsence of a list that both sides lack. Leaves have rows of their
// own, "lines[].amount". The elements of a set are leaves themselves, "tags[]".
//
// A list or set is one field of the score: the mean of its leaves by their weights, without correct
// absences; 1 where no leaf is left. In the verdict, a list that is not a hit still makes a case
// Partial if a leaf of it matches.
//
// # Packets
//
// The documents that stand in one file are [Sections] of a field: they are paired by the pages that they share, and each class has
// fields of its own. [Result].Packets says how a file was divided.
//
// # Specs without fields
//
// A spec without fields compares all values of the truth, a list without fields all values of the truth's items: objects descend;
// arrays of objects are lists; arrays of texts are sets; all other arrays, such as coordinates, are one value, in order. The same
// holds for the arrays of a field without a comparator. Keys that only got has are invented, unless [UnlabelledSkip] says that the
// truth may be incomplete. Attributes are in the order of the truth, attributes of items in the order of their keys. Where
// neither side has any value there is one correct absence, "(document)".
//
// # Warnings
//
// A truth value that no field compares, a got of 0 or false where the truth is empty, items without
// match field, lists and texts too long to compare all pairs whole and invented values beyond the
// first 1,000 are reported in [Result].Warnings, each once.
//
// # Long lists
//
// At most 2,048 x 2,048 pairs of items of one list are compared, or of elements of one set. In a
// longer list each item of got is compared only with so many items of the truth that their pairs
// stay within this bound: with those whose contents come nearest in the order of their texts. Where
// the texts are so long that comparing all pairs would take more than a second or two (2,000 x
// 2,000 items with 180 characters each, 100 x 100 with 3,700), the items of a list are matched by
// the beginnings of their texts, and fewer pairs of elements of a set are compared.
//
// Other packages do what needs neither Spec nor Field nor List: pairing decides which items belong
// together, paths finds the values of fields and their kinds, invariant checks rules, spectext reads
// the text of specs, gotype their tags. The internal packages read the invariants of a text or of tags
// (invariants), a JSON Schema (outline) and an answer (answer), and add up scores (scores).
//
// Package compare judges single values and assign pairs items; evaltest runs evaluations inside go
// test, and report keeps their results.
package eval
