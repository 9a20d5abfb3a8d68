// Package kind knows the kinds of values that comparators compare: booleans, currencies, codes with check digits, names
// of people and of classes, addresses of pages, places on a page, JSON values of any form, and patterns for texts. Each
// has files of its own. They read values and bring them into one form; comparators give scores and notes to the result,
// and their doc comments in package compare specify the rules.
//
// [FoldText] and its kin bring texts that mean the same to a reader into one form, in which they are compared.
//
// [OptionsOf] and [CheckOptions] are what comparators have in common in a spec: the options of a struct, and the check of JSON
// against them, which the doc comment of compare.Parse specifies.
package kind
