// Package strictness finds comparators that are too lenient or too strict for the values of a data set, and proposes
// others. It changes nothing.
//
// A comparator is too lenient if it takes different truths of a field as equal ([Table]). A proposed comparator would
// be too lenient if it ignored a part of the values ([PassedOver]).
//
// A comparator is too strict if wrong values of a field have something in common ([Values]): texts that may mean the
// same as a truth (€ and EUR); another form, such as another order of words or a mark that one side has; or a mistake,
// such as a moved decimal point. A spec is too strict if answers are right in another form ([Forms]): boxes in other
// units or coordinates, and documents that stand in one more object or in a list of one.
//
// [Absences] counts the truths of a field that say in words that there is no value, and the words that may say so.
//
// Comparators are asked on behalf of a check, which must neither cost money nor fail.
package strictness
