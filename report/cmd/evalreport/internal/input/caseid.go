package input

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Meant returns what an error about a case that is not there ends with, `; did you mean
// "inv-03"?`: an id with the same words and numbers, whatever the case of letters, the zeros
// before a number and what stands between; or the end of the name of a test,
// TestInvoices/case/inv-03. Ids that only resemble it are other documents, mostly: "" then.
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
