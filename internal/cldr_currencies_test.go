package internal_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

const (
	// firstYear is the first in which a currency had to be legal tender to be known.
	firstYear = "1999"

	// funds are codes of list one of ISO 4217 that are no tender: units of account, and currencies of complementary use.
	funds = "BOV CHE CHW CLF COU MXV USN UYI UYW VED XDR "

	// noCurrencies are names that mean something else beside a number, and adjectives before the noun of a name; wordCodes are codes
	// that are words in lower case.
	noCurrencies = " antic antics antiguo antiguos ar ari auksas cg da db den gold kg lan le lit lu new nou nov novo nuevo nuevos or oro sao som sum south tal um west zig ¤ "
	wordCodes    = " ALL ANG BAM BOB CAD COP CUP ERN ESP GEL LAK MAD MOP MUR PEN SOS STD TOP TRY "

	// mixed are languages with many names in English, whose nouns stand elsewhere.
	mixed = " fil ig zu "

	// others are signs on invoices and receipts that CLDR does not have for these currencies. "!" replaces those that it has.
	others = `
		r!=ZAR rmb=CNY nis=ILS ntd=TWD sfr=CHF fr=CHF,FRF,BEF,LUF bds$=BBD bsf=VEF dm=DEM kn=HRK ksh=KES cfa=XOF,XAF cfpf=XPF
		rs=INR,PKR,LKR,NPR,MUR,SCR tk=BDT bs=BOB,VES,VEF,VED руб=RUB,BYN,BYR р=RUB,BYN,BYR,TJS лв=BGN,KGS дин=RSD тг=KZT
		đ=VND đồng!=VND din=RSD,BAM,MKD kr=EEK b$=BND z$=ZWL,ZWG ₡=SVC $=BOB,COU,CVE,PTE £=CYP,ITL,MTL,SDG,TRL
		us-dollar=USD us-dollars=USD u.s.$=USD cdn$=CAD can$=CAD poundssterling=GBP kshs=KES dh=AED,MAD dhs=AED,MAD qr=QAR sr=SAR bd=BHD
		kd=KWD jd=JOD l.e=EGP vnđ=VND zlotych=PLN türklirası=TRY so'm=UZS so‘m=UZS so’m=UZS rmb¥=CNY ש"ח=ILS ש״ח=ILS บาท=THB
		रु=INR,NPR ウォン=KRW,KPW 人民币=CNY 人民幣=CNY 円=JPY 元=CNY,TWD,HKD,MOP 圆=CNY 圓=TWD,HKD,JPY,MOP 원=KRW,KPW ドル=USD,CAD,AUD,NZD,HKD,SGD,TWD
		₨=INR,PKR,LKR,NPR,MUR,SCR ₣=FRF,CHF,BEF,LUF ₤=ITL,GBP,TRL ₧=ESP ₯=GRD ﷼=IRR,OMR,QAR,SAR,YER ৲=BDT ૱=INR ௹=INR,LKR`
)

// currencyNames maps a name or a sign in the form of [foldCurrency] to the codes of the currencies that it may mean.
type currencyNames map[string]map[string]bool

func (n currencyNames) add(name, code string) {
	name = foldCurrency(name)
	short := len(name) == 1 && 'a' <= name[0] && name[0] <= 'z' && name != "r" // a unit, or a class of tax
	noText := func(r rune) bool { return unicode.IsDigit(r) || strings.ContainsRune("[]", r) }
	if short || strings.Contains(noCurrencies, " "+name+" ") || strings.ContainsFunc(name, noText) || !strings.ContainsFunc(name, isNameRune) {
		return
	}
	if n[name] == nil {
		n[name] = map[string]bool{}
	}
	n[name][code] = true
}

// currencyTable returns the table of package number: a line for each name, sign and code, with the codes of the currencies
// that it may mean; and the lines "0" and "3" with the currencies whose amounts have so many decimals.
func currencyTable(dir string) ([]byte, error) {
	digits, tender, err := currencyCodes(dir)
	if err != nil {
		return nil, err
	}
	locales, err := modernLocales(dir)
	if err != nil {
		return nil, err
	}
	table := currencyNames{}
	for _, locale := range locales {
		var file struct {
			Main map[string]struct {
				Numbers struct {
					Currencies map[string]map[string]string `json:"currencies"`
				} `json:"numbers"`
			} `json:"main"`
		}
		if err := readCLDR(&file, dir, "cldr-numbers-full", "main", locale, "currencies.json"); err != nil {
			return nil, err
		}
		table.addLocale(locale, file.Main[locale].Numbers.Currencies, tender)
	}
	for _, entry := range strings.Fields(others) {
		name, codes, _ := strings.Cut(entry, "=")
		if only, ok := strings.CutSuffix(name, "!"); ok {
			name = only
			delete(table, name)
		}
		for code := range strings.SplitSeq(codes, ",") {
			table.add(name, code)
		}
	}
	table.addShort()
	for code := range digits {
		key := foldCurrency(code)
		delete(table, key)
		if strings.Contains(wordCodes, " "+code+" ") {
			key = code
		}
		table[key] = map[string]bool{code: true}
	}
	for _, n := range []string{"0", "3"} {
		table[n] = map[string]bool{}
		for code, d := range digits {
			if d == n {
				table[n][code] = true
			}
		}
	}
	return table.text(), nil
}

// currencyCodes returns the decimals of each currency, and those that are or were legal tender.
func currencyCodes(dir string) (digits map[string]string, tender map[string]bool, err error) {
	var file struct {
		Supplemental struct {
			Data struct {
				Fractions map[string]map[string]string              `json:"fractions"`
				Regions   map[string][]map[string]map[string]string `json:"region"`
			} `json:"currencyData"`
		} `json:"supplemental"`
	}
	if err := readCLDR(&file, dir, "cldr-core", "supplemental", "currencyData.json"); err != nil {
		return nil, nil, err
	}
	data := file.Supplemental.Data
	digits, tender = map[string]string{}, map[string]bool{}
	for _, periods := range data.Regions {
		for _, period := range periods {
			for code, use := range period {
				if use["_tender"] != "false" && cmp.Or(use["_to"], "9999") > firstYear {
					tender[code] = true
				}
			}
		}
	}
	for _, code := range append(strings.Fields(funds), slices.Collect(maps.Keys(tender))...) {
		digits[code] = data.Fractions[code]["_digits"]
	}
	return digits, tender, nil
}

// addLocale adds the signs of a locale and, of a locale without a region, the nouns in the names of its currencies: "dollars" of
// "US dollars". Names in English are added as a whole, too.
func (n currencyNames) addLocale(locale string, currencies map[string]map[string]string, tender map[string]bool) {
	phrases := map[string][][]string{} // by code: the words of each name
	for code, entry := range currencies {
		for kind, text := range entry {
			switch {
			case !tender[code]:
			case strings.HasPrefix(kind, "symbol"):
				n.add(text, code)
			case !strings.Contains(locale, "-"):
				if locale == "en" {
					n.add(text, code)
				}
				phrases[code] = append(phrases[code], nameWords(text))
			}
		}
	}
	first, ok := nounsFirst(phrases)
	if !ok || strings.Contains(mixed, " "+locale+" ") {
		return
	}
	frequency := currencyNames{} // of a word, first or last in a name
	for code, list := range phrases {
		for _, phrase := range list {
			frequency.add(phrase[0], code)
			frequency.add(phrase[len(phrase)-1], code)
		}
	}
	for code, list := range phrases {
		for _, phrase := range list {
			noun, other := phrase[len(phrase)-1], phrase[0]
			if first {
				noun, other = other, noun
			}
			if f := len(frequency[foldCurrency(other)]); f >= 4 && f >= 2*len(frequency[foldCurrency(noun)]) { // "доллар США": no other currency has "США"
				noun = other
			}
			n.add(noun, code)
		}
	}
}

// nounsFirst tells by the names of dollars, which have the noun in common, whether a language puts it first or last. It
// reports false for a language that writes the name as one word.
func nounsFirst(phrases map[string][][]string) (first, ok bool) {
	dollars := strings.Fields("AUD CAD HKD NZD SGD TWD USD")
	firsts, lasts := currencyNames{}, currencyNames{}
	for _, code := range dollars {
		for _, phrase := range phrases[code] {
			firsts.add(phrase[0], code)
			lasts.add(phrase[len(phrase)-1], code)
		}
	}
	most := func(n currencyNames) (most int) {
		for _, codes := range n {
			most = max(most, len(codes))
		}
		return most
	}
	return most(firsts) > most(lasts), 2*max(most(firsts), most(lasts)) > len(dollars)
}

// nameWords returns the words of the name of a currency, without what brackets add.
func nameWords(name string) []string {
	name, _, _ = strings.Cut(name, "(")
	name, _, _ = strings.Cut(name, "（")
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || unicode.IsSpace(r) || r == '\u200b' })
	if len(words) == 0 {
		return []string{""}
	}
	return words
}

// addShort adds the sign that ends a longer one, as documents print it alone, and the signs in full width: "$" for "US$".
func (n currencyNames) addShort() {
	for _, name := range slices.Sorted(maps.Keys(n)) {
		for _, sign := range []string{"$", "£", "¥"} {
			if strings.HasSuffix(name, sign) {
				maps.Copy(n[sign], n[name])
			}
		}
	}
	for sign, wide := range map[string]string{"$": "＄", "£": "￡", "¥": "￥", "₩": "￦"} {
		if n[wide] == nil {
			n[wide] = map[string]bool{}
		}
		maps.Copy(n[wide], n[sign])
		maps.Copy(n[sign], n[wide])
	}
	n["﹩"] = n["$"]
}

// foldCurrency returns the form in which a name is looked up: in lower case, without blanks, marks of writing direction and the point
// at the end.
func foldCurrency(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
	return strings.TrimSuffix(name, ".")
}

func isNameRune(r rune) bool { return unicode.IsLetter(r) || unicode.Is(unicode.Sc, r) }

func (n currencyNames) text() []byte {
	var text bytes.Buffer
	fmt.Fprintf(&text, "# Made by TestTablesAreOfCLDR from cldr-core and cldr-numbers-full %s, licence Unicode-3.0. Do not edit.\n", cldrVersion)
	const most = 60 // codes; a word for "money" has more
	for _, name := range slices.Sorted(maps.Keys(n)) {
		if codes := len(n[name]); codes > 0 && codes <= most {
			fmt.Fprintf(&text, "%s\t%s\n", name, strings.Join(slices.Sorted(maps.Keys(n[name])), " "))
		}
	}
	return text.Bytes()
}
