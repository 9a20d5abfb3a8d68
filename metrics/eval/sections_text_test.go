package eval_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

const packetYAML = `fields:
  - path: packet
    match: sections
    weight: 2
    class_key: type
    pages_key: page_numbers
    other: letter
    classes:
      invoice:
        fields:
          - number
          - {path: invoice.total, match: numeric}
          - path: lines
            match: list
            fields: [sku]
      letter: {fields: [sender]}
      blank: {}
`

func TestParseSections(t *testing.T) {
	spec, source, err := eval.ParseSpecFile("packet.yaml", []byte(packetYAML), nil)
	require.NoError(t, err)
	assert.Equal(t, []eval.Field{{Path: "packet", Weight: 2, Sections: &eval.Sections{
		Class: "type", Pages: "page_numbers", Other: "letter",
		Classes: map[string][]eval.Field{
			"invoice": {{Path: "number"}, {Path: "invoice.total", Match: compare.Numeric{}}, {Path: "lines", List: &eval.List{Fields: []eval.Field{{Path: "sku"}}}}},
			"letter":  {{Path: "sender"}},
			"blank":   nil,
		},
	}}}, spec.Fields)
	for attribute, at := range map[string]string{
		"packet": "packet.yaml:2: ", "packet[].type": "packet.yaml:2: ", "packet[].invoice.number": "packet.yaml:11: ",
		"packet[].invoice.total": "packet.yaml:12: ", "packet[].invoice.lines[].sku": "packet.yaml:15: ", "packet[].letter.sender": "packet.yaml:16: ",
	} {
		assert.Equal(t, at, source.At(attribute), attribute)
	}
	e, err := spec.Compile()
	require.NoError(t, err)
	assert.Equal(t, []string{
		"packet[].type", "packet[].page_numbers", "packet[].invoice.number", "packet[].invoice.total", "packet[].invoice.lines[].sku", "packet[].letter.sender",
	}, e.Attributes())
}

// The spec in an artifact is the same spec.
func TestSectionsAreWrittenAsTheyAreRead(t *testing.T) {
	spec, err := eval.ParseSpec([]byte(packetYAML), nil)
	require.NoError(t, err)
	for _, of := range []eval.Spec{spec, packetSpec} {
		text, err := json.Marshal(of)
		require.NoError(t, err)
		again, err := eval.ParseSpec(text, nil)
		require.NoError(t, err)
		assert.Equal(t, of, again)
	}
}

func TestSectionsThatCannotBeRead(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{path: p, match: sections}`, `eval: 1:10: field "p": the sections have no classes; write classes: {invoice: {fields: [total]}, letter: {}}`},
		{`{path: p, match: sections, classes: [a]}`, `eval: 1:46: field "p": classes: got array, want an object`},
		{`{path: p, match: sections, classes: {a: 3}}`, `eval: 1:50: field "p": a: got number 3, want the fields of the class, {fields: [total]}, or {} for none`},
		{`{path: p, match: sections, classes: {a: {field: [x]}}}`, `eval: 1:51: field "p": class "a": unknown key "field"; did you mean "fields"?`},
		{`{path: p, match: sections, classes: {a: {fields: [{path: x, match: exakt}]}}}`, `field "p[].a.x": Invalid match type: exakt`},
		{`{path: p, match: sections, class: type, classes: {a: {}}}`, `field "p": unknown key "class"; did you mean "class_key"?`},
		{`{path: p, match: sections, pages: numbers, classes: {a: {}}}`, `field "p": unknown key "pages"; did you mean "pages_key"?`},
		{`{path: p, match: sections, classes: {a: {fields: [x, x]}}}`, `field "p[].a.x": it appears twice`},
	} {
		_, err := eval.ParseSpec([]byte("fields: ["+tt.text+"]"), nil)
		require.Error(t, err, tt.text)
		assert.Contains(t, err.Error(), tt.want)
	}
}

type taggedPacket struct {
	Packet []taggedSection `json:"packet" eval:"sections,class_key=kind,weight=2"`
}

type taggedSection struct {
	Kind    string         `json:"kind"`
	Pages   string         `json:"pages"`
	Scan    string         `json:"scan" eval:"exact"`
	Invoice *taggedInvoice `json:"invoice,omitzero"`
	Letter  struct {
		Sender string `json:"sender"`
	} `json:"letter"`
	Blank struct{} `json:"blank"`
}

type taggedInvoice struct {
	Total float64 `json:"total" eval:"numeric"`
	Lines []struct {
		SKU string `json:"sku" eval:"exact"`
	} `json:"lines"`
}

func TestSectionsOfTags(t *testing.T) {
	spec, err := eval.SpecOf[taggedPacket]()
	require.NoError(t, err)
	scan := eval.Field{Path: "scan", Match: compare.Exact{}}
	assert.Equal(t, []eval.Field{{Path: "packet", Weight: 2, Sections: &eval.Sections{Class: "kind", Classes: map[string][]eval.Field{
		"invoice": {{Path: "invoice.total", Match: compare.Numeric{}}, {Path: "invoice.lines", List: &eval.List{Fields: []eval.Field{{Path: "sku", Match: compare.Exact{}}}}}, scan},
		"letter":  {{Path: "letter.sender"}, scan},
		"blank":   {scan},
	}}}}, spec.Fields)
	e, err := spec.Compile()
	require.NoError(t, err)
	assert.Equal(t, []string{
		"packet[].kind", "packet[].pages", "packet[].blank.scan", "packet[].invoice.total", "packet[].invoice.lines[].sku", "packet[].invoice.scan",
		"packet[].letter.sender", "packet[].letter.scan",
	}, e.Attributes())
	packet := taggedPacket{[]taggedSection{{Kind: "invoice", Pages: "1-2", Scan: "s", Invoice: &taggedInvoice{Total: 3}}}}
	r, err := e.Evaluate(t.Context(), packet, packet)
	require.NoError(t, err)
	assert.Equal(t, 1.0, r.Score)
	assert.Contains(t, told(r, ""), "packet[0].invoice.total packet[].invoice.total match")
}

func TestTagsThatAreNoSections(t *testing.T) {
	type section struct {
		Class string `json:"class"`
		Page  int    `json:"page"`
	}
	_, err := eval.SpecOf[struct {
		P []section `json:"p" eval:"sections"`
		T []string  `json:"t" eval:"sections"`
		C []section `json:"c" eval:"sections,classes=a"`
	}]()
	require.Error(t, err)
	for _, want := range []string{
		`P: a section has no "pages"; did you mean "page"? (class_key and pages_key name other keys)`,
		`P: a section has no struct; give it one for each class, whose key is the name of the class`,
		`T: sections is for slices of structs, not for []string; use set`,
		`C: unknown key "classes"`,
	} {
		assert.Contains(t, err.Error(), want)
	}
}
