package shell

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Meant returns a suggestion for the end of an error about a missing case, `; did you mean
// "inv-03"?`. It suggests an id with the same words and numbers, ignoring letter case,
// leading zeros and separators; or the last part of a test's name, TestInvoices/case/inv-03.
// It returns "" for ids that are only similar, since they are mostly other documents.
func Meant(id string, ids []string) string {
	_, ofTest, _ := strings.Cut(id, "/case/")
	for _, text := range []string{id, ofTest} {
		parts := partsOf(text)
		i := slices.IndexFunc(ids, func(other string) bool { return slices.Equal(partsOf(other), parts) })
		if len(parts) > 0 && i >= 0 {
			return fmt.Sprintf("; did you mean %q?", ids[i])
		}
	}
	return ""
}

var idPart = regexp.MustCompile(`\p{L}+|\p{N}+`)

// partsOf returns the words and numbers of an id: "inv" and "3" of INV_03.
func partsOf(id string) []string {
	parts := idPart.FindAllString(strings.ToLower(id), -1)
	for i, p := range parts {
		parts[i] = strings.TrimLeft(p, "0")
	}
	return parts
}
