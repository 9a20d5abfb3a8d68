package document

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Path names a place in a document, step by step. The empty Path is the whole
// document.
type Path []Step

// Step is one step of a [Path].
type Step struct {
	Key     string // the member of an object, unescaped; digits when written as an index
	Index   int    // the element of an array when the step may be one, else -1
	Bracket bool   // written [0]: an index only, never the member "0"; with Index -1 it is [] or {}, see [ParseAttribute]
}

// AllItems reports whether the step is [], which means every element of an array, or {}, which means every member of
// an object. [Value.At] finds no value for it.
func (s Step) AllItems() bool { return s.Bracket && s.Index < 0 }

// members is the Key of the step {}, whose text it is.
const members = "{}"

// AllMembers reports whether the step is {}.
func (s Step) AllMembers() bool { return s.Bracket && s.Key == members }

// maxPathLength is the length in bytes beyond which [ParsePath] refuses a path.
const maxPathLength = 64 << 10

// PathError is an error in a path: its place, the problem and the valid form.
type PathError struct {
	Path    string
	Offset  int // byte offset at which reading stopped
	Problem string
	Hint    string
}

// Error gives all of it in one line.
func (e *PathError) Error() string {
	s := fmt.Sprintf("document: path %q, at offset %d: %s", shorten(e.Path), e.Offset, e.Problem)
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// shorten bounds the length of a path in a message.
func shorten(s string) string {
	const most = 200 // bytes
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// ParsePath reads a path:
//
//   - names joined by dots: invoice.vendor.name;
//   - an index in brackets or, if the value is an array, as a name of digits: lines[0].amount, lines.0.amount; for a
//     document that is an array, the path starts with the index: [0].amount;
//   - a quoted name in brackets for a key that has dots, brackets or "{}" or is empty: ["a.b"].c, with the escapes of
//     JSON strings.
//
// A name is any text without ".", "[", "]" and "{}"; it may have white space. An index is a decimal number without
// sign, at most 2^31-1. The error is a [*PathError]. The empty path is an error, and so are "lines[].amount" and
// "rates{}.amount", which name an attribute over all items, not a place.
func ParsePath(s string) (Path, error) { return parsePath(s, false) }

// ParseAttribute reads the name of an attribute: a path as [ParsePath] reads it, except that [] in place of an index
// means all items, and {} all members of an object whose keys are data: lines[].amount, tags[], [].amount,
// rates{}.amount. AllItems reports true for such a step.
func ParseAttribute(s string) (Path, error) { return parsePath(s, true) }

func parsePath(s string, allItems bool) (Path, error) {
	fail := func(offset int, problem, hint string) (Path, error) {
		return nil, &PathError{Path: s, Offset: offset, Problem: problem, Hint: hint}
	}
	if s == "" {
		return fail(0, "it is empty", `name a member, such as "total"`)
	}
	if len(s) > maxPathLength {
		return fail(maxPathLength, "it is too long", fmt.Sprintf("at most %d bytes", maxPathLength))
	}
	path := make(Path, 0, strings.Count(s, ".")+strings.Count(s, "[")+1)
	for i := 0; i < len(s); {
		switch {
		case s[i] == '[' && strings.HasPrefix(s[i:], `["`):
			end := closingQuote(s, i+1)
			if end < 0 || end+1 >= len(s) || s[end+1] != ']' {
				return fail(i, "the quoted name is not closed", `write ["a.b"]`)
			}
			key, ok := quotedKey(s[i+1 : end+1])
			if !ok {
				return fail(i, "the quoted name is not a JSON string", `write ["a.b"]`)
			}
			path = append(path, Step{Key: key, Index: -1})
			i = end + 2
		case s[i] == '[':
			end := strings.IndexByte(s[i:], ']')
			if end < 0 {
				return fail(i, "the bracket is not closed", `write lines[0]`)
			}
			digits := s[i+1 : i+end]
			if digits == "" && allItems {
				path = append(path, Step{Index: -1, Bracket: true})
				i += 2
				break
			}
			if digits == "" {
				return fail(i, "[] names all items, not one", `evaluate items with a list on the path before it, or write an index such as [0]`)
			}
			n, ok := index(digits)
			if !ok {
				return fail(i+1, fmt.Sprintf("%q is not an index", shorten(digits)), `write a number from 0, or a quoted name such as ["a.b"]`)
			}
			path = append(path, Step{Key: digits, Index: n, Bracket: true})
			i += end + 1
		case strings.HasPrefix(s[i:], members):
			if !allItems {
				return fail(i, "{} names all members, not one", `evaluate members with a map on the path before it, or write the key ["a{}"]`)
			}
			path = append(path, Step{Key: members, Index: -1, Bracket: true})
			i += len(members)
		case s[i] == '.':
			return fail(i, "a name is missing before the dot", `write a.b, or [""] for an empty key`)
		case s[i] == ']':
			return fail(i, "the bracket was never opened", `write lines[0], or ["a]b"] for a key with a bracket`)
		default:
			end := strings.IndexAny(s[i:], ".[]")
			if end < 0 {
				end = len(s) - i
			}
			if all := strings.Index(s[i:i+end], members); all >= 0 {
				end = all
			}
			key := s[i : i+end]
			n, ok := index(key)
			if !ok {
				n = -1
			}
			path = append(path, Step{Key: validUTF8(key), Index: n})
			i += end
		}
		if i == len(s) {
			return path, nil
		}
		switch s[i] {
		case '.':
			i++
			if i == len(s) {
				return fail(i, "a name is missing after the dot", `write a.b`)
			}
			if s[i] == '[' && !strings.HasPrefix(s[i:], `["`) {
				return fail(i, "a name is missing between the dot and the bracket", `write a[0]`)
			}
			if strings.HasPrefix(s[i:], members) {
				return fail(i, "a name is missing between the dot and {}", `write rates{}`)
			}
		case '[':
		default:
			if strings.HasPrefix(s[i:], members) {
				break
			}
			return fail(i, fmt.Sprintf("a dot or a bracket must follow, not %q", firstRune(s[i:])), `write a.b or a[0]`)
		}
	}
	return path, nil
}

func firstRune(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

// closingQuote returns the index of the quote that closes the string which
// opens at i, or -1.
func closingQuote(s string, i int) int {
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

func quotedKey(quoted string) (string, bool) {
	v, err := parse(quoted)
	if err != nil || v.Kind() != String {
		return "", false
	}
	return v.Text(), true
}

// index reads an array index: digits only, no leading zero but "0" itself.
func index(s string) (int, bool) {
	if s == "" || len(s) > 10 || (len(s) > 1 && s[0] == '0') {
		return 0, false
	}
	n := uint64(0)
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + uint64(s[i]-'0')
	}
	return int(n), n <= math.MaxInt32
}

// String returns a text that [ParsePath] reads as p. It never begins with a round
// bracket, a slash or "$.": a key that does is quoted, so that no path is taken for a
// name such as "(document)", a JSON Pointer or a JSONPath.
func (p Path) String() string {
	var dst []byte
	for i, s := range p {
		switch {
		case s.AllMembers():
			dst = append(dst, members...)
		case s.Bracket:
			dst = append(append(append(dst, '['), s.Key...), ']')
		case s.mustQuote():
			dst = append(appendQuoted(append(dst, '['), s.Key), ']')
		default:
			if i > 0 {
				dst = append(dst, '.')
			}
			dst = append(dst, s.Key...)
		}
	}
	return string(dst)
}

// mustQuote reports whether the key, written as a name, would be read as
// another step, as one of the names that are not paths, such as "(document)", or be
// taken for a JSONPath or JSON Pointer.
func (s Step) mustQuote() bool {
	_, digits := index(s.Key)
	return s.Key == "" || s.Key[0] == '(' || s.Key[0] == '/' || s.Key == "$" || strings.ContainsAny(s.Key, ".[]") || strings.Contains(s.Key, members) || digits && s.Index < 0
}

// Key returns the step to the member of that name; digits may also be an index.
func Key(name string) Step {
	n, ok := index(name)
	if !ok {
		n = -1
	}
	return Step{Key: name, Index: n}
}

// Item returns the step to element i of an array.
func Item(i int) Step { return Step{Key: strconv.Itoa(i), Index: i, Bracket: true} }
