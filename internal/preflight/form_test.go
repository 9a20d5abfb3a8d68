package preflight_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/internal/spectext"
)

// boxPairs returns n truths and answers with a box each, which two formats write of the left upper corner and the size.
func boxPairs(n int, want, got string) (pairs [][2]string) {
	for i := range n {
		x, y, w, h := 100+10*i, 200+20*i, 60, 20
		write := func(form string) string {
			switch form {
			case "xywh":
				return fmt.Sprintf(`{"box":[%d,%d,%d,%d]}`, x, y, w, h)
			case "named":
				return fmt.Sprintf(`{"box":{"x":%d,"y":%d,"width":%d,"height":%d}}`, x, y, w, h)
			case "fractions":
				return fmt.Sprintf(`{"box":[%.3f,%.3f,%.3f,%.3f]}`, float64(x)/1000, float64(y)/1000, float64(x+w)/1000, float64(y+h)/1000)
			case "elsewhere":
				return fmt.Sprintf(`{"box":[%d,%d,%d,%d]}`, x+300, y, x+w+300, y+h)
			case "tiny":
				return fmt.Sprintf(`{"box":[0.1,0.2,0.%d,0.9]}`, 3+i)
			case "corner":
				return `{"box":[0,0,1,1]}`
			}
			return fmt.Sprintf(`{"box":[%d,%d,%d,%d]}`, x, y, x+w, y+h)
		}
		pairs = append(pairs, [2]string{write(want), write(got)})
	}
	return pairs
}

func TestBoxesInAnotherForm(t *testing.T) {
	const xyxy, xywh = `fields: [{path: box, match: box}]`, `fields: [{path: box, match: box, format: xywh}]`
	fractions := `"box": 5 of 5 answers are fractions of the page, and their truths are lengths, such as pixels; no option converts them: multiply the answers by the width and height of the page`
	sizes := `"box": 5 of 5 answers match as xywh, and 0 as xyxy, which their truths are; no option reads two formats: write the answers as xyxy`
	for _, tt := range []struct {
		name, spec string
		pairs      [][2]string
		text       []string
	}{
		{"answers in fractions", xyxy, boxPairs(5, "xyxy", "fractions"), []string{fractions}},
		{"four answers", xyxy, boxPairs(4, "xyxy", "fractions"), []string{}},
		{"truths in fractions", xyxy, boxPairs(5, "fractions", "xyxy"),
			[]string{`"box": 5 of 5 answers are lengths, such as pixels, and their truths are fractions of the page; no option converts them: divide the answers by the width and height of the page`}},
		{"one answer in fractions among many", xyxy, append(boxPairs(1, "xyxy", "fractions"), boxPairs(9, "xyxy", "xyxy")...), []string{}},
		{"small boxes on both sides", xyxy, boxPairs(5, "tiny", "tiny"), []string{}},
		{"an answer that is always the corner", xyxy, boxPairs(5, "xyxy", "corner"), []string{}},
		{"answers with sizes", xyxy, boxPairs(5, "xyxy", "xywh"), []string{sizes}},
		{"answers with named sizes", xyxy, boxPairs(5, "xyxy", "named"), []string{sizes}},
		{"answers with corners", xywh, boxPairs(5, "xywh", "xyxy"),
			[]string{`"box": 5 of 5 answers match as xyxy, and 0 as xywh, which their truths are; no option reads two formats: write the answers as xywh`}},
		{"truths with corners", xywh, boxPairs(5, "xyxy", "xywh"),
			[]string{`"box": 5 of 5 answers match if their truths are read as xyxy, and 0 as xywh, as the spec says; no option reads two formats: write the truths as xywh`}},
		{"three of seven", xyxy, append(boxPairs(3, "xyxy", "xywh"), boxPairs(4, "xyxy", "elsewhere")...), []string{}},
		{"boxes elsewhere", xyxy, boxPairs(5, "xyxy", "elsewhere"), []string{}},
		{"right boxes", xywh, boxPairs(5, "xywh", "xywh"), []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.text, texts(answered(t, tt.spec, tt.pairs...).Findings()))
		})
	}
}

// The truths alone say that their format is another one.
func TestTruthsInTheOtherFormatOfBoxes(t *testing.T) {
	e := answered(t, `fields: [{path: box, match: box}]`, boxPairs(5, "xywh", "xywh")...)
	all := e.Findings()
	require.NotEmpty(t, all)
	assert.Equal(t, "format: xywh", all[0].Option)
	assert.Contains(t, all[0].Text, "; format: xywh would read 5 of them")
	e.Notation = spectext.Go
	assert.Contains(t, e.Findings()[0].Text, `compare.Box{Format: "xywh"} would read 5 of them`)
}

func TestAnswersInOneMoreObject(t *testing.T) {
	const spec = `fields: [total, vendor.name, {path: lines, match: list, fields: [text]}]`
	const truth = `{"total":1,"vendor":{"name":"x"},"lines":[{"text":"a"}]}`
	pair := func(form string) [2]string { return [2]string{truth, fmt.Sprintf(form, truth)} }
	few := func(n int, form string) [][2]string { return slices.Repeat([][2]string{pair(form)}, n) }
	const object = `nearly all fields are missing, and 3 of 3 answers have them under "invoice": take what stands there as the answer (evalreport score: -got got.invoice), ` +
		`or write path: invoice.NAME, expected_path: NAME for each field`
	for _, tt := range []struct {
		name, spec string
		pairs      [][2]string
		text       []string
	}{
		{"an object", spec, few(3, `{"invoice":%s}`), []string{object}},
		{"beside other keys", spec, few(3, `{"invoice":%s,"confidence":0.9}`), []string{object}},
		{"without a spec", `{}`, few(3, `{"invoice":%s}`), []string{object}},
		{"a list of one", spec, few(1, `[%s]`),
			[]string{`nearly all fields are missing, and 1 of 1 answers have them in a list of one item: take what stands there as the answer (evalreport score: -got got[0]), or write path: [0].NAME, expected_path: NAME for each field`}},
		{"a list in two objects", spec, few(2, `{"data":{"a.b":[%s]}}`),
			[]string{`nearly all fields are missing, and 2 of 2 answers have them under "data[\"a.b\"][0]": take what stands there as the answer (evalreport score: -got got.data["a.b"][0]), or write path: data["a.b"][0].NAME, expected_path: NAME for each field`}},
		{"one among many", spec, append(few(1, `{"invoice":%s}`), few(5, `%s`)...), []string{}},
		{"each under another key", spec, [][2]string{pair(`{"a":%s}`), pair(`{"b":%s}`), pair(`{"c":%s}`)}, []string{}},
		{"empty answers say nothing", spec, append(few(3, `{"invoice":%s}`), [2]string{truth, `{}`}, [2]string{truth, `null`}), []string{object}},
		{"truths in the same object", `fields: [invoice.total]`, [][2]string{{`{"invoice":{"total":1}}`, `{"invoice":{"total":1}}`}}, []string{}},
		{"truths in the same object, without a spec", `{}`, [][2]string{{`{"invoice":{"total":1}}`, `{"invoice":{"total":2}}`}}, []string{}},
		{"a list of several", spec, few(2, `[%[1]s,%[1]s]`), []string{}},
		{"an object with other fields", spec, few(2, `{"invoice":{"sums":[%[1]s,%[1]s],"text":"x"}}`), []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.text, texts(answered(t, tt.spec, tt.pairs...).Findings()))
		})
	}
}

// Two shards say what the whole says, through their records, too.
func TestFormsOfTheParts(t *testing.T) {
	const spec = `fields: [{path: box, match: box}]`
	pairs := boxPairs(6, "xyxy", "fractions")
	whole := answered(t, spec, pairs...)
	text, err := json.Marshal(answered(t, spec, pairs[:2]...))
	require.NoError(t, err)
	var part preflight.Evidence
	require.NoError(t, json.Unmarshal(text, &part))
	assert.Empty(t, part.Findings())
	assert.Equal(t, whole.Forms, part.Plus(answered(t, spec, pairs[2:]...)).Forms)
}
