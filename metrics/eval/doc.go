// Package eval joins comparison to counts: a [Spec] lists the values of a document to compare and
// their comparators, [Spec.Compile] checks it, and [Evaluator.Evaluate] compares one answer with
// one truth and returns a [Result] in which every leaf has exactly one outcome.
//
// # Leaves and outcomes
//
// Emptiness comes before equality: if a value is empty on one side or on both, Evaluate calls no comparator; see
// [metrics.Outcome] for the table. A value is empty if it is missing, null, a text without any visible character, the
// text N/A, n/a or #N/A, or one of [Spec].AbsentWords. Under compare.Numeric, Date and Time, a single dash is also
// empty. A note of the leaf names the word. A text that the comparator of the field names is always a value: a class, an
// alias, a text that the pattern of compare.Regex matches. A list or set without items is also empty, and so is [] in a
// field that compare.Auto compares. If another comparator compares a whole array or object, [] and {} are empty only
// under [Spec].EmptyCollections. A value that got has and the truth lacks is hallucinated or invented:
//
//   - a value whose key the spec or the truth knows is hallucinated, and counts for its attribute;
//   - a value whose key has no place in the truth is invented, and counts for the pseudo-attribute
//     [metrics.InventedAttribute], but only with [Spec].Strict or in a spec without fields;
//   - the values of a list item or set element without partner are invented, and count for their attributes;
//   - a scalar or an array in place of an object that the spec descends into by name, and any value but an array in
//     place of a list or a set, is invented: it counts for the pseudo-attribute, whether or not Strict is set, and every
//     value of the truth there is missing. It does not count if all fields of the object have compare.Ignore, or if the
//     truth has a scalar or an array there, too; in the score it does not count if they are all unscored. An object
//     or array without any value counts nowhere.
//
// In the score of a case an invented key is one field of weight 1, and so is an invented array as a whole.
//
// # Lists
//
// Evaluate first pairs the items of both sides, see [List], then it evaluates the fields of each pair. The similarity
// of two items is the mean over the match fields: for texts (fields with compare.Exact, Fuzzy or Auto, and By entries
// that are not fields) the normalised Levenshtein similarity after [compare.Fold]; for sets the share of their
// elements, as folded texts, that both have; for other values 1 if the field's own comparator matches, else 0. A match
// field that neither item has does not count; a match field that only one item has is 0. Items that are equal in all
// fields have similarity 1. Items without any match field are paired if all their fields match, or by their lists, see
// below. If they have no lists, there is a warning. [Assign] chooses the pairs: by default the most similar pair first, then
// the most similar of the remaining items; with [Optimal] the pairs whose similarities have the greatest sum. Ties go
// to the pair with more matching fields (without comparators that are [compare.PairCostly]), then to equal items, then
// to the lesser content, then to the lesser index. A nested list, set or map matches if each of its rows, one after another,
// finds a free row of the other side that matches in all scored fields; equal rows find each other first. The order of rows
// counts under [InOrder] alone. Ignored values decide no pair, and neither does the order of the fields in the spec.
//
// Without By, each match field counts as much as its value distinguishes an item of the truth: its weight is the share
// of the other items that have another value. Texts and sets count twice. So a currency that all rows share does not
// help to tell them apart, and a price, which other rows may have, helps less than a name. This weighted mean is the
// score of the pair.
//
// Without By and Threshold, if every item of the truth has a description, items are paired in this order: first items
// with the same description, whatever their other fields, and items whose descriptions reach 0.8 and whose score
// reaches 0.5; then the remaining items by their score; last the items whose descriptions reach 0.5, whatever their
// score. If other pairs of such items agree in more values, a description counting as one, these are formed: an
// extractor that swaps the descriptions of two rows has two wrong descriptions. With or without descriptions, remaining
// rows are also paired if they differ in only one text and have three or more equal values that are not texts: a person
// sees one wrong text in such a row. So a row whose name was misread finds its partner by its amounts, and a row with a
// similar name and other amounts does not take its place. With a Threshold, the description is the only match field.
//
// Items that are left on both sides are then paired if they are more alike than two strangers may be, the most alike
// first. The chance that two strangers have the same value in a field is the greater of two shares: of the pairs of items
// of one list that have the same value, and of the other items that have these values. One more pair is added to the
// pairs of items: it counts as 0.02 of a pair with the same value, and as 1/3 for a bool or a value of three characters
// or fewer. If there are no other items, only this pair counts. Two items are paired if (1) the chances of the fields
// that match, multiplied with each other and with the number of possible pairs of items that are left, are at most 0.01,
// (2) at least half of the values that both items have match, each weighed by 1 less its chance, so that a currency that
// all rows share counts nothing, and (3) two fields match, or one if there are ten or more other items. A number that
// follows from other numbers that match (a total from count and price, a tax from a total, as in another row) is no
// further field: its chance is 1/2. In (1), surer pairs count as known: for the last of k pairs that are found, k-1 items
// fewer are left on each side.
//
// One value is enough for (2) and (3) if it stands once in either list and strangers hardly share it by its form: a code
// (K-48213), an amount with cents, a number of six digits or more, or a text of several long words. Its chance is a tenth for
// each digit or word, or 0.74 divided by the number of pairs of items in the lists, if that is less. A day is not such a
// value, and of 9.99 only one digit counts. A nested list or map is also such a value, if got has half of the values that the
// truth has there, and no other item has two of these. Its chance is the product of 0.02 or 1/3, as above, for each shared
// value that no other item has. So a page whose number was misread is paired by its rows. An item of the truth whose only
// value has four characters or more is also paired with the item of got that has it, if no other item of got or the truth
// does. So the last row does not fall apart into a missing and an invented one because its key was misread. If there are more
// than 2^18 possible pairs, only those that share a value are compared. Such a pair has Agreeing in its [Alignment], and the
// notes of its misses say so. There are no such pairs with a stated Threshold, under [ByKey] and under [InOrder].
//
// If two neighbouring items were merged into one, or one was split into two, an item of these without partner has a note:
// "item 4 of got is items 3 and 4 of the truth". Each value of the one item must be the value that both of the two have or
// that only one has, their texts joined by a blank, or the exact sum of their numbers. A text must be joined. Else a number
// must be a sum, and another value must also be a sum, or be the value that both or only one of the two have. This changes
// no count.
//
// Elements that are null or blank do not count, and neither do items without any value in them: {"name": null} is no row.
// Values of ignored fields are no values here.
// Under [InOrder] such an item keeps its index. A paired item is a Match of the item-level row "lines[]",
// even if its fields are wrong; that row also has the Missing and Invented items, and the CorrectAbsence of a list that
// both sides lack. Leaves have rows of their own, "lines[].amount". The elements of a set are leaves themselves,
// "tags[]".
//
// A list or set is one field of the score: the mean of its leaves by their weights, without correct absences; it is 1
// if no leaf remains. In the verdict, a list that is not a hit still makes a case Partial if one of its leaves matches.
//
// # Packets
//
// The documents in one file are the [Sections] of a field: they are paired by the pages that they share, and each class
// has fields of its own. [Result].Packets says how truth and answer divide a file.
//
// # Specs without fields
//
// A spec without fields compares all values of the truth, a list without fields all values of the truth's items: the
// members of objects are fields; arrays of objects are lists; arrays of texts are sets; all other arrays, such as
// coordinates, are one value, in order. The same holds for the arrays of a field without a comparator. Keys that only
// got has are invented, unless [UnlabelledSkip] says that the truth may be incomplete. Attributes are in the order of
// the truth, attributes of items are sorted by key. If neither side has any value, there is one correct absence,
// "(document)".
//
// # Warnings
//
// [Result].Warnings reports, each once: a truth value that no field compares, a got of 0 or false if the truth is
// empty, items without match field, lists and texts too long to compare all pairs whole, and invented values beyond the
// first 1,000.
//
// # Long lists
//
// Evaluate compares at most 2,048 x 2,048 pairs of items of one list, or of elements of one set. In a longer list it
// compares each item of got only with the items of the truth that come nearest in the order of their texts, as many as
// the bound allows. If the texts are so long that all pairs would take more than a second or two (2,000 x 2,000 items
// with 180 characters each, 100 x 100 with 3,700), it matches the items of a list by the beginnings of their texts, and
// compares fewer pairs of elements of a set. The rows of a nested list in all items of one list count as one list: if they
// are more than this bound allows, nested lists match only if their rows are equal.
//
// Code that needs neither Spec nor Field nor List is in other packages: pairing decides which items belong together,
// reading reads answers, truths and schemas and adds up scores, paths finds the values at a path and their kinds, invariant
// checks rules, spectext reads the text of specs and the tags of types.
//
// Package compare judges single values and assign pairs items; evaltest runs evaluations inside go
// test, and report keeps their results.
package eval
