package invoices

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func ExampleExtract() {
	inv, err := Extract(context.Background(), []byte(`
Papierwerk Hollental GmbH
USt-IdNr. DE000000171

RECHNUNG
Rechnungsnummer:   PW-2024-00817
Rechnungsdatum:    14.03.2024

Pos  Artikel            Menge   Einzelpreis    Gesamt
1    Aktenordner blau      12          2,45     29,40

                        19 % MwSt.              5,59
                        Gesamtbetrag EUR       34,99
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	out, _ := json.MarshalIndent(inv, "", "  ")
	fmt.Println(string(out))
	// Output:
	// {
	//   "number": "PW-2024-00817",
	//   "date": "2024-03-14",
	//   "currency": "EUR",
	//   "total": 34.99,
	//   "tax": 5.59,
	//   "vendor": {
	//     "name": "Papierwerk Hollental GmbH",
	//     "tax_id": "DE000000171"
	//   },
	//   "lines": [
	//     {
	//       "description": "Aktenordner blau",
	//       "quantity": 12,
	//       "amount": 29.4
	//     }
	//   ]
	// }
}

func TestExtractRefuses(t *testing.T) {
	_, err := Extract(t.Context(), []byte(" \n"))
	assert.EqualError(t, err, "invoices: the document is empty")

	_, err = Extract(t.Context(), []byte("\xff\xfe"))
	assert.EqualError(t, err, "invoices: the document is not UTF-8 text")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Extract(ctx, []byte("Invoice 1"))
	require.ErrorIs(t, err, context.Canceled)
}

func TestLanguageOf(t *testing.T) {
	tests := []struct {
		name, text string
		want       *language
	}{
		{"english", "Invoice Date: 1 May\nVAT 20%\nTotal", english},
		{"german", "Rechnungsdatum\nMwSt. 19 %\nSumme", german},
		{"french", "Date de facture\nTVA 20 %\nTotal TTC", french},
		{"spanish", "Fecha de emisión\nIVA 21 %\nBase imponible", spanish},
		{"italian", "Data emissione\nIVA 22%\nTotale fattura\nImponibile", italian},
		{"dutch", "Factuurdatum\nBTW 21%\nTotaal te voldoen", dutch},
		{"nothing known", "lorem ipsum", english},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Same(t, tt.want, languageOf(tt.text))
		})
	}
}

func FuzzExtract(f *testing.F) {
	f.Add("Invoice No: 17   Date 30/04/2024\n2  Chairs   10.00   20.00\nTotal  £20.00")
	f.Add("\u0130 Rechnung |;;\t| ll,OO-\n99999 X\n\n99999 X")
	f.Fuzz(func(t *testing.T, doc string) {
		first, err := Extract(t.Context(), []byte(doc))
		second, again := Extract(t.Context(), []byte(doc))
		assert.Equal(t, err, again)
		assert.Equal(t, first, second)
		_, err = json.Marshal(first)
		assert.NoError(t, err)
	})
}
