// Package editors makes what editors and shells complete and check by: JSON Schemas of the files that users write, and
// completions of the command.
package editors

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Site is where the schemas are published.
const Site = "https://extracteval.github.io/extracteval/schema/"

// Schemas has the schemas by name: of specs, and of files of limits. They are of draft 7, which editors know.
var Schemas = map[string]func() []byte{"spec": spec, "gates": gates}

type object = map[string]any

func typed(name string) object         { return object{"type": name} }
func reference(name string) object     { return object{"$ref": "#/definitions/" + name} }
func list(items object) object         { return object{"type": "array", "items": items} }
func mapping(values object) object     { return object{"type": "object", "additionalProperties": values} }
func enumeration[T any](v ...T) object { return object{"enum": v} }

// closed is an object without other keys.
func closed(properties object, required ...string) object {
	o := object{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		o["required"] = required
	}
	return o
}

var (
	text     = typed("string")
	boolean  = typed("boolean")
	number   = typed("number")
	texts    = object{"anyOf": []object{text, list(text)}}
	fraction = object{"type": "number", "exclusiveMinimum": 0, "maximum": 1}
)

// optionTypes has the schemas of the types of [compare.Option].
var optionTypes = map[string]object{
	"bool": boolean, "number": number, "string": text, "list of strings": texts,
	"map of lists of strings": mapping(texts), "comparator": reference("comparator"),
}

// fieldKeys are the keys of every field.
var fieldKeys = object{
	"path": text, "expected_path": text, "match": reference("match"), "weight": number,
	"required": boolean, "optional": boolean, "unscored": boolean, "zero_is_empty": boolean, "absent": boolean,
	"absent_words": texts, "decides": texts,
}

// kinds are the rules of a field that are no comparators, with their keys.
func kinds() map[string]object {
	fields, each := list(reference("field")), reference("comparator")
	assign := enumeration(eval.Greedy, eval.Optimal, eval.ByKey, eval.InOrder)
	return map[string]object{
		"list": {"by": texts, "match_fields": texts, "threshold": fraction, "assign": assign, "fields": fields, "score_fields": fields},
		"set":  {"assign": assign, "each": each},
		"map":  {"each": each, "fold": boolean, "fields": fields},
		"sections": {"class_key": text, "pages_key": text, "other": text, "classes": mapping(object{
			"type": "object", "properties": object{"fields": fields}, "additionalProperties": false,
		})},
	}
}

// rules returns the keys of each rule that a field may name.
func rules() map[string]object {
	all := kinds()
	for _, name := range compare.Names() {
		keys := object{}
		options, _ := compare.Options(name)
		for _, o := range options {
			keys[o.Key] = optionTypes[o.Type]
		}
		all[name] = keys
	}
	return all
}

// branches returns a schema for each rule, which applies if match names it: no other keys, and these types. A rule that is
// none of them is a comparator of the program's own, and may have any options.
func branches(common object, all map[string]object) (branches []object) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		keys := maps.Clone(common)
		maps.Copy(keys, all[name])
		branches = append(branches, object{
			"if":   object{"required": []string{"match"}, "properties": object{"match": object{"const": name}}},
			"then": object{"properties": all[name], "propertyNames": enumeration(slices.Sorted(maps.Keys(keys))...)},
		})
	}
	return branches
}

// union returns the keys of all rules, so that editors complete them.
func union(common object, all map[string]object) object {
	keys := maps.Clone(common)
	for _, options := range all {
		for key := range options {
			if keys[key] == nil {
				keys[key] = true
			}
		}
	}
	return keys
}

func spec() []byte {
	all := rules()
	unnamed := maps.Clone(fieldKeys)
	maps.Copy(unnamed, all["exact"])
	maps.Copy(unnamed, all["class"])
	comparators := maps.Clone(all)
	for name := range kinds() {
		delete(comparators, name)
	}
	match := object{"match": text}
	return encode("spec", object{
		"title":       "a spec of extracteval",
		"description": "How the fields of a document are compared: package metrics/eval.",
		"type":        "object", "additionalProperties": false,
		"properties": object{
			"fields":      list(reference("field")),
			"invariants":  list(reference("invariant")),
			"aggregation": enumeration(eval.WeightedAverage, eval.AllOrNothing, eval.MacroF1),
			"threshold":   fraction, "empty_collections": boolean, "strict": boolean, "lenient": boolean, "lenient_paths": boolean,
			"null_truths": boolean, "unlabelled": enumeration("empty", string(eval.UnlabelledSkip)), "cluster": text, "absent_words": texts,
			"date_orders": mapping(enumeration("dmy", "mdy", "ymd")),
			"evaluators":  list(typed("object")), "assertions": list(typed("object")),
		},
		"definitions": object{
			"match": object{"anyOf": []object{enumeration(slices.Sorted(maps.Keys(all))...), text, reference("comparator")}},
			"field": object{"anyOf": []any{text, object{
				"type": "object", "required": []string{"path"}, "properties": union(fieldKeys, all),
				"allOf": append(branches(fieldKeys, all), object{
					"if":   object{"not": object{"required": []string{"match"}}},
					"then": object{"propertyNames": enumeration(slices.Sorted(maps.Keys(unnamed))...)},
				}),
			}}},
			"comparator": object{"anyOf": []any{text, object{
				"type": "object", "required": []string{"match"}, "properties": union(match, comparators), "allOf": branches(match, comparators),
			}}},
			"invariant": closed(object{
				"name": text, "rule": text, "tolerance": object{"type": "number", "minimum": 0}, "schema": object{"type": []string{"string", "object"}},
				"in_source": boolean, "paths": texts, "optional": boolean, "func": text,
			}, "name"),
		},
	})
}

func gates() []byte {
	return encode("gates", object{
		"title":       "limits of extracteval",
		"description": "Limits by data set, or by its package and name joined by a dot: report.Gate.",
		"type":        "object", "minProperties": 1,
		"additionalProperties": closed(object{
			"micro_f1": fraction, "macro_f1": fraction, "micro_precision": fraction, "micro_recall": fraction, "accuracy": fraction,
			"mean_score": fraction, "field_f1": mapping(fraction), "max_errors": object{"type": "integer", "minimum": 0},
			"no_worse_than": text, "max_fall": object{"type": "number", "maximum": 1}, "keep_answers": boolean,
			"limits": list(closed(object{
				"metric": text, "slice": text, "is": enumeration(report.AtLeast, report.AtMost), "value": number,
				"bound": enumeration(report.BoundValue, report.BoundLow, report.BoundHigh),
			}, "metric", "is", "value")),
		}),
	})
}

func encode(name string, schema object) []byte {
	schema["$schema"], schema["$id"] = "http://json-schema.org/draft-07/schema#", Site+name+".json"
	encoded, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		panic(err) // maps, lists and texts
	}
	return append(encoded, '\n')
}
