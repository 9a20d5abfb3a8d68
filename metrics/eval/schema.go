package eval

import "github.com/extracteval/extracteval/metrics/eval/internal/reading"

// SpecFromSchema returns a spec for the documents that a JSON Schema describes, of draft
// 2020-12 or of an older one where that means the same (draft-07, the schemas of OpenAPI
// and of model providers). It is a proposal, to be read before it decides anything:
//
//   - the properties of nested objects are fields with paths such as vendor.name, in the
//     order of the schema;
//   - an array of objects is a [List] by the text property that most likely tells its
//     items apart: one that is required before one that is not, a description before a
//     name before a number. Without one, the list chooses, see [List].By. An array of
//     texts is a [Set]; any other array is compared in order;
//   - number and integer are [compare.Numeric], boolean and properties with const or enum
//     [compare.Exact] (numbers excepted). one_of is never proposed: its truth lists the accepted
//     values, while an enum lists the possible truths;
//   - a text is compared by its format: date, date-time (the same instant), decimal, uuid, iban and
//     addresses of pages by comparators of their own, addresses of mails and hosts exactly but for
//     case and width. Without one it is compared by its pattern, where that describes dates, numbers or codes. A
//     pattern is never made a [compare.Regex], for which every text of that form is right;
//   - all else is [compare.Auto], which goes by the kind of the truth;
//   - a property that is not required is Optional, if the schema states which properties of its
//     object are required: an answer may then lack it though the truth has it. Null among the types
//     makes no difference, as null is empty.
//
// References within the schema are followed; allOf adds up, and the properties of all branches of
// anyOf, oneOf and if are included. Keywords that do not affect how values compare are ignored.
//
// A schema that names no property, such as true, gives the spec without fields, which
// compares every leaf. A property whose schema is false is left out.
//
// The error joins a [*SpecError] for each mistake, which begins with its JSON Pointer ("#/properties/total/type"):
// names of types that do not exist, keywords of the wrong type, references that lead nowhere, to another document, or
// back to where they stand (with the field that would have no end), and parts that no type of value can satisfy together,
// such as a text and a number under allOf. A schema beyond one of these bounds is also an error: 1 MiB, 10,000
// fields, 100 levels of fields and, with each reference followed anew, 100,000 parts.
func SpecFromSchema(text []byte) (Spec, error) {
	fields, err := reading.FieldsOfSchema(text, new(inference).build)
	if err != nil {
		return Spec{}, err
	}
	return Spec{Fields: fields, OfType: true}, nil
}
