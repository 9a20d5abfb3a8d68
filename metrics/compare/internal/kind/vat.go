package kind

// vatRule is the VAT number of one country: its forms after the two letters, and its
// check digits where there is a rule for them here.
type vatRule struct {
	forms []string
	check func(body string) bool // nil for none
}

// vatRules has the member states of the European Union and Northern Ireland.
var vatRules = map[string]vatRule{
	"AT": {[]string{"U99999999"}, func(s string) bool {
		sum := 4 // the Luhn sum of the first seven, and 4
		for i := range 7 {
			d := int(s[1+i]-'0') * (1 + i%2)
			sum += d/10 + d%10
		}
		return (10-sum%10)%10 == int(s[8]-'0')
	}},
	"BE": {[]string{"9999999999", "999999999"}, func(s string) bool {
		n := parseDigits(s)
		return 97-n/100%97 == n%100
	}},
	"BG": {[]string{"999999999", "9999999999"}, nil},
	"CY": {[]string{"99999999A"}, nil},
	"CZ": {[]string{"99999999", "999999999", "9999999999"}, nil},
	"DE": {[]string{"999999999"}, mod11And10},
	"DK": {[]string{"99999999"}, weighed(11, 2, 7, 6, 5, 4, 3, 2, 1)},
	"EE": {[]string{"999999999"}, weighed(10, 3, 7, 1, 3, 7, 1, 3, 7, 1)},
	"EL": {[]string{"999999999"}, func(s string) bool {
		return weightedSum(s, 256, 128, 64, 32, 16, 8, 4, 2)%11%10 == int(s[8]-'0')
	}},
	"ES": {[]string{"A9999999*", "99999999A"}, nil},
	"FI": {[]string{"99999999"}, weighed(11, 7, 9, 10, 5, 8, 4, 2, 1)},
	"FR": {[]string{"**999999999"}, func(s string) bool {
		if !isNumeric(s) {
			return true // a key with letters
		}
		return (12+3*(parseDigits(s[2:])%97))%97 == parseDigits(s[:2])
	}},
	"HR": {[]string{"99999999999"}, mod11And10},
	"HU": {[]string{"99999999"}, weighed(10, 9, 7, 3, 1, 9, 7, 3, 1)},
	"IE": {[]string{"9999999A", "9999999AA", "9*99999A"}, nil},
	"IT": {[]string{"99999999999"}, checkLuhn},
	"LT": {[]string{"999999999", "999999999999"}, nil},
	"LU": {[]string{"99999999"}, func(s string) bool { return parseDigits(s[:6])%89 == parseDigits(s[6:]) }},
	"LV": {[]string{"99999999999"}, nil},
	"MT": {[]string{"99999999"}, weighed(37, 3, 4, 6, 7, 8, 9, 10, 1)},
	"NL": {[]string{"999999999B99"}, func(s string) bool {
		// Since 2020 numbers of persons have a checksum over all characters, letters included.
		return weighed(11, 9, 8, 7, 6, 5, 4, 3, 2, -1)(s) || mod97("NL"+s) == 1
	}},
	"PL": {[]string{"9999999999"}, weighed(11, 6, 5, 7, 2, 3, 4, 5, 6, 7, -1)},
	"PT": {[]string{"999999999"}, func(s string) bool {
		check := 11 - weightedSum(s, 9, 8, 7, 6, 5, 4, 3, 2)%11
		return check%11%10 == int(s[8]-'0') // 10 and 11 give 0
	}},
	"RO": {[]string{"99", "999", "9999", "99999", "999999", "9999999", "99999999", "999999999", "9999999999"}, nil},
	"SE": {[]string{"999999999999"}, func(s string) bool { return checkLuhn(s[:10]) }},
	"SI": {[]string{"99999999"}, func(s string) bool {
		check := 11 - weightedSum(s, 8, 7, 6, 5, 4, 3, 2)%11
		return check != 11 && check%10 == int(s[7]-'0') // 10 gives 0, 11 is not given out
	}},
	"SK": {[]string{"9999999999"}, func(s string) bool { return parseDigits(s)%11 == 0 }},
	"XI": {[]string{"999999999", "999999999999", "GD999", "HA999"}, nil},
}

func checkVAT(code string) string {
	if len(code) < 4 {
		return "does not have the form of a VAT number"
	}
	country, body := code[:2], code[2:]
	if country == "GR" { // the ISO code of Greece, whose VAT numbers begin with EL
		country = "EL"
	}
	rule, ok := vatRules[country]
	if !ok {
		return "does not begin with the two letters of a member state of the EU"
	}
	for _, form := range rule.forms {
		if !hasForm(body, form) {
			continue
		}
		return unless(rule.check == nil || rule.check(body), "fails the VAT check of "+country)
	}
	return "does not have the form of a VAT number of " + country
}

// weightedSum adds the digits, each times its weight.
func weightedSum(digits string, weights ...int) int {
	sum := 0
	for i, w := range weights {
		sum += w * int(digits[i]-'0')
	}
	return sum
}

// weighed is the rule that the weighed sum of the digits is a multiple of m.
func weighed(m int, weights ...int) func(string) bool {
	return func(digits string) bool { return weightedSum(digits, weights...)%m == 0 }
}

// mod11And10 is the check of ISO/IEC 7064 with two moduli.
func mod11And10(digits string) bool {
	product := 10
	for i := range len(digits) - 1 {
		s := (int(digits[i]-'0') + product) % 10
		if s == 0 {
			s = 10
		}
		product = 2 * s % 11
	}
	return (11-product)%10 == int(digits[len(digits)-1]-'0')
}

// parseDigits reads at most 11 digits.
func parseDigits(digits string) int64 {
	n := int64(0)
	for i := range len(digits) {
		n = 10*n + int64(digits[i]-'0')
	}
	return n
}
