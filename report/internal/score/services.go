package score

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/document"
)

// service is a form of responses in which values do not stand under the names of their fields.
type service struct {
	name, values string         // values says how they stand
	mark         string         // a path of gjson that the responses have; "" for Azure, see [fieldsOf]
	spec         *regexp.Regexp // matches the JSON of a spec that names values where they stand
	program      string         // of jq: makes a document of a response; "" if its fields are cells
}

var services = []service{
	{"Textract's AnalyzeExpense", "in lists of types and texts", "ExpenseDocuments.0", regexp.MustCompile(`ExpenseDocuments|SummaryFields`), `
def v: sort_by(.ValueDetection.Confidence) | map({(if .Type.Text == "OTHER" then .LabelDetection.Text // "OTHER" else .Type.Text end): .ValueDetection.Text}) | add;
def document: .ExpenseDocuments[0] | (.SummaryFields | v) + {lines: [.LineItemGroups[]?.LineItems[].LineItemExpenseFields | v]};`},
	{"Textract's AnalyzeID", "in a list of types and texts", "IdentityDocuments.0", regexp.MustCompile(`IdentityDocument`), `
def document: .IdentityDocuments[0].IdentityDocumentFields | map({(.Type.Text): (.ValueDetection | .NormalizedValue.Value // .Text)}) | add;`},
	{"Textract's AnalyzeDocument", "in blocks, those of forms and queries", "Blocks.0.BlockType", regexp.MustCompile(`Blocks`), `
def document: (.Blocks | map({(.Id): .}) | add) as $blocks
  | def others($type): [.Relationships[]? | select(.Type == $type) | .Ids[] | $blocks[.]];
    def text: others("CHILD") | map(.Text // .SelectionStatus) | join(" ");
    .Blocks | map(if .BlockType == "QUERY" then {(.Query | .Alias // .Text): others("ANSWER")[0].Text}
      elif .BlockType == "KEY_VALUE_SET" and .EntityTypes == ["KEY"] then {(text | rtrimstr(":")): (others("VALUE")[0] | text)}
      else {} end) | add;`},
	{"Google Document AI", "in a list of types and texts", "[entities.#.mentionText,entities.#.mention_text].@flatten.0", regexp.MustCompile(`entities`), `
def amount: (.units // 0 | tonumber) + (.nanos // 0) / 1e9;
def v: if .properties then .properties | map({(.type | split("/") | last): v}) | add
  else (.normalizedValue // .normalized_value | (.moneyValue // .money_value | values | amount) // .text) // .mentionText // .mention_text end;
def document: .entities | group_by(.type) | map({(.[0].type): (if .[0].properties then map(v) else .[0] | v end)}) | add;`},
	{"Azure Document Intelligence", "in an object for each field, under the name of its type", "", regexp.MustCompile(`fields\.|analyzeResult|value[A-Z]`), `
def v: if .valueArray then .valueArray | map(v) elif .valueObject then .valueObject | map_values(v) elif .type == "boolean" then .valueBoolean
  else .valueCurrency.amount // ([objects | to_entries[] | select(.key | test("^value[A-Z]")) | .value | scalars] | first) // .content // .text end;
def document: map_values(v);`},
	{"the Python client of Azure Form Recognizer", "in an object for each field", "", regexp.MustCompile(`fields\.|value_type`), ""},
}

// serviceOf returns the form of an object, nil for none, and the path of its fields.
func serviceOf(v gjson.Result) (*service, string) {
	for i, s := range services {
		if s.mark != "" && v.Get(s.mark).Exists() {
			return &services[i], ""
		}
	}
	for _, place := range []string{"documents", "contents", "documentResults"} {
		if s := fieldsOf(v.Get(place + ".0.fields")); s != nil {
			return s, "." + place + "[0].fields"
		}
	}
	return fieldsOf(v), ""
}

// fieldsOf returns the form of an object whose members are fields of Azure, with a type and a value, or null.
func fieldsOf(v gjson.Result) (form *service) {
	v.ForEach(func(_, field gjson.Result) bool {
		if field.Type == gjson.Null {
			return true
		}
		text, fields := "type", &services[len(services)-2]
		if field.Get("value_type").Exists() {
			text, fields = "value_type", &services[len(services)-1]
		}
		form = nil
		if !v.IsObject() || field.Get(text).Type != gjson.String {
			return false
		}
		field.ForEach(func(key, _ gjson.Result) bool {
			if name, ok := strings.CutPrefix(key.Str, "value"); ok && name != "" {
				form = fields
			}
			return form == nil
		})
		return form != nil
	})
	return form
}

// response is the first response of a service in a file.
type response struct {
	*service
	place string // its path in its line, as jq writes it
	line  dataset.Line
}

// find looks for a response in a value and in the objects in it.
func (r *response) find(v gjson.Result, place string, depth int) bool {
	if v.Type == gjson.String {
		v, place = dataset.Held(v), place+" | fromjson"
	}
	if !v.IsObject() || depth < 0 {
		return false
	}
	if s, inner := serviceOf(v); s != nil {
		r.service, r.place = s, place+inner
		return true
	}
	found := false
	v.ForEach(func(key, value gjson.Result) bool {
		found = r.find(value, place+step(key.Str), depth-1)
		return !found
	})
	return found
}

var (
	plainKey  = regexp.MustCompile(`^[A-Za-z_]\w*$`)
	firstStep = regexp.MustCompile(`^\.(\w+|\["[^"]*"\])`)
)

// step returns the step to a member of an object, as jq writes it.
func step(key string) string {
	if plainKey.MatchString(key) {
		return "." + key
	}
	return "[" + string(gjson.AppendJSONString(nil, key)) + "]"
}

// pathOf returns the path of a key as jq writes it.
func pathOf(key string) (place string) {
	path, _ := document.ParsePath(key) // a line has a value there
	for _, s := range path {
		if s.Bracket {
			place += fmt.Sprintf("[%d]", s.Index)
		} else {
			place += step(s.Key)
		}
	}
	return place
}

// checkServices returns an error for truths or answers that are responses of a service, unless the spec fits them or the other file
// has responses of the same service. spec is the JSON of the spec; want is nil if there are only answers.
func checkServices(format Lines, spec []byte, want, got *dataset.File, truths, answers *survey) error {
	a, b := &truths.response, &answers.response
	switch {
	case b.service != nil && b.service != a.service && !b.spec.Match(spec) && (b.program != "" || format.Cells == Cells{}):
		return b.refusal(got, format.ofAnswers().idKey(), "got", answers.objects)
	case a.service != nil && b.service != a.service && !a.spec.Match(spec):
		return a.refusal(want, format.idKey(), "want", truths.objects)
	}
	return nil
}

// refusal returns the error for a file of the responses: how to make documents of them. key is the key of the id in its
// lines, side is want or got.
func (r *response) refusal(f *dataset.File, key, side string, lines int) error {
	shared := fmt.Sprintf("%s has responses of %s, whose values stand %s", f.Name(), r.name, r.values)
	if r.program == "" {
		return fmt.Errorf("%s: evalreport score -%s %s -cells value,confidence", shared, side, strings.TrimPrefix(strings.ReplaceAll(r.place, " | fromjson", ""), "."))
	}
	place, input := r.place, "'"+strings.ReplaceAll(f.Name(), "'", `'\''`)+"'"
	id := dataset.Lookup(r.line.Text, key)
	if r.line.Item > 0 && slices.Contains([]string{"document", "analyzeResult", "result"}, id.Str) { // one response, read as an object of ids
		id, lines, r.line.Item = gjson.Result{}, 1, 0
		place = "." + gjson.GetBytes(r.line.Text, "id").Str + strings.TrimPrefix(place, firstStep.FindString(place))
	}
	if f.Folder() {
		place, input = strings.TrimPrefix(place, "."+side), input+"/*.json"
	}
	if !strings.HasPrefix(place, ".") {
		place = "." + place
	}
	made := side + ": (" + strings.Replace(place+" | document)", ". | ", "", 1)
	switch {
	case f.Folder() || !id.Exists() && lines == 1:
		made = `{id: (input_filename | split("/") | last | rtrimstr(".json")), ` + made + "}"
	case !id.Exists():
		made = "{" + made + "}"
	case place == ".":
		made = fmt.Sprintf("{%q: %s, %s}", key, pathOf(key), made)
	case firstStep.FindString(place) == "."+side:
		made = ". + {" + made + "}"
	default:
		made = "del(" + firstStep.FindString(place) + ") + {" + made + "}"
	}
	if r.line.Item > 0 {
		made = fmt.Sprintf(`(if type == "array" then .[] else to_entries[] | {id: .key, %s: .value} end) | %s`, side, made)
	}
	return fmt.Errorf("%s; make documents of them with jq, and score plain.jsonl in its place:\njq -c '%s\n%s' %s > plain.jsonl", shared, r.program, made, input)
}
