package score

import (
	"path/filepath"
	"regexp"
	"strings"
)

var (
	ofTruths  = regexp.MustCompile(`^(want|truth|gold|golden|label|expected|reference|annotation)s?$`)
	ofAnswers = regexp.MustCompile(`^(got|answer|prediction|predicted|output|actual|extracted|extraction|response)s?$`)
	letters   = regexp.MustCompile(`[a-z]+`)
)

// seemExchanged reports whether files of truths and answers seem to be given in the wrong order, if no line has the key
// want or got: a truth but no answer has the key error or usage, or the file of truths is named like answers and the
// file of answers like truths.
func seemExchanged(truths, answers *survey, want, got string) bool {
	for _, key := range []string{"want", "got"} {
		if truths.keys[key] || answers.keys[key] {
			return false
		}
	}
	for _, key := range []string{"error", "usage"} {
		if truths.keys[key] && !answers.keys[key] {
			return true
		}
	}
	return named(want, ofAnswers) && !named(want, ofTruths) && named(got, ofTruths) && !named(got, ofAnswers)
}

// named reports whether the name of a file has a word.
func named(name string, word *regexp.Regexp) bool {
	base, _, _ := strings.Cut(strings.ToLower(filepath.Base(name)), ".")
	for _, part := range letters.FindAllString(base, -1) {
		if word.MatchString(part) {
			return true
		}
	}
	return false
}
