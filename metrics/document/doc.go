// Package document reads one JSON document and finds values in it.
//
// A [Value] is parsed once and read many times: numbers keep their text, so that nothing is lost to
// float64; missing, null and empty are three different things; of duplicate keys the last one wins,
// as in encoding/json. A [Path] names a place in a document. [ParseLenient] reads a language
// model's answer to a request for JSON: a code fence or prose around one value.
//
// Package compare judges two values, package eval whole documents.
package document
