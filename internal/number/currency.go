package number

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// codes are the alphabetic codes of ISO 4217 for money: those of list one (2025), and those of list three that old
// documents still print, of predecessors of the euro and of redenominated currencies. Codes of metals, tests and of "no
// currency" are left out. Sorted, three letters each and a space.
const codes = "" +
	"AED AFN ALL AMD ANG AOA ARS ATS AUD AWG AZN BAM BBD BDT BEF BGN BHD BIF BMD BND " +
	"BOB BOV BRL BSD BTN BWP BYN BYR BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC " +
	"CUC CUP CVE CYP CZK DEM DJF DKK DOP DZD EEK EGP ERN ESP ETB EUR FIM FJD FKP FRF " +
	"GBP GEL GHS GIP GMD GNF GRD GTQ GYD HKD HNL HRK HTG HUF IDR IEP ILS INR IQD IRR " +
	"ISK ITL JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LTL " +
	"LUF LVL LYD MAD MDL MGA MKD MMK MNT MOP MRO MRU MTL MUR MVR MWK MXN MXV MYR MZN " +
	"NAD NGN NIO NLG NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PTE PYG QAR ROL RON RSD " +
	"RUB RWF SAR SBD SCR SDG SEK SGD SHP SIT SKK SLE SLL SOS SRD SSP STD STN SVC SYP " +
	"SZL THB TJS TMT TND TOP TRL TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED " +
	"VEF VES VND VUV WST XAF XCD XCG XDR XOF XPF YER ZAR ZMK ZMW ZWG ZWL "

// isCode reports whether s is a code of ISO 4217, in upper case.
func isCode(s string) bool {
	i := sort.Search(len(codes)/4, func(i int) bool { return codes[4*i:4*i+3] >= s })
	return i < len(codes)/4 && codes[4*i:4*i+3] == s
}

// currency is the currency beside a number: a sign, a word or a code, and the codes of the currencies that it may
// be, each three letters and a space. Two texts can mean the same currency iff they have a code in common. The zero
// currency is none, or any.
type currency struct{ text, codes string }

// canBe reports whether both can mean the same currency. The zero currency can mean any.
func (c currency) canBe(d currency) bool {
	if c == (currency{}) || d == (currency{}) {
		return true
	}
	for list := c.codes; list != ""; list = list[4:] {
		if strings.Contains(d.codes, list[:4]) {
			return true
		}
	}
	return false
}

const (
	// withoutCents are currencies whose amounts have no decimals: the minor unit is 0 in ISO 4217 or, of HUF, IDR and
	// others, out of use.
	withoutCents = "BIF BYR CLP COP DJF ESP GNF HUF IDR ISK ITL JPY KMF KPW KRW PYG RWF TRL UGX UYI VND VUV XAF XOF XPF "
	// withThousandths are those with three decimals in ISO 4217, but for IQD, whose fils are out of use.
	withThousandths = "BHD JOD KWD LYD OMR TND "
)

// decimals returns 0 or 3 if that is how many decimals all currencies have that c may be, and false otherwise.
func (c currency) decimals() (n int32, ok bool) {
	within := func(list string) bool {
		for codes := c.codes; codes != ""; codes = codes[4:] {
			if !strings.Contains(list, codes[:4]) {
				return false
			}
		}
		return c.codes != ""
	}
	if within(withThousandths) {
		return 3, true
	}
	return 0, within(withoutCents)
}

const dollars = "USD CAD AUD NZD HKD SGD TWD MXN ARS CLP COP UYU DOP CUP CUC JMD TTD BBD BSD BZD BMD KYD XCD FJD " +
	"GYD LRD NAD SBD SRD BND BRL NIO TOP WST CVE PTE ZWL ZWG COU MOP BOB "

// signs maps single characters to the currencies that they may mean: the symbols of CLDR, and the
// countries that print a symbol.
var signs = [...]currency{
	{"€", "EUR "}, {"$", dollars}, {"£", "GBP EGP LBP SYP FKP GIP SHP SDG SSP IEP CYP MTL TRL ITL "}, {"¥", "JPY CNY "},
	{"₹", "INR "}, {"円", "JPY "}, {"元", "CNY TWD HKD MOP "}, {"圆", "CNY "}, {"圓", "TWD HKD JPY MOP "}, {"원", "KRW KPW "},
	{"＄", dollars}, {"﹩", dollars}, {"￡", "GBP EGP LBP SYP FKP GIP SHP SDG SSP IEP CYP MTL TRL ITL "}, {"￥", "JPY CNY "},
	{"￦", "KRW KPW "}, {"₩", "KRW KPW "}, {"₽", "RUB "}, {"₪", "ILS "}, {"₫", "VND "}, {"₱", "PHP CUP "}, {"₺", "TRY "},
	{"₴", "UAH "}, {"₦", "NGN "}, {"฿", "THB "}, {"₨", "INR PKR LKR NPR MUR SCR "}, {"৳", "BDT "}, {"৲", "BDT "}, {"૱", "INR "},
	{"௹", "INR LKR "}, {"₸", "KZT "}, {"₮", "MNT "}, {"₡", "CRC SVC "}, {"₲", "PYG "}, {"₵", "GHS "}, {"₼", "AZN "}, {"₾", "GEL "},
	{"֏", "AMD "}, {"؋", "AFN "}, {"៛", "KHR "}, {"₭", "LAK "}, {"﷼", "IRR OMR QAR SAR YER "}, {"₣", "FRF CHF BEF LUF "},
	{"₤", "ITL GBP TRL "}, {"₧", "ESP "}, {"₯", "GRD "},
}

// words are the currency symbols of several characters: the narrow and the wide
// forms of CLDR and the forms on invoices and receipts. Longer words come before their
// beginnings.
var words = []currency{
	{"руб.", "RUB BYN BYR "},
	{"F\u202fCFA", "XOF XAF "}, {"CFPF", "XPF "}, {"руб", "RUB BYN BYR "}, {"Bds$", "BBD "}, {"BsF.", "VEF "}, {"SFr.", "CHF "}, {"Sfr.", "CHF "},
	{"MOP$", "MOP "}, {"Euro", "EUR "}, {"EURO", "EUR "}, {"euro", "EUR "},
	{"AU$", "AUD "}, {"CA$", "CAD "}, {"HK$", "HKD "}, {"MX$", "MXN "}, {"NT$", "TWD "}, {"NZ$", "NZD "}, {"RD$", "DOP "}, {"TT$", "TTD "},
	{"US$", "USD "}, {"EC$", "XCD "}, {"Bs.", "BOB VES VEF VED "}, {"Fr.", "CHF FRF BEF LUF "}, {"Kr.", "SEK NOK DKK ISK EEK "},
	{"kr.", "SEK NOK DKK ISK EEK "}, {"Rs.", "INR PKR LKR NPR MUR SCR "}, {"Rp.", "IDR "}, {"RP.", "IDR "}, {"RM.", "MYR "}, {"S/.", "PEN "},
	{"Tk.", "BDT "}, {"лв.", "BGN KGS "}, {"ден", "MKD "}, {"дин", "RSD "}, {"din", "RSD BAM MKD "}, {"lei", "RON ROL MDL "}, {"Lei", "RON ROL MDL "},
	{"CFA", "XOF XAF "}, {"Ksh", "KES "}, {"KSh", "KES "}, {"TSh", "TZS "}, {"USh", "UGX "}, {"RMB", "CNY "}, {"NTD", "TWD "}, {"NIS", "ILS "},
	{"A$", "AUD "}, {"B$", "BSD BND "}, {"C$", "CAD NIO "}, {"G$", "GYD "}, {"J$", "JMD "}, {"N$", "NAD "}, {"R$", "BRL "}, {"S$", "SGD "},
	{"Z$", "ZWL ZWG "}, {"Bs", "BOB VES VEF VED "}, {"DM", "DEM "}, {"Fr", "CHF FRF BEF LUF "}, {"Ft", "HUF "}, {"KM", "BAM "},
	{"Kr", "SEK NOK DKK ISK EEK "}, {"Kč", "CZK "}, {"RM", "MYR "}, {"Rp", "IDR "}, {"RP", "IDR "}, {"Rs", "INR PKR LKR NPR MUR SCR "}, {"S/", "PEN "},
	{"Tk", "BDT "}, {"kn", "HRK "}, {"kr", "SEK NOK DKK ISK EEK "}, {"zł", "PLN "}, {"Zł", "PLN "}, {"лв", "BGN KGS "}, {"р.", "RUB BYN BYR TJS "},
	{"тг", "KZT "}, {"R", "ZAR "},
}

// isSymbol reports whether r alone is a currency symbol. The cent sign is not one:
// 5¢ are not 5 of the currency.
func isSymbol(r rune) bool {
	switch r {
	case '$', '€', '元', '円', '圆', '圓', '원':
		return true
	}
	return r > '$' && unicode.Is(unicode.Sc, r) && r != '¢' && r != '\uFFE0'
}

// signOf returns the currency of a symbol, the zero currency for one that may be any.
func signOf(r rune) currency {
	for _, c := range signs {
		if c.text == string(r) {
			return c
		}
	}
	return currency{}
}

// currencyPrefix returns the length of the currency that s begins with, 0 without one.
// A word that only begins like one does not count.
func currencyPrefix(s string) (size int, c currency, code bool) {
	if r, size := utf8.DecodeRuneInString(s); isSymbol(r) {
		return size, signOf(r), false
	}
	if len(s) >= 3 && !startsWithLetter(s[3:]) && isCode(s[:3]) {
		return 3, currency{s[:3], s[:3] + " "}, true
	}
	for _, c := range words {
		if strings.HasPrefix(s, c.text) && !(endsWithLetter(c.text) && startsWithLetter(s[len(c.text):])) {
			return len(c.text), c, false
		}
	}
	return 0, currency{}, false
}

// currencySuffix returns the length of the currency that s ends with, 0 without one.
func currencySuffix(s string) (size int, c currency, code bool) {
	r, size := utf8.DecodeLastRuneInString(s)
	if isSymbol(r) && r != '$' { // which letters may precede
		return size, signOf(r), false
	}
	if n := len(s) - 3; n >= 0 && !endsWithLetter(s[:n]) && isCode(s[n:]) {
		return 3, currency{s[n:], s[n:] + " "}, true
	}
	for _, c := range words {
		if strings.HasSuffix(s, c.text) && !endsWithLetter(s[:len(s)-len(c.text)]) {
			return len(c.text), c, false
		}
	}
	if isSymbol(r) {
		return size, signOf(r), false
	}
	return 0, currency{}, false
}

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

func endsWithLetter(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsLetter(r)
}

// CurrencyMarks returns the other texts that may mean a currency, given as its code, a sign or a word: for "EUR" they
// are "€", "Euro", "EURO" and "euro"; for "$" they include the codes of all currencies that print it. It is nil for a
// text that is not a currency.
func CurrencyMarks(text string) []string {
	size, c, _ := currencyPrefix(text)
	if size == 0 || size != len(text) {
		return nil
	}
	all := slices.Concat(signs[:], words[:])
	for i := 0; i < len(codes); i += 4 {
		all = append(all, currency{codes[i : i+3], codes[i : i+4]})
	}
	var marks []string
	for _, other := range all {
		if other != c && c.canBe(other) {
			marks = append(marks, other.text)
		}
	}
	return marks
}
