package date

import "time"

// language holds the names that a language gives to months and weekdays, in the spelling of CLDR 48
// (format and stand-alone, of the language and of its countries) and in other spellings that are
// often printed. The points of abbreviations are left out: a text may have them or not, as it may
// have accents or not. Each list has twelve months from January, with - for no further spelling, or
// seven weekdays from Sunday.
type language struct {
	code          string
	months        []string
	monthsShort   []string
	weekdays      []string
	weekdaysShort []string
	ordinals      string // the endings of the number of a day
}

// languages lists English first. The names of all of them are always read, since no month's name
// means another month in another language.
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
			"Jaenner - Maerz - - - - - - - - -",
		},
		monthsShort: []string{
			"Jan Feb März Apr Mai Juni Juli Aug Sept Okt Nov Dez",
			"Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez",
			"Jän Feb März Apr Mai Juni Juli Aug Sep Okt Nov Dez", // Austria
			"Jaen Febr Mrz - - - - - - - - -",
		},
		weekdays:      []string{"Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag", "Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Sonnabend"},
		weekdaysShort: []string{"So Mo Di Mi Do Fr Sa"},
	},
	{
		code:          "fr",
		months:        []string{"janvier février mars avril mai juin juillet août septembre octobre novembre décembre"},
		monthsShort:   []string{"janv févr mars avr mai juin juil août sept oct nov déc", "janv févr mars avr mai juin juill août sept oct nov déc", "jan fév - - - jun jul - sep - - -"},
		weekdays:      []string{"dimanche lundi mardi mercredi jeudi vendredi samedi"},
		weekdaysShort: []string{"dim lun mar mer jeu ven sam"},
		ordinals:      "er ere re",
	},
	{
		code:          "es",
		months:        []string{"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre", "enero febrero marzo abril mayo junio julio agosto setiembre octubre noviembre diciembre"},
		monthsShort:   []string{"ene feb mar abr may jun jul ago sept oct nov dic", "ene feb mar abr may jun jul ago sep oct nov dic", "ene feb mar abr may jun jul ago set oct nov dic"},
		weekdays:      []string{"domingo lunes martes miércoles jueves viernes sábado"},
		weekdaysShort: []string{"dom lun mar mié jue vie sáb"},
		ordinals:      "º ª ro",
	},
	{
		code:          "it",
		months:        []string{"gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"},
		monthsShort:   []string{"gen feb mar apr mag giu lug ago set ott nov dic", "genn febb - - magg - - - sett - - -"},
		weekdays:      []string{"domenica lunedì martedì mercoledì giovedì venerdì sabato"},
		weekdaysShort: []string{"dom lun mar mer gio ven sab"},
		ordinals:      "º",
	},
	{
		code:          "nl",
		months:        []string{"januari februari maart april mei juni juli augustus september oktober november december"},
		monthsShort:   []string{"jan feb mrt apr mei jun jul aug sep okt nov dec", "- febr mar - - - - - sept - - -"},
		weekdays:      []string{"zondag maandag dinsdag woensdag donderdag vrijdag zaterdag"},
		weekdaysShort: []string{"zo ma di wo do vr za"},
		ordinals:      "e ste de",
	},
	{
		code:          "pt",
		months:        []string{"janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"},
		monthsShort:   []string{"jan fev mar abr mai jun jul ago set out nov dez"},
		weekdays:      []string{"domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado", "domingo segunda terça quarta quinta sexta sábado"},
		weekdaysShort: []string{"dom seg ter qua qui sex sáb"},
		ordinals:      "º ª ro",
	},
	{
		code: "pl",
		months: []string{
			"stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
			"styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień",
		},
		monthsShort:   []string{"sty lut mar kwi maj cze lip sie wrz paź lis gru"},
		weekdays:      []string{"niedziela poniedziałek wtorek środa czwartek piątek sobota"},
		weekdaysShort: []string{"niedz pon wt śr czw pt sob"},
	},
	{
		code:          "sv",
		months:        []string{"januari februari mars april maj juni juli augusti september oktober november december"},
		monthsShort:   []string{"jan feb mars apr maj juni juli aug sep okt nov dec", "- - mar - - jun jul - sept - - -"},
		weekdays:      []string{"söndag måndag tisdag onsdag torsdag fredag lördag"},
		weekdaysShort: []string{"sön mån tis ons tors fre lör"},
		ordinals:      "e a",
	},
	{
		code:          "da",
		months:        []string{"januar februar marts april maj juni juli august september oktober november december"},
		monthsShort:   []string{"jan feb mar apr maj jun jul aug sep okt nov dec", "- - - - - juni juli - sept - - -"},
		weekdays:      []string{"søndag mandag tirsdag onsdag torsdag fredag lørdag"},
		weekdaysShort: []string{"søn man tirs ons tors fre lør"},
	},
	{
		code:          "nb",
		months:        []string{"januar februar mars april mai juni juli august september oktober november desember"},
		monthsShort:   []string{"jan feb mars apr mai juni juli aug sep okt nov des", "jan feb mar apr mai jun jul aug sep okt nov des"},
		weekdays:      []string{"søndag mandag tirsdag onsdag torsdag fredag lørdag"},
		weekdaysShort: []string{"søn man tir ons tor fre lør"},
	},
	{
		code: "cs",
		months: []string{
			"ledna února března dubna května června července srpna září října listopadu prosince",
			"leden únor březen duben květen červen červenec srpen září říjen listopad prosinec",
		},
		monthsShort:   []string{"led úno bře dub kvě čvn čvc srp zář říj lis pro"},
		weekdays:      []string{"neděle pondělí úterý středa čtvrtek pátek sobota"},
		weekdaysShort: []string{"ne po út st čt pá so"},
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

// weekdaySet holds the weekdays that a name may mean, Sunday in bit 0: "so" is
// Sonntag in German and sobota in Czech.
type weekdaySet uint8

func (s weekdaySet) contains(day time.Weekday) bool { return s>>day&1 != 0 }
