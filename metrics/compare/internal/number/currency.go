package number

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// codes are the alphabetic codes of ISO 4217 for money, of list one (2025) and of
// list three for what old documents still carry: the predecessors of the euro and
// redenominated currencies. Codes of metals, tests and of "no currency" are left
// out. Sorted, three letters each and a space.
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
	if len(s) != 3 {
		return false
	}
	i := sort.Search(len(codes)/4, func(i int) bool { return codes[4*i:4*i+3] >= s })
	return i < len(codes)/4 && codes[4*i:4*i+3] == s
}

// symbols are the currency symbols that are no single character of Unicode's
// category Sc: the narrow and the wide forms of CLDR and what is printed on
// invoices. The longest come first, so that none is hidden by its beginning.
var symbols = []string{
	"руб.",
	"CFPF", "F\u202fCFA", "руб", "Bds$", "BsF.", "SFr.", "Sfr.", "MOP$",
	"AU$", "CA$", "HK$", "MX$", "NT$", "NZ$", "RD$", "TT$", "US$", "EC$", "Bs.", "Fr.", "Kr.", "kr.",
	"Rs.", "лв.", "ден", "дин", "din", "lei", "Lei", "CFA", "Ksh", "KSh", "TSh", "USh",
	"A$", "B$", "C$", "G$", "J$", "N$", "R$", "S$", "Z$", "Bs", "DM", "Fr", "Ft", "KM", "Kr", "Kč",
	"RM", "Rp", "Rs", "S/", "kn", "kr", "zł", "Zł", "лв", "р.", "тг",
	"R", "元", "円", "圆", "圓", "원",
}

// isSymbol reports whether r alone is a currency symbol. The cent sign is none:
// 5¢ are not 5 of the currency.
func isSymbol(r rune) bool {
	return unicode.Is(unicode.Sc, r) && r != '¢' && r != '\uFFE0'
}

// currencyPrefix gives the length of the currency that s begins with, 0 for none.
// A word that only begins like one is none.
func currencyPrefix(s string) (size int, code bool) {
	if r, size := utf8.DecodeRuneInString(s); isSymbol(r) {
		return size, false
	}
	if len(s) >= 3 && isCode(s[:3]) && !startsWithLetter(s[3:]) {
		return 3, true
	}
	for _, symbol := range symbols {
		if strings.HasPrefix(s, symbol) && !(endsWithLetter(symbol) && startsWithLetter(s[len(symbol):])) {
			return len(symbol), false
		}
	}
	return 0, false
}

// currencySuffix gives the length of the currency that s ends with, 0 for none.
func currencySuffix(s string) (size int, code bool) {
	r, size := utf8.DecodeLastRuneInString(s)
	if isSymbol(r) && r != '$' { // which letters may precede
		return size, false
	}
	if n := len(s) - 3; n >= 0 && isCode(s[n:]) && !endsWithLetter(s[:n]) {
		return 3, true
	}
	for _, symbol := range symbols {
		if strings.HasSuffix(s, symbol) && !endsWithLetter(s[:len(s)-len(symbol)]) {
			return len(symbol), false
		}
	}
	if isSymbol(r) {
		return size, false
	}
	return 0, false
}

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

func endsWithLetter(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsLetter(r)
}
