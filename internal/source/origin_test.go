package source_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/compare"
)

const letter = `Müller & Söhne GmbH
Hauptstraße 15, 12345 Musterstadt

Rechnung Nr. RE-2024-00817 vom 5. Januar 2024
Lieferung am 29.12.2023 an Bäckerei Sonnenschein, Petra Vogel
Rabatt -25,00

Netto  1.587,39 EUR
MwSt.    301,61 EUR
Summe  1.889,00 EUR
IBAN DE89 3704 0044 0532 0130 00, BIC DEUTDEFF, Kunden-Nr. 4711-O8
`

func TestOriginOf(t *testing.T) {
	numeric, date, fuzzy, code, auto := compare.Numeric{}, compare.Date{}, compare.Fuzzy{}, compare.Code{}, compare.Auto{}
	for _, r := range []struct {
		reason    string
		c         compare.Comparator
		got, want string
		origin    source.Origin
	}{
		{"one digit", numeric, `1839`, `1889`, source.Misread},
		{"a digit lost", numeric, `189`, `1889`, source.Misread},
		{"a digit twice", numeric, `18889`, `1889`, source.Misread},
		{"digits exchanged", numeric, `301.16`, `301.61`, source.Misread},
		{"the point at another place", numeric, `18.89`, `1889`, source.Misread},
		{"the sign", numeric, `25`, `-25`, source.Misread},
		{"another amount", numeric, `1587.39`, `1889`, source.Picked},
		{"another amount for a truth that is not there", numeric, `1587.39`, `1234.56`, source.Picked},
		{"no amount", numeric, `1234.56`, `1889`, source.MadeUp},
		{"close to a truth that is not there", numeric, `1234.56`, `1234.57`, source.MadeUp},
		{"one digit of one", numeric, `7`, `5`, source.MadeUp},

		{"day and month exchanged", date, `"2024-05-01"`, `"2024-01-05"`, source.Misread},
		{"one digit of a date", date, `"2024-01-06"`, `"2024-01-05"`, source.Misread},
		{"another year", date, `"2023-01-05"`, `"2024-01-05"`, source.Misread},
		{"another date", date, `"2023-12-29"`, `"2024-01-05"`, source.Picked},
		{"no date", date, `"2022-07-17"`, `"2024-01-05"`, source.MadeUp},

		{"one letter", fuzzy, `"Muller & Sohme GmbH"`, `"Müller & Söhne GmbH"`, source.Misread},
		{"a part", fuzzy, `"Söhne GmbH"`, `"Müller & Söhne GmbH"`, source.Misread},
		{"too much", fuzzy, `"Bäckerei Sonnenschein, Petra Vogel"`, `"Bäckerei Sonnenschein"`, source.Misread},
		{"more than the truth", compare.Exact{}, `"IBAN DE89"`, `"DE89"`, source.Misread},
		{"a part of the truth, and elsewhere by itself", compare.Exact{}, `"EUR"`, `"301,61 EUR"`, source.Picked},
		{"another name", fuzzy, `"Bäckerei Sonnenschein"`, `"Müller & Söhne GmbH"`, source.Picked},
		{"another name, misread", fuzzy, `"Bäckerei Sonnensohein"`, `"Müller & Söhne GmbH"`, source.Picked},
		{"no name", fuzzy, `"Schreinerei Mondlicht"`, `"Müller & Söhne GmbH"`, source.MadeUp},

		{"a code with a letter for a digit", auto, `"RE-2O24-00817"`, `"RE-2024-00817"`, source.Misread},
		{"one digit of a code", auto, `"RE-2024-00877"`, `"RE-2024-00817"`, source.Misread},
		{"two digits of an IBAN", code, `"DE89370400440532013099"`, `"DE89370400440532013000"`, source.Misread},
		{"another IBAN", code, `"DE02120300000000202051"`, `"DE89370400440532013000"`, source.MadeUp},
		{"another code", auto, `"DEUTDEFF"`, `"RE-2024-00817"`, source.Picked},
		{"right, where OCR was wrong", auto, `"4711-O8"`, `"4711-08"`, source.Misread},

		{"missing", numeric, `null`, `1889`, source.Overlooked},
		{"missing, OCR was wrong", auto, `null`, `"4711-08"`, source.Overlooked},
		{"missing, and not there", numeric, `null`, `1234.56`, source.NotInSource},
		{"blank", fuzzy, `""`, `"Müller & Söhne GmbH"`, source.Overlooked},
		{"both empty", fuzzy, `""`, `null`, ""},
		{"beside no truth, picked", numeric, `1889`, `null`, source.Picked},
		{"beside no truth, made up", numeric, `1234.56`, `null`, source.MadeUp},

		{"a bool", auto, `true`, `false`, ""},
		{"a missing bool", auto, `null`, `false`, ""},
		{"a function", compare.Func{Name: "f"}, `"a"`, `"b"`, ""},
		{"accepted values", compare.OneOf{Each: numeric}, `1839`, `[5, 1889]`, source.Misread},
		{"accepted values, picked", compare.OneOf{Each: numeric}, `1587.39`, `[5, 1889]`, source.Picked},
	} {
		t.Run(r.reason, func(t *testing.T) {
			text := source.New(letter)
			assert.Equal(t, r.origin, text.OriginOf(r.c, value(t, r.got), value(t, r.want)), "%s, want %s", r.got, r.want)
		})
	}
}
