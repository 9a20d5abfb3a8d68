package shipments

import (
	"context"
	"database/sql"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/cockroachdb/apd/v3"
)

// Note is a delivery note.
type Note struct {
	Text string `json:"text"`
}

var (
	number    = regexp.MustCompile(`\bS-\d+\b`)
	shipper   = regexp.MustCompile(`(?m)^[^/\n]*(?:GmbH|BV|d\.o\.o\.|AB|z o\.o\.|Srl)`)
	mode      = regexp.MustCompile(`(?i)(?:by |versand: |/ )(sea|see|rail|bahn|road|straße|air|luft)\b`)
	departs   = regexp.MustCompile(`(?i)(?:departs|abfahrt|dep):? ` + moment)
	arrived   = regexp.MustCompile(`(?i)(?:arrived|ankunft|arr):? ` + moment)
	reference = regexp.MustCompile(`(?mi)^(?:your reference: |ihr zeichen: |ref )(.+)$`)
	weight    = regexp.MustCompile(`(?mi)(?:weight: |gewicht: |^)([\d.,]+) kg`)
	pallets   = regexp.MustCompile(`(?i)(?:pallets: |paletten: )(\d+)|(\d+) pallets`)
	hazardous = regexp.MustCompile(`(?i)dangerous goods(: yes)?\b|gefahrgut`)
	charge    = regexp.MustCompile(`(?mi)^(?:charge |  )?(freight|fracht|fuel|treibstoff|customs|zoll|handling|umschlag)(?:: |  )([A-Z]{3} )?([\d.,]+)( [A-Z]{3})?$`)
	tracking  = regexp.MustCompile(`https://\S+`)
)

const moment = `(\d{4}-\d\d-\d\d|\d\d[./]\d\d[./]\d{4}) (\d\d:\d\d) UTC([+-]\d)?`

// words are the words of the layouts, in the language of the answer.
var words = map[string]string{
	"see": "sea", "bahn": "rail", "straße": "road", "luft": "air",
	"fracht": "freight", "treibstoff": "fuel", "zoll": "customs", "umschlag": "handling",
}

// Extract reads a delivery note. A value that it does not find stays empty.
func Extract(_ context.Context, note Note) (Shipment, error) {
	text := note.Text
	s := Shipment{
		Number:  number.FindString(text),
		Shipper: strings.TrimSpace(shipper.FindString(text)),
		Mode:    readMode(find(mode, text, 1)),
		Weight:  readDecimal(find(weight, text, 1)),
		Charges: map[string]Charge{},
	}
	s.Departs, _ = readTime(departs.FindStringSubmatch(text))
	s.Arrived.V, s.Arrived.Valid = readTime(arrived.FindStringSubmatch(text))
	if value := find(reference, text, 1); value != "" {
		s.Reference = sql.NullString{String: value, Valid: true}
	}
	s.Pallets, _ = strconv.Atoi(find(pallets, text, 1) + find(pallets, text, 2))
	s.Hazardous = hazardous.MatchString(text) && !strings.Contains(text, "Dangerous goods: no")
	for _, match := range charge.FindAllStringSubmatch(text, -1) {
		s.Charges[english(match[1])] = Charge{Net: readDecimal(match[3]), Currency: strings.TrimSpace(match[2] + match[4])}
	}
	if address := tracking.FindString(text); address != "" {
		s.Tracking, _ = url.Parse(address)
	}
	return s, nil
}

// find returns a group of the first match, "" if there is none.
func find(pattern *regexp.Regexp, text string, group int) string {
	if match := pattern.FindStringSubmatch(text); match != nil {
		return match[group]
	}
	return ""
}

// english returns the English word for a word of a note.
func english(word string) string {
	word = strings.ToLower(word)
	if translated, ok := words[word]; ok {
		return translated
	}
	return word
}

func readMode(word string) Mode {
	for i, name := range modes {
		if name == english(word) {
			return Mode(i)
		}
	}
	return Unknown
}

// readTime reads the groups of a moment: its date, its time and its hours east of UTC.
func readTime(match []string) (time.Time, bool) {
	if match == nil {
		return time.Time{}, false
	}
	hours, _ := strconv.Atoi(match[3])
	zone := time.FixedZone("", hours*60*60)
	for _, layout := range []string{"2006-01-02 15:04", "02.01.2006 15:04", "02/01/2006 15:04"} {
		if t, err := time.ParseInLocation(layout, match[1]+" "+match[2], zone); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// readDecimal reads 2,255.652 and 2.255,652: the last mark is the decimal one.
func readDecimal(text string) *apd.Decimal {
	if i := strings.LastIndexAny(text, ".,"); i >= 0 {
		text = strings.NewReplacer(".", "", ",", "").Replace(text[:i]) + "." + text[i+1:]
	}
	d, _, err := apd.NewFromString(text)
	if err != nil {
		return nil
	}
	return d
}
