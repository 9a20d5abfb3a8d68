package specs

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
)

// maxNames bounds the different names of a key that are compared with each other.
const maxNames = 200

// names counts the texts of a key that look like names of people.
type names struct {
	all, telling, certain int             // names; with an initial, a title or a comma; with an initial or a title
	folded                map[string]bool // the different names, at most maxNames and one more
}

var (
	personName = regexp.MustCompile(`^\p{Lu}[\pL\pM'’-]*[.,]?(?:[ .]+(?:\p{Lu}[\pL\pM'’-]*[.,]?|\p{Ll}{2,3})){1,3}$`)
	// An initial of a name has a point, and stands before a longer word or behind a comma: Tin B.V. has none.
	initial = regexp.MustCompile(`(?:^|[ .])\p{Lu}\. ?\pL[\pL'’-]|, ?\p{Lu}(?:[ .]|$)`)
	title   = regexp.MustCompile(`^(?:Mrs?|Ms|Miss|Dr|Prof|Herr|Frau|Mme|Sir|Dame|Rev|Hon)\b`)
	letter  = regexp.MustCompile(`(?:^|[ .])\p{Lu}(?:[ .]|$)`) // a word of one letter
)

// addName looks at one more text. A name has two to four words, each with a capital letter or as short as van, and at most one comma.
func (n *names) addName(text string) {
	commas := strings.Count(text, ",")
	if len(text) > longestLine || commas > 1 || !personName.MatchString(text) {
		return
	}
	n.all++
	certain := initial.MatchString(text) || title.MatchString(text)
	if certain {
		n.certain++
	}
	if certain || commas > 0 {
		n.telling++
	}
	if len(n.folded) <= maxNames {
		arithmetic.Map(&n.folded)[compare.Fold(text)] = true
	}
}

// found reports whether most of some texts are names of people. Places have commas, too ("Lyon, France"), but no initials
// or titles.
func (n *names) found(texts int) bool {
	return isMost(n.all, texts) && n.certain > 0 && 3*n.telling >= texts && len(n.folded) > 1
}

// guess returns the comparator for names, which is person unless it could take two people of the truths for one.
func (n *names) guess(texts int) (compare.Comparator, string) {
	reason := share("name of a person: ", n.telling, texts) + " have an initial, a title or a comma"
	if len(n.folded) > maxNames {
		return compare.Auto{}, reason + fmt.Sprintf("; over %d different ones, so that an initial may stand for several names", maxNames)
	}
	folded := slices.Sorted(maps.Keys(n.folded))
	for i, a := range folded {
		for _, b := range folded[:i] {
			if isPerhapsSame(a, b) {
				return compare.Auto{}, reason + fmt.Sprintf("; person would take %q for %q", b, a)
			}
		}
	}
	return compare.Person{}, reason
}

// isPerhapsSame reports whether two names are one person's only if an initial stands for a name, or in another order.
func isPerhapsSame(a, b string) bool {
	c, err := compare.Person{}.Compare(context.Background(), words.TextValue(a), words.TextValue(b))
	return err == nil && c.Match && c.Note != ""
}
