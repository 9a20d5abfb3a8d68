package compare_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Pairs of texts as documents print them and as systems give them, labelled by hand: whether
// a person who holds the two beside the page calls them the same. No pair is one that only
// a person who knows the place or the word can label.
var labelled = []struct {
	got, want string
	same      bool
	reason    string
}{
	{"1427 Sample Drive Washington, DC", "1427 Sample Drive, Washington DC", true, "commas between words of an address"},
	{"12 Rue de la Paix 75002 Paris", "12, Rue de la Paix, 75002 Paris", true, "French puts a comma after the house number"},
	{"Hauptstr. 5, 10115 Berlin", "Hauptstr. 5 10115 Berlin", true, "a line break was a comma"},
	{"DUBAI,U.A.E.", "DUBAI, U.A.E.", true, "no blank after the comma"},
	{"P.O.Box 1234", "P.O. Box 1234", true, "no blank after the point of an abbreviation"},
	{"PO Box 1234", "PO Box 1243", false, "digits exchanged"},
	{"Acme Corp. 2", "Acme Corp 2", true, "an abbreviation without its point"},
	{"ca. 500 m", "ca 500 m", true, "an abbreviation without its point"},
	{"60 m. above the river", "60 m above the river", true, "an abbreviation without its point"},
	{"No. 5", "No 5", true, "an abbreviation without its point"},
	{"(approx.) 5 km", "(approx) 5 km", true, "an abbreviation without its point, in brackets"},
	{"No. .5", "No. 5", false, "half and five"},
	{"No. .5", "No.5", false, "half and five"},
	{"3. 5", "35", false, "a point behind a digit"},
	{"a.5", "a5", false, "a point within a code"},
	{"Km. 3.5", "Km 35", false, "a decimal point"},
	{"K. Tanabe", "A. Tanabe", false, "another initial"},
	{"Dr. A. Kellner", "Dr. B. Kellner", false, "another initial"},
	{"Dr. A. Kellner", "DR A KELLNER", true, "an initial without its point, in capitals"},
	{"Plot A Southern Meadow", "Plot B Southern Meadow", false, "another plot"},
	{"Plot A Southern Meadow", "Plot Southern Meadow", false, "which plot"},
	{"bridge below the mill", "Bridge below the mill 2", false, "a number that the truth lacks"},
	{"sale of a small boat", "sale of small boat", true, "an article"},
	{"Ines y Marta Solano", "Ines & Marta Solano", true, "a connective"},
	{"T-Shirt white", "TShirt white", true, "a dash within a word"},
	{"Menu 3,", "Menu 3", true, "a comma at the end"},
	{"INV-1O0", "INV-100", false, "a letter for a digit"},
	{"横浜 － 品川", "横浜－品川", true, "blanks in Japanese"},
	{"横浜－品川", "横浜 － 品川", true, "the truth has them"},
	{"横浜―品川", "横浜－品川", true, "another dash"},
	{"横浜－品用", "横浜－品川", false, "another character"},
	{"品川－横浜", "横浜－品川", false, "the other direction"},
	{"△△町1-1-1", "△△町１－１－１", true, "full width"},
	{"△△町1－11", "△△町１－１－１", false, "a dash is missing"},
	{"△△町 1-1-1", "△△町1-1-1", true, "a blank before the number"},
	{"東京都千代田区1-1", "東京都、千代田区1-1", true, "a Chinese comma"},
	{"第3期 決算 報告", "第3期決算報告", true, "blanks from line breaks"},
	{"1、2", "12", false, "a comma between digits"},
	{"山田 太郎", "山田太郎", true, "family and given name"},
	{"山田 次郎", "山田太郎", false, "another name"},
	{"株式会社ABC 2号店", "株式会社 ABC 2号店", true, "a blank between two scripts"},
	{"発票 No. 12", "発票No.12", true, "a blank after a point"},
	{"北京市朝阳区 10号", "北京市朝阳区10号", true, "Chinese address"},
	{"北京市朝阳区 11号", "北京市朝阳区10号", false, "the neighbour"},
	{"서울특별시 강남구 테헤란로 12", "서울특별시강남구 테헤란로 12", true, "a blank in Korean"},
	{"서울특별시 강남구 테헤란로 21", "서울특별시강남구 테헤란로 12", false, "digits exchanged"},
	{"서울 역", "서울역", true, "short Korean"},
	{"מ-101", "מ - 101", true, "Hebrew, blanks beside the dash"},
	{"מ־101", "מ-101", true, "the Hebrew dash"},
	{"\u200fמ-101\u200e", "מ-101", true, "direction marks"},
	{"ם-101", "מ-101", false, "another letter"},
	{"101-מ", "מ-101", false, "another order"},
	{"شارع الملك، دبي 5", "شارع الملك دبي 5", true, "an Arabic comma"},
	{"شارع الملك، دبي 6", "شارع الملك دبي 5", false, "another number"},
	{"0-20", "0 – 20", true, "a range with and without blanks"},
	{"0 — 20", "0 – 20", true, "kinds of dashes"},
	{"020", "0 – 20", false, "no dash"},
	{"0 20", "0 – 20", false, "a blank is not a dash"},
	{"10:00–18:00", "10:00 - 18:00", true, "opening hours"},
	{"10:00-13:00", "10:00 - 18:00", false, "other hours"},
	{"7.5YR 4/6", "7.5 YR 4/6", true, "a colour by Munsell"},
	{"7.5YR 4/8", "7.5 YR 4/6", false, "another colour"},
	{"75YR 4/6", "7.5 YR 4/6", false, "a point is missing"},
	{"500ml", "500 ml", true, "number and unit"},
	{"500mg", "500 ml", false, "another unit"},
	{"20 °C", "20°C", true, "degrees"},
	{"20 %", "20%", true, "percent"},
	{"-20 °C", "20 °C", false, "a sign"},
	{`3"-0"`, `3" - 0"`, true, "inches, blanks beside the dash"},
	{`3' - 0"`, `3" - 0"`, false, "feet are not inches"},
	{"№ 15/А", "№15/А", true, "Russian, a blank after the sign"},
	{"№ 15/Б", "№15/А", false, "another letter"},
	{"ул. Ленина, 10, кв. 5", "ул. Ленина 10 кв. 5", true, "Russian address"},
	{"ул. Ленина, 1, кв. 05", "ул. Ленина 10 кв. 5", false, "a digit moved"},
	{"Αθήνα, 105 57", "Αθήνα 105 57", true, "Greek"},
	{"Αθήνα 10557", "Αθήνα 105 57", true, "a postal code in one piece"},
	{"१२, मुख्य मार्ग", "१२ मुख्य मार्ग", true, "Hindi, its digits"},
	{"१३, मुख्य मार्ग", "१२ मुख्य मार्ग", false, "another digit"},
	{"- Nasi Goreng 2", "Nasi Goreng 2", true, "a bullet"},
	{"- Tidak Pedas", "Tidak Pedas", true, "a bullet, no digit"},
	{"-5", "5", false, "a sign"},
	{"1,5", "15", false, "a decimal comma"},
	{"1,5", "1, 5", false, "one number or two"},
	{"1.2.3", "1.23", false, "a version"},
	{"v1.2.3", "v1.2.8", false, "another version"},
	{"12 34", "1234", false, "a blank between digits"},
	{"A-12", "A12", false, "a code with a dash"},
	{"A–12", "A-12", true, "a code with another dash"},
	{"RE-2024/001", "RE-2024-001", false, "another mark in a code"},
	{"2024-0100", "20240100", false, "a code of digits"},
	{"DE89 3704 0044 0532 0130 01", "DE89 3704 0044 0532 0130 00", false, "an IBAN"},
	{"B AB 123", "BA B 123", false, "German number plates: Berlin and Bamberg"},
	{"INV 2024-001", "INV 2024-010", false, "invoice numbers"},
	{"3 -1", "3-1", false, "two numbers, the second below zero"},
	{"1/2", "12", false, "a fraction"},
	{"12:30 h", "1230 h", false, "a time of day"},
	{"(5)", "5", false, "brackets"},
	{"0,4 l", "04 l", false, "a comma between digits"},
	{"N/A", "N / A", true, "a short text without a digit"},
	{"x@y.example", "x@z.example", false, "e-mail"},
	{"x-1@y.example", "x‐1@y.example", true, "a hyphen that is not the keyboard's"},
}

// Pairs that a person calls the same and Auto does not: blanks between digits tell two numbers from one.
var toOurCost = map[string]bool{"a postal code in one piece": true}

// Auto agrees with the person, in either direction, and at most 5 % of the pairs that it calls
// wrong are right.
func TestAutoAgreesWithAPerson(t *testing.T) {
	misses, ours := 0, 0
	for _, p := range labelled {
		g, w := text(t, p.got), text(t, p.want)
		for _, d := range [][2]document.Value{{g, w}, {w, g}} {
			c, err := compare.Auto{}.Compare(t.Context(), d[0], d[1])
			assert.NoError(t, err)
			assert.Equal(t, p.same && !toOurCost[p.reason], c.Match, "%s: got %q, want %q", p.reason, d[0].Text(), d[1].Text())
			switch {
			case c.Match:
			case p.same:
				ours++
				misses++
			default:
				misses++
			}
		}
	}
	assert.Greater(t, misses, 80)
	assert.LessOrEqual(t, float64(ours), .05*float64(misses), "right values among those called wrong")
}
