package date

import (
	"slices"
	"strings"
)

// language holds the names that a language gives to months and weekdays, in the
// spelling of CLDR 48 (format and stand-alone, of the language and of its
// countries), without the points of abbreviations: a text may have them or not.
// Each list has twelve months from January or seven weekdays from Sunday.
type language struct {
	code           string
	months         []string
	monthsShort    []string
	weekdays       []string
	weekdaysShort  []string
	ordinals       string   // what may follow the number of a day
	defaultFormats []string // the usual formats with a month's name, beyond those of English
}

// languages lists English first: it is always read.
var languages = []language{
	{
		code:          "en",
		months:        []string{"January February March April May June July August September October November December"},
		monthsShort:   []string{"Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec"},
		weekdays:      []string{"Sunday Monday Tuesday Wednesday Thursday Friday Saturday"},
		weekdaysShort: []string{"Sun Mon Tue Wed Thu Fri Sat"},
		ordinals:      "st nd rd th",
	},
	{
		code: "de",
		months: []string{
			"Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
			"Jänner Feber März April Mai Juni Juli August September Oktober November Dezember", // Austria
		},
		monthsShort: []string{
			"Jan Feb März Apr Mai Juni Juli Aug Sept Okt Nov Dez",
			"Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez",
			"Jän Feb März Apr Mai Juni Juli Aug Sep Okt Nov Dez", // Austria
		},
		weekdays:       []string{"Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag", "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Sonnabend"},
		weekdaysShort:  []string{"So Mo Di Mi Do Fr Sa"},
		defaultFormats: []string{"D. MMMM YYYY", "D. MMM YYYY"},
	},
	{
		code:          "fr",
		months:        []string{"janvier février mars avril mai juin juillet août septembre octobre novembre décembre"},
		monthsShort:   []string{"janv févr mars avr mai juin juil août sept oct nov déc", "janv févr mars avr mai juin juill août sept oct nov déc"},
		weekdays:      []string{"dimanche lundi mardi mercredi jeudi vendredi samedi"},
		weekdaysShort: []string{"dim lun mar mer jeu ven sam"},
		ordinals:      "er",
	},
	{
		code:           "es",
		months:         []string{"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre", "enero febrero marzo abril mayo junio julio agosto setiembre octubre noviembre diciembre"},
		monthsShort:    []string{"ene feb mar abr may jun jul ago sept oct nov dic", "ene feb mar abr may jun jul ago sep oct nov dic", "ene feb mar abr may jun jul ago set oct nov dic"},
		weekdays:       []string{"domingo lunes martes miércoles jueves viernes sábado"},
		weekdaysShort:  []string{"dom lun mar mié jue vie sáb"},
		ordinals:       "º °",
		defaultFormats: []string{"D [de] MMMM [de] YYYY", "D [de] MMM [de] YYYY"},
	},
	{
		code:          "it",
		months:        []string{"gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"},
		monthsShort:   []string{"gen feb mar apr mag giu lug ago set ott nov dic"},
		weekdays:      []string{"domenica lunedì martedì mercoledì giovedì venerdì sabato"},
		weekdaysShort: []string{"dom lun mar mer gio ven sab"},
		ordinals:      "º °",
	},
	{
		code:          "nl",
		months:        []string{"januari februari maart april mei juni juli augustus september oktober november december"},
		monthsShort:   []string{"jan feb mrt apr mei jun jul aug sep okt nov dec"},
		weekdays:      []string{"zondag maandag dinsdag woensdag donderdag vrijdag zaterdag"},
		weekdaysShort: []string{"zo ma di wo do vr za"},
		ordinals:      "e ste de",
	},
	{
		code:           "pt",
		months:         []string{"janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"},
		monthsShort:    []string{"jan fev mar abr mai jun jul ago set out nov dez"},
		weekdays:       []string{"domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado", "domingo segunda terça quarta quinta sexta sábado"},
		weekdaysShort:  []string{"dom seg ter qua qui sex sáb"},
		ordinals:       "º °",
		defaultFormats: []string{"D [de] MMMM [de] YYYY", "D [de] MMM [de] YYYY"},
	},
}

// Languages lists the languages of month and weekday names, by ISO 639-1 code,
// English first.
func Languages() []string {
	codes := make([]string, len(languages))
	for i, l := range languages {
		codes[i] = l.code
	}
	return codes
}

// names maps the names of the chosen languages, in lower case, to their numbers.
// The languages above agree wherever they share a name.
type names struct {
	months, monthsShort     map[string]int // 1 is January
	weekdays, weekdaysShort map[string]int // 0 is Sunday
	ordinals                map[string]bool
}

// namesOf gathers the names of English and of the languages named, and names the
// codes that are unknown.
func namesOf(codes []string) (n names, unknown []string) {
	n = names{
		months: make(map[string]int), monthsShort: make(map[string]int),
		weekdays: make(map[string]int), weekdaysShort: make(map[string]int),
		ordinals: make(map[string]bool),
	}
	for _, l := range languages {
		if l.code != "en" && !slices.Contains(codes, l.code) {
			continue
		}
		enter(n.months, l.months, 1)
		enter(n.monthsShort, l.monthsShort, 1)
		enter(n.weekdays, l.weekdays, 0)
		enter(n.weekdaysShort, l.weekdaysShort, 0)
		for _, ordinal := range strings.Fields(l.ordinals) {
			n.ordinals[ordinal] = true
		}
	}
	known := Languages()
	for _, code := range codes {
		if !slices.Contains(known, code) {
			unknown = append(unknown, code)
		}
	}
	return n, unknown
}

func enter(into map[string]int, lists []string, first int) {
	for _, list := range lists {
		for i, name := range strings.Fields(list) {
			into[strings.ToLower(name)] = first + i
		}
	}
}
