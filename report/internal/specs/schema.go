package specs

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
var Schemas = map[string]func() []byte{"spec": specSchema, "gates": gatesSchema}

type object = map[string]any

func typed(name string) object         { return object{"type": name} }
func reference(name string) object     { return object{"$ref": "#/definitions/" + name} }
func listOf(items object) object       { return object{"type": "array", "items": items} }
func mapping(values object) object     { return object{"type": "object", "additionalProperties": values} }
func enumeration[T any](v ...T) object { return object{"enum": v} }

// closedObject is an object without other keys.
func closedObject(properties object, required ...string) object {
	o := object{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		o["required"] = required
	}
	return o
}

var (
	textSchema     = typed("string")
	booleanSchema  = typed("boolean")
	numberSchema   = typed("number")
	textsSchema    = object{"anyOf": []object{textSchema, listOf(textSchema)}}
	fractionSchema = object{"type": "number", "exclusiveMinimum": 0, "maximum": 1}
)

// optionTypes has the schemas of the types of [compare.Option].
var optionTypes = map[string]object{
	"bool": booleanSchema, "number": numberSchema, "string": textSchema, "list of strings": textsSchema,
	"map of lists of strings": mapping(textsSchema), "comparator": reference("comparator"),
}

// fieldKeys are the keys of every field.
var fieldKeys = object{
	"path": textSchema, "expected_path": textSchema, "match": reference("match"), "weight": numberSchema,
	"required": booleanSchema, "optional": booleanSchema, "unscored": booleanSchema, "zero_is_empty": booleanSchema, "absent": booleanSchema,
	"absent_words": textsSchema, "decides": textsSchema,
}

// matchKinds are the rules of a field that are no comparators, with their keys.
func matchKinds() map[string]object {
	fields, each := listOf(reference("field")), reference("comparator")
	assign := enumeration(eval.Greedy, eval.Optimal, eval.ByKey, eval.InOrder)
	return map[string]object{
		"list": {"by": textsSchema, "match_fields": textsSchema, "threshold": fractionSchema, "assign": assign, "fields": fields, "score_fields": fields},
		"set":  {"assign": assign, "each": each},
		"map":  {"each": each, "fold": booleanSchema, "fields": fields},
		"sections": {"class_key": textSchema, "pages_key": textSchema, "other": textSchema, "classes": mapping(object{
			"type": "object", "properties": object{"fields": fields}, "additionalProperties": false,
		})},
	}
}

// ruleSchemas returns the keys of each rule that a field may name.
func ruleSchemas() map[string]object {
	all := matchKinds()
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

// unionOf returns the keys of all rules, so that editors complete them.
func unionOf(common object, all map[string]object) object {
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

func specSchema() []byte {
	all := ruleSchemas()
	unnamed := maps.Clone(fieldKeys)
	maps.Copy(unnamed, all["exact"])
	maps.Copy(unnamed, all["class"])
	comparators := maps.Clone(all)
	for name := range matchKinds() {
		delete(comparators, name)
	}
	match := object{"match": textSchema}
	return encodeSchema("spec", object{
		"title":       "a spec of extracteval",
		"description": "How the fields of a document are compared: package metrics/eval.",
		"type":        "object", "additionalProperties": false,
		"properties": object{
			"fields":      listOf(reference("field")),
			"invariants":  listOf(reference("invariant")),
			"aggregation": enumeration(eval.WeightedAverage, eval.AllOrNothing, eval.MacroF1),
			"threshold":   fractionSchema, "empty_collections": booleanSchema, "strict": booleanSchema, "lenient": booleanSchema, "lenient_paths": booleanSchema,
			"null_truths": booleanSchema, "unlabelled": enumeration("empty", string(eval.UnlabelledSkip)), "cluster": textSchema, "absent_words": textsSchema,
			"date_orders": mapping(enumeration("dmy", "mdy", "ymd")),
			"evaluators":  listOf(typed("object")), "assertions": listOf(typed("object")),
		},
		"definitions": object{
			"match": object{"anyOf": []object{enumeration(slices.Sorted(maps.Keys(all))...), textSchema, reference("comparator")}},
			"field": object{"anyOf": []any{textSchema, object{
				"type": "object", "required": []string{"path"}, "properties": unionOf(fieldKeys, all),
				"allOf": append(branches(fieldKeys, all), object{
					"if":   object{"not": object{"required": []string{"match"}}},
					"then": object{"propertyNames": enumeration(slices.Sorted(maps.Keys(unnamed))...)},
				}),
			}}},
			"comparator": object{"anyOf": []any{textSchema, object{
				"type": "object", "required": []string{"match"}, "properties": unionOf(match, comparators), "allOf": branches(match, comparators),
			}}},
			"invariant": closedObject(object{
				"name": textSchema, "rule": textSchema, "tolerance": object{"type": "number", "minimum": 0}, "schema": object{"type": []string{"string", "object"}},
				"in_source": booleanSchema, "paths": textsSchema, "optional": booleanSchema, "func": textSchema,
			}, "name"),
		},
	})
}

func gatesSchema() []byte {
	return encodeSchema("gates", object{
		"title":       "limits of extracteval",
		"description": "Limits by data set, or by its package and name joined by a dot: report.Gate.",
		"type":        "object", "minProperties": 1,
		"additionalProperties": closedObject(object{
			"micro_f1": fractionSchema, "macro_f1": fractionSchema, "micro_precision": fractionSchema, "micro_recall": fractionSchema, "accuracy": fractionSchema,
			"mean_score": fractionSchema, "field_f1": mapping(fractionSchema), "max_errors": object{"type": "integer", "minimum": 0},
			"no_worse_than": textSchema, "max_fall": object{"type": "number", "maximum": 1}, "keep_answers": booleanSchema,
			"limits": listOf(closedObject(object{
				"metric": textSchema, "slice": textSchema, "is": enumeration(report.AtLeast, report.AtMost), "value": numberSchema,
				"bound": enumeration(report.BoundValue, report.BoundLow, report.BoundHigh),
			}, "metric", "is", "value")),
		}),
	})
}

func encodeSchema(name string, schema object) []byte {
	schema["$schema"], schema["$id"] = "http://json-schema.org/draft-07/schema#", Site+name+".json"
	encoded, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		panic(err) // maps, lists and texts
	}
	return append(encoded, '\n')
}
