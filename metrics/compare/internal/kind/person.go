package kind

// This file compares the names of people. The doc comment of compare.Person specifies the rules.

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Name is the name of a person in parts, each folded and without points.
type Name struct {
	parts  []string // in the order given name, family name, if that is known
	family int      // how many of the last parts stand before a comma, 0 without a comma
	gender byte     // of a title: 'm', 'f', or 0
	suffix string   // jr, iii
}

const maxParts = 12

// The words that are not parts of a name, folded and without points.
var (
	titles   = wordSet("dr prof professor doctor dipl ing mag sir dame rev hon")
	subjects = wordSet("med rer nat jur phil habil ing dent oec") // of a title before them: Dr. med.
	men      = wordSet("mr mister herr herrn monsieur señor sr dhr")
	women    = wordSet("mrs ms miss frau mme madame mlle mademoiselle sra srta señora señorita mevr mw mevrouw")
	// degrees stand behind a name and a comma.
	degrees  = wordSet("phd md msc bsc mba ba llm llb esq dds dvm cpa rn mbbs frcs jd")
	suffixes = wordSet("jr junior sr senior ii iii iv")
)

func wordSet(list string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}

// ParseName reads a name of two parts or more. ok is false for a text with a digit or a sign that names do not have, such as &.
func ParseName(text string) (n Name, ok bool) {
	text = FoldText(FoldPlain(text))
	if strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune(" .,-'", r)
	}) {
		return n, false
	}
	sections := strings.Split(text, ",")
	head := n.partsOf(sections[0])
	for _, section := range sections[1:] {
		parts := n.partsOf(section)
		switch behind := allIn(parts, degrees) || degrees[strings.Join(parts, "")] || allIn(parts, suffixes); {
		case behind && len(head) > 1:
			if allIn(parts, suffixes) {
				n.suffix += parts[0]
			}
		case n.family > 0 || len(parts) == 0 || len(head) == 0:
			return n, false
		default:
			n.family = len(head)
			head = append(parts, head...)
		}
	}
	if last := len(head) - 1; last > 1 && suffixes[head[last]] && n.family == 0 {
		n.suffix, head = n.suffix+head[last], head[:last]
	}
	if last := len(head) - 1; last > 0 && n.family == 0 && isInitial(head[last]) && !isInitial(head[0]) { // Lind A.
		n.family = last
		head = append([]string{head[last]}, head[:last]...)
	}
	n.parts = head
	return n, len(head) > 1 && len(head) <= maxParts
}

func allIn(parts []string, set map[string]bool) bool {
	return len(parts) > 0 && !slices.ContainsFunc(parts, func(part string) bool { return !set[part] })
}

// partsOf returns the parts of a text without the titles before them.
func (n *Name) partsOf(text string) (parts []string) {
	for _, word := range strings.Fields(strings.ReplaceAll(text, "-", " - ")) {
		if word != "-" {
			parts = append(parts, strings.FieldsFunc(word, func(r rune) bool { return r == '.' })...)
		}
	}
	for first := true; len(parts) > 1; first = false {
		switch word := parts[0]; {
		case men[word]:
			n.gender = 'm'
		case women[word]:
			n.gender = 'f'
		case !titles[word] && (first || !subjects[word]):
			return parts
		}
		parts = parts[1:]
	}
	return parts
}

func isInitial(part string) bool {
	return utf8.RuneCountInString(part) == 1 && !Spaceless(firstRune(part))
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// SameName reports whether two names are of one person. If they do not have the same parts in the same order, it also
// returns the reason why they match.
func SameName(a, b Name) (same bool, note string) {
	switch {
	case len(a.parts) != len(b.parts) || a.suffix != b.suffix || a.gender != 0 && b.gender != 0 && a.gender != b.gender:
		return false, ""
	case slices.Equal(a.parts, b.parts):
		return true, ""
	case a.family > 0 && b.family > 0 && a.family != b.family:
		return false, ""
	case sameInitials(a.parts, b.parts):
		return true, "an initial stands for a name"
	case a.family > 0 && b.family > 0:
		return false, ""
	}
	for i := 1; i < len(a.parts); i++ {
		if slices.Equal(slices.Concat(a.parts[i:], a.parts[:i]), b.parts) {
			return true, "given and family name in another order"
		}
	}
	return false, ""
}

// sameInitials reports whether names have the same parts. An initial may stand for any part but the last one.
func sameInitials(a, b []string) bool {
	last := len(a) - 1
	if a[last] != b[last] || isInitial(a[last]) {
		return false
	}
	for i := range last {
		if a[i] != b[i] && !(firstRune(a[i]) == firstRune(b[i]) && (isInitial(a[i]) || isInitial(b[i]))) {
			return false
		}
	}
	return true
}
