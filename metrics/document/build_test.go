package document

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// checkBuild compares build with a validator and a parser that trusts it.
func checkBuild(t *testing.T, text string) {
	t.Helper()
	v, ok := build([]byte(text))
	if want := gjson.Valid(text); ok != want {
		t.Fatalf("build(%q) gives %v, want %v", text, ok, want)
	}
	if !ok {
		return
	}
	want := twoPasses([]byte(text))
	if !slices.Equal(v.tree.nodes, want.tree.nodes) {
		t.Fatalf("build(%q) = %+v, want %+v", text, v.tree.nodes, want.tree.nodes)
	}
}

var texts = []string{
	"", " ", "null", " true ", "false", "nul", "truex", "[]", "[ ]", "{}", "{ }", "[1,]", "[,1]", "[1 2]", "{\"a\":1,}", "{,}", "{\"a\"}", "{\"a\" 1}",
	"{\"a\":}", "{a:1}", "[}", "{]", "[1}", "[[[[]]]]", "[", "{", "]", "1 2", "[1],", "{\"a\":{\"b\":[1,{\"c\":null}]},\"d\":\"e\"}",
	"0", "-0", "-", "01", "1.", ".1", "1.5", "1e", "1e+", "1E-5", "1e5.5", "-1.25e+10", "+1", "1x", "0x10", "Infinity", "NaN",
	`""`, `"a`, `"\`, `"\"`, `"\""`, `"\\"`, `"\\\""`, `"\u12"`, `"\u12G4"`, `"\u12aF"`, `"\x"`, "\"\t\"", "\"\x1f\"", "\"\x7f\"", "\"é\"", "\"\xff\"", "\"\xe2\x82\"",
	"\"0123456\"", "\"01234567\"", "\"012345678\\n01234567890\"", "\"0123456789é0123456789\xff\"", "\"01234567\x1f\"", "[\"01234567\\", "\ufeff[]", "[1]\x00", "\v[]",
	`{"":"","a":"\"","a":[true,false,null,-1.5e-3,"x y"],"longer than eight bytes":{"q":[[],{}]}}`,
}

func TestBuildAgreesWithValidator(t *testing.T) {
	for _, text := range texts {
		checkBuild(t, text)
		checkBuild(t, "  [ "+text+" , "+text+" ]\n")
		checkBuild(t, `{"key":`+text+`,"other":`+text+`}`)
	}
	r := rand.New(rand.NewPCG(61, 62))
	const bytes = "{}[]:,\"\\ \t\n01-+.eEtfnu\x00\x1f\x7f\xc3\xa9\xff/abc"
	valid := 0
	for range 200_000 {
		text := []byte(texts[r.IntN(len(texts))])
		for range r.IntN(4) {
			at := r.IntN(len(text) + 1)
			c := bytes[r.IntN(len(bytes))]
			switch r.IntN(3) {
			case 0:
				text = slices.Insert(text, at, c)
			case 1:
				if at < len(text) {
					text[at] = c
				}
			case 2:
				text = slices.Delete(text, at, min(len(text), at+1))
			}
		}
		checkBuild(t, string(text))
		if gjson.ValidBytes(text) {
			valid++
		}
	}
	assert.Greater(t, valid, 10_000)
	for n := range 200 { // strings of each length that end at each place of a word
		for _, end := range []string{`"`, `\""`, `\`, "\x01\"", "é\"", "\xff\"", ""} {
			checkBuild(t, `"`+strings.Repeat("x", n)+end)
		}
	}
}

// The tree of everything that this repository has as JSON.
func TestBuildOfFiles(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../../testdata", func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".jsonl") && !strings.HasSuffix(path, ".json") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		for line := range strings.Lines(string(data)) {
			checkBuild(t, line)
		}
		return nil
	})
	require.NoError(t, err)
	assert.Positive(t, files)
}

func FuzzBuild(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkBuild(t, text) })
}

// twoPasses is build for a text that a validator has found to be JSON.
func twoPasses(raw []byte) Value {
	t := &tree{text: string(raw), raw: raw}
	text := t.text
	t.nodes = make([]node, 0, estimate(raw))
	var open []int32 // containers that are not closed yet
	var keyStart, keyEnd int32
	var keyEscaped bool
	for i := 0; i < len(text); {
		c := text[i]
		switch c {
		case ' ', '\t', '\n', '\r', ',', ':':
			i++
			continue
		case ']', '}':
			i++
			n := &t.nodes[open[len(open)-1]]
			n.end, n.next = int32(i), int32(len(t.nodes))
			open = open[:len(open)-1]
			continue
		}
		n := node{start: int32(i)}
		inObject := len(open) > 0 && t.nodes[open[len(open)-1]].kind == Object
		if inObject && keyStart == 0 {
			end, escaped := stringEndBySearch(text, i)
			keyStart, keyEnd, keyEscaped = int32(i+1), int32(end-1), escaped
			i = end
			continue
		}
		if len(open) > 0 {
			t.nodes[open[len(open)-1]].length++
		}
		if inObject {
			n.keyStart, n.keyEnd, n.keyEscaped = keyStart, keyEnd, keyEscaped
			keyStart = 0
		}
		switch c {
		case '{', '[':
			n.kind = Object
			if c == '[' {
				n.kind = Array
			}
			open = append(open, int32(len(t.nodes)))
			i++
		case '"':
			n.kind = String
			i, n.escaped = stringEndBySearch(text, i)
		case 't', 'n':
			n.kind, n.yes = Bool, true
			if c == 'n' {
				n.kind, n.yes = Null, false
			}
			i += 4
		case 'f':
			n.kind = Bool
			i += 5
		default:
			n.kind = Number
			for i++; i < len(text) && !endsNumber[text[i]]; i++ {
			}
		}
		n.end, n.next = int32(i), int32(len(t.nodes)+1)
		if len(t.nodes) == cap(t.nodes) {
			t.nodes = slices.Grow(t.nodes, remaining(len(t.nodes), i, len(text)))
		}
		t.nodes = append(t.nodes, n)
	}
	return Value{t, 0}
}

var endsNumber = [256]bool{' ': true, '\t': true, '\n': true, '\r': true, ',': true, ']': true, '}': true}

// stringEndBySearch returns the index after the string that starts at i, and whether it
// needs more than to be sliced.
func stringEndBySearch(text string, i int) (end int, escaped bool) {
	start := i + 1
	for i = start; ; i++ {
		i += strings.IndexByte(text[i:], '"')
		if text[i-1] != '\\' || !oddBackslashes(text[start:i]) {
			break
		}
	}
	s := text[start:i]
	return i + 1, strings.IndexByte(s, '\\') >= 0 || !utf8.ValidString(s)
}

// oddBackslashes reports whether the quote after s is escaped.
func oddBackslashes(s string) bool {
	return (len(s)-len(strings.TrimRight(s, `\`)))%2 == 1
}
