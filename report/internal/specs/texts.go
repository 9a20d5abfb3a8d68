package specs

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// readers are comparators by the form of the values that they read.
type readers map[string]compare.Comparator

func newReaders() (readers, error) {
	all := readers{
		"date": compare.Date{}, "month": compare.Date{Precision: "month"}, "number": compare.Numeric{}, "address": compare.URL{},
		"xyxy": compare.Box{Format: "xyxy"}, "xywh": compare.Box{Format: "xywh"},
	}
	for form, c := range all {
		var err error
		if all[form], err = compare.Prepare(c); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// readAs reads a value of a form, and reports whether it has that form.
func (all readers) readAs(form string, v document.Value) (compare.Reading, bool) {
	r, ok := compare.Read(all[form], v)
	return r, ok && r.OK
}

// texts counts the forms that the texts of a key have.
type texts struct {
	dates, compact, clocks, months  int    // dates; of eight digits; with a time of day; months without a day
	ends                            uint64 // the numbers behind months such as 02/27, as bits; bit 32 is for those above 31
	noDays, padded                  int    // dates of a day that is in no calendar; months such as 03.2024, which numbers are not
	noDay                           string // why the first of noDays is no date
	dayFirst, monthFirst, ambiguous int    // of dates in numbers
	numbers, digits, zeros, marked  int    // numbers; digits alone; with a leading zero; with a separator or currency
	shortest, longest               int    // characters of the texts that have only digits
	codes, parted, blanks           int    // that may be codes; whose separators carry meaning; with a blank between words
	capitals                        int    // of capital letters alone
	ordinals                        int    // with a Roman numeral or a number behind #
	numbered                        int    // with a digit or a word of one letter, and short
	hosts                           int    // that are addresses of pages, also without a scheme
	forms                           []int  // by the number of the form in compare.Forms
	names                           names
}

func (g *gatherer) addText(t *texts, v document.Value) {
	text := strings.TrimSpace(v.Text())
	count := func(counter *int, yes bool) bool {
		if yes {
			*counter++
		}
		return yes
	}
	digits := !strings.ContainsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if count(&t.digits, digits) {
		count(&t.zeros, len(text) > 1 && text[0] == '0')
		if t.shortest == 0 || len(text) < t.shortest {
			t.shortest = len(text)
		}
		t.longest = max(t.longest, len(text))
	}
	if r, ok := g.readAs("date", v); ok {
		if digits {
			count(&t.compact, len(text) == 8 && text[:4] >= "1900" && text[:4] <= "2100")
		} else {
			t.dates++
			count(&t.clocks, r.TimeOfDay)
			g.order(t, r)
		}
	} else if !digits && impossible.MatchString(r.Why) {
		if t.noDays++; t.noDays == 1 {
			t.noDay = r.Why
		}
	} else if _, ok := g.readAs("month", v); ok && !digits && !price.MatchString(text) {
		t.months++
		count(&t.padded, padded.MatchString(text))
		if parts := short.FindStringSubmatch(text); parts != nil {
			end, _ := strconv.Atoi(parts[1])
			t.ends |= 1 << min(end, 32)
		}
	}
	if _, ok := g.readAs("number", v); ok {
		t.numbers++
		count(&t.marked, !digits)
	}
	_, addressed := g.readAs("address", v)
	count(&t.hosts, addressed)
	if t.forms == nil {
		t.forms = make([]int, len(forms))
	}
	for i, form := range forms {
		count(&t.forms[i], form.Has(v))
	}
	blank := strings.ContainsFunc(text, unicode.IsSpace)
	count(&t.blanks, blank)
	count(&t.codes, isCode(text, blank))
	count(&t.parted, isParted(text))
	count(&t.capitals, capitals.MatchString(text))
	count(&t.ordinals, ordinal.MatchString(text))
	count(&t.numbered, len(text) <= longestLine && (strings.ContainsFunc(text, unicode.IsDigit) || blank && letter.MatchString(text)))
	t.names.addName(text)
}

// haveDays reports whether months such as 02/27 are days of a month instead: nothing behind them is above 31, and as years
// they would be more than 15 apart.
func (t *texts) haveDays() bool {
	return t.ends>>32 == 0 && bits.Len64(t.ends)-bits.TrailingZeros64(t.ends) > 16
}

func (g *gatherer) order(t *texts, r compare.Reading) {
	day, month := slices.Contains(r.Fits, "order: dmy"), slices.Contains(r.Fits, "order: mdy")
	switch {
	case r.Ambiguous:
		t.ambiguous++
	case day && !month:
		t.dayFirst++
	case month && !day:
		t.monthFirst++
	}
}

const (
	longestCode = 40 // the length of a code, in bytes
	longestLine = 80 // of a text that is a name or an address
)

var (
	impossible = regexp.MustCompile(`: (?:there is no day \d+|\pL+(?: \d+)? has \d+ days)$`) // the reason why a text is no date
	price      = regexp.MustCompile(`^\d{1,2}\.\d\d$`)                                       // 3.00, which is also March 2000
	padded     = regexp.MustCompile(`^0\d\.\d{4}$`)
	short      = regexp.MustCompile(`^\d\d?[/.-](\d\d)$`)
	capitals   = regexp.MustCompile(`^\p{Lu}+$`)
	amount     = regexp.MustCompile(`^\p{Sc}? ?\p{Nd}+[.,]\p{Nd}+ ?\pL{1,3}$|^[<>≤≥±]|^[-−]\p{Nd}|\p{Nd} /\pL`) // 117.500M, <5U/L, -5dBm
	measures   = regexp.MustCompile(`\p{Nd}[.,]\p{Nd}+ ?[xX×] ?\p{Nd}|[xX×] ?\p{Nd}+[.,]\p{Nd}|` +              // 12.5x30.0x45.5cm
		`^[-−]?\p{Nd}+\.\p{Nd}+(?:[,;] ?| )[-−]?\p{Nd}+\.\p{Nd}+$`) // 48.137154, 11.576124
	separator = regexp.MustCompile(`\p{Nd}[-–.,٫]\p{Nd}|\p{Nd} ?[/⁄∕] ?\p{Nd}|[¼-¾⅐-⅞]`)
	ordinal   = regexp.MustCompile(`(?:^|[^\pL\p{Nd}])(?:X{1,3}(?:IX|IV|V?I{1,3}|V)|X{2,3}|IX|IV|VI{1,3}|I{2,3}|[Ⅰ-Ⅻ])(?:[^\pL\p{Nd}]|$)|# ?\p{Nd}`)
)

const leastOfID = 6 // digits of an identifier with points, commas or slashes between them

// isParted reports whether a text has a separator between digits without which it would be another: 1.5B, 1.10, 2 1/2, 1-12. Identifiers with
// such separators, and dates, have more digits: 2025-3133/01.
func isParted(text string) bool {
	digits := 0
	for _, r := range text {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return digits < leastOfID && separator.MatchString(text) || amount.MatchString(text) || measures.MatchString(text)
}

// isCode reports whether a text looks like an identifier: it has digits and no blank, or a third of
// its characters are digits and it lacks runs of three small letters, as words have. So is the machine-readable zone of a
// passport, whose lines are filled with "<".
func isCode(text string, blank bool) bool {
	if strings.Contains(text, "<<") && strings.ContainsFunc(text, unicode.IsDigit) {
		return strings.ToUpper(text) == text
	}
	if len(text) > longestCode || !strings.ContainsFunc(text, unicode.IsDigit) {
		return false
	}
	if !blank {
		return true
	}
	digits, lower := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsDigit(r):
			digits++
			lower = 0
		case unicode.IsLower(r):
			if lower++; lower == 3 {
				return false
			}
		default:
			lower = 0
		}
	}
	return 3*digits >= utf8.RuneCountInString(text)
}

// boxes counts arrays of four numbers, and how many of them can be boxes of each format.
type boxes struct{ four, xyxy, xywh int }

func (b *boxes) addBox(r readers, v document.Value) {
	if v.Len() != 4 {
		return
	}
	for _, item := range v.Items() {
		if item.Kind() != document.Number {
			return
		}
	}
	b.four++
	if _, ok := r.readAs("xyxy", v); ok {
		b.xyxy++
	}
	if _, ok := r.readAs("xywh", v); ok {
		b.xywh++
	}
}

// numberLists says whether the arrays of numbers of a key look like sets.
type numberLists struct {
	shortest, longest          int  // their lengths
	repeated                   bool // an array has a number twice
	unordered, climbs, falling bool // some array has another order than up or down; goes up; goes down
}

func (l *numberLists) addList(v document.Value) {
	if l.longest == 0 || v.Len() < l.shortest {
		l.shortest = v.Len()
	}
	l.longest = max(l.longest, v.Len())
	var values []float64
	for _, item := range v.Items() {
		value, err := strconv.ParseFloat(item.RawText(), 64)
		if err != nil {
			return // nor do such arrays become sets
		}
		values = append(values, value)
	}
	if len(values) > 1 {
		up := slices.IsSorted(values)
		down := slices.IsSortedFunc(values, func(a, b float64) int { return cmp.Compare(b, a) })
		l.unordered = l.unordered || !up && !down
		l.climbs, l.falling = l.climbs || up, l.falling || down
	}
	slices.Sort(values)
	l.repeated = l.repeated || len(slices.Compact(values)) < v.Len()
}

// isSet reports whether arrays of numbers look like sets, such as rates of tax, and not like coordinates or series: they have
// different lengths and no number twice, and are all sorted in one direction, or half of the numbers recur.
func (l *numberLists) isSet(items *node, key string) bool {
	sorted := !l.unordered && !(l.climbs && l.falling)
	recurring := !items.many && 2*len(items.distinct) <= items.filled
	return l.shortest < l.longest && !l.repeated && (sorted || recurring) && !isBoxName(key) &&
		!hasWord(key, "coordinates", "coords", "point", "points", "polygon", "vector", "embedding", "series")
}

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
