package spectext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
)

// fromJSON reads valid JSON. encoding/json reads its strings: those that the
// other format would take amiss, such as escaped surrogate pairs, too.
func (b *builder) fromJSON(data []byte) Value {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	t := jsonReader{builder: b, tokens: d, data: data, at: Position{1, 1}}
	return t.value(0)
}

type jsonReader struct {
	*builder
	tokens *json.Decoder
	data   []byte
	passed int      // bytes
	at     Position // of the byte after them
}

// next returns the next token and where it begins.
func (t *jsonReader) next() (json.Token, Position) {
	token, err := t.tokens.Token()
	if err != nil { // the text is valid
		return nil, t.at
	}
	t.pass(t.passed + len(t.data[t.passed:]) - len(bytes.TrimLeft(t.data[t.passed:], " \t\r\n,:")))
	at := t.at
	t.pass(int(t.tokens.InputOffset()))
	return token, at
}

func (t *jsonReader) pass(end int) {
	for _, r := range string(t.data[t.passed:end]) {
		t.at.pass(r)
	}
	t.passed = end
}

func (t *jsonReader) value(depth int) Value {
	token, at := t.next()
	v := Value{At: at}
	if !t.within(at, depth) {
		t.skip(token)
		return v
	}
	switch token := token.(type) {
	case json.Delim:
		if token == '[' {
			v.Kind = document.Array
			for t.tokens.More() {
				v.Items = append(v.Items, t.value(depth+1))
			}
		} else {
			v.Kind = document.Object
			seen := make(map[string]Position)
			for t.tokens.More() {
				key, keyAt := t.next()
				name, _ := key.(string)
				t.add(&v, seen, Member{Key: name, At: keyAt, Value: t.value(depth + 1)})
			}
		}
		t.next() // the closing bracket
	case string:
		v.Kind, v.Text = document.String, token
	case json.Number:
		v.Kind, v.Text = document.Number, token.String()
	case bool:
		v.Kind, v.Text = document.Bool, fmt.Sprint(token)
	default:
		v.Kind = document.Null
	}
	return v
}

// skip passes over the rest of the value that begins with the token.
func (t *jsonReader) skip(token json.Token) {
	for depth := 0; ; {
		if d, ok := token.(json.Delim); ok {
			if strings.ContainsRune("[{", rune(d)) {
				depth++
			} else {
				depth--
			}
		}
		if depth <= 0 {
			return
		}
		token, _ = t.next()
	}
}
