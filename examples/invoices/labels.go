package invoices

import (
	"regexp"
	"slices"
	"strings"
)

// A label is a phrase that stands in front of a value, or above it.
type label struct{ re *regexp.Regexp }

// cutFrom returns the text after the label, without the punctuation between the
// two.
func (l label) cutFrom(text string) (rest string, found bool) {
	m := l.re.FindStringSubmatchIndex(text)
	if m == nil {
		return "", false
	}
	return strings.TrimLeft(text[m[3]:], " :.#°º"), true
}

// cutHead is cutFrom for a label that must open the text.
func (l label) cutHead(text string) (rest string, found bool) {
	if m := l.re.FindStringSubmatchIndex(text); m == nil || m[2] > 0 {
		return text, false
	}
	return l.cutFrom(text)
}

func (l label) in(text string) bool { return l.re.MatchString(text) }

// labels compiles phrases, which are regular expressions without groups and
// match whole words in any case. Earlier ones are more specific.
func labels(phrases ...string) []label {
	list := make([]label, len(phrases))
	for i, phrase := range phrases {
		list[i] = label{regexp.MustCompile(`(?i)(?:^|[^\pL\d-])(` + phrase + `)(?:[^\pL]|$)`)}
	}
	return list
}

func anyIn(list []label, text string) bool {
	return slices.ContainsFunc(list, func(l label) bool { return l.in(text) })
}

// opens is true when one of the labels opens the text.
func opens(list []label, text string) bool {
	return slices.ContainsFunc(list, func(l label) bool {
		_, ok := l.cutHead(text)
		return ok
	})
}

// A language is the vocabulary of the documents written in it.
type language struct {
	number, date, due []label
	total, net, tax   []label
	taxID, customer   []label
	quantity          []label // heads of the quantity column
	title             []label // titles: "invoice", "receipt"
	salutation        []label // words before a name in an address
}

// languageOf returns the language with the most phrases in text.
func languageOf(text string) *language {
	best, most := languages[0], -1
	for _, lang := range languages {
		hits := 0
		for _, list := range [][]label{lang.number, lang.date, lang.due, lang.total, lang.net, lang.tax, lang.taxID, lang.quantity, lang.title} {
			for _, l := range list {
				if l.in(text) {
					hits++
				}
			}
		}
		if hits > most {
			best, most = lang, hits
		}
	}
	return best
}

var languages = []*language{english, german, french, spanish, italian, dutch}

var english = &language{
	number:     labels("invoice (?:no|number|#)", "receipt (?:no|number|#)", "bill number", "credit note number", "invoice", "folio", "no"),
	date:       labels("invoice date", "date of issue", "bill date", "issued", "date"),
	due:        labels("due date", "payment due", "payment is due by", "(?:please )?pay by", "due"),
	total:      labels("invoice total", "total incl. vat", "grand total", "total to pay", "total charges", "total credit", "amount payable", "total", "balance due", "amount due"),
	net:        labels("subtotal", "net", "goods", "merchandise"),
	tax:        labels("vat", "sales tax", "hst", "gst"),
	taxID:      labels("vat reg(?:istration)?(?:[. ]no)?", "vat no", "vat", "gst/hst no"),
	customer:   labels("bill to", "sold to", "invoice to", "to", "customer", "client", "guest"),
	quantity:   labels("qty", "quantity", "pcs"),
	title:      labels("invoice", "receipt", "credit note", "bill", "page"),
	salutation: labels("mrs?", "ms", "attn"),
}

var german = &language{
	number:     labels("rechnungsnummer", "rechnungs-?nr", "rechnung nr", "honorar(?:note|rechnung)(?: nr)?", "beleg(?:nummer|-nr)", "rechnung", "beleg", "bon", "nr"),
	date:       labels("rechnungsdatum", "belegdatum", "datum"),
	due:        labels("fällig(?: am)?", "zahlbar bis", "bis spätestens"),
	total:      labels("rechnungsbetrag", "gesamtbetrag", "endbetrag", "total inkl. mwst", "zu zahlender betrag", "gutschriftsbetrag", "summe brutto", "gesamt", "summe", "brutto", "total"),
	net:        labels("zwischensumme", "netto(?:betrag)?", "summe netto", "übertrag", "warenwert"),
	tax:        labels("mwst", "ust", "umsatzsteuer"),
	taxID:      labels("ust-id(?:nr)?", "uid", "mwst-nr", "steuer(?:nummer|nr)", "st.-nr"),
	customer:   labels("rechnungsempfänger", "kunde", "an:"),
	quantity:   labels("menge", "anzahl", "stk"),
	title:      labels("rechnung", "gutschrift", "beleg", "seite"),
	salutation: labels("herrn?", "frau", "firma", "an die", "z. hd"),
}

var french = &language{
	number:     labels("n° de facture", "facture n[°o]", "avoir n°", "numéro", "facture", "ticket n°", "n°"),
	date:       labels("date de facture", "date", "du", "le"),
	due:        labels("échéance(?: de paiement)?", "à régler avant le", "payable le"),
	total:      labels("(?:montant )?total ttc", "montant ttc", "net à payer", "total"),
	net:        labels("total h.?t", "montant ht", "sous-total", "total hors tva"),
	tax:        labels("tva", "t.v.a"),
	taxID:      labels("tva intracommunautaire", "n° tva", "tva", "siret", "ide"),
	customer:   labels("client", "facturé à", "doit"),
	quantity:   labels("qt[ée]", "quantité", "ex"),
	title:      labels("facture", "avoir", "reçu", "ticket", "note d'honoraires"),
	salutation: labels("m", "mme", "monsieur", "madame"),
}

var spanish = &language{
	number:     labels("n[ºo°] factura", "número de factura", "factura simplificada", "factura n.?[ºo°]?", "factura", "núm"),
	date:       labels("fecha de emisión", "fecha factura", "fecha"),
	due:        labels("vencimiento", "fecha de cargo", "vence", "vto"),
	total:      labels("total factura", "total importe factura", "importe factura", "total a abonar", "total"),
	net:        labels("base imponible", "base", "subtotal", "suma"),
	tax:        labels("iva", "i.v.a"),
	taxID:      labels("cif", "c.i.f", "nif", "rfc"),
	customer:   labels("cliente", "facturar a", "titular", "huésped"),
	quantity:   labels("cant", "cantidad", "uds?"),
	title:      labels("factura", "ticket", "minuta"),
	salutation: labels("d", "dña", "sr", "sra"),
}

var italian = &language{
	number:     labels("numero bolletta", "numero", "fattura n[or]?", "fattura", "documento n"),
	date:       labels("data emissione", "data", "del"),
	due:        labels("scadenz[ae]", "entro il"),
	total:      labels("totale fattura", "totale documento", "totale da pagare", "totale complessivo", "totale"),
	net:        labels("imponibile", "totale imponibile", "totale netto"),
	tax:        labels("iva"),
	taxID:      labels("p. ?iva", "partita iva", "p.i", "ide"),
	customer:   labels("spett.le", "spett", "intestatario", "cliente", "destinatario", "al signor"),
	quantity:   labels("q.tà", "quantità", "bt"),
	title:      labels("fattura", "bolletta", "nota di credito", "documento", "ricevuta"),
	salutation: labels("spett.le", "sig", "signor"),
}

var dutch = &language{
	number:     labels("factuurnummer", "nummer", "factuur", "bon", "nr"),
	date:       labels("factuurdatum", "datum", "dat"),
	due:        labels("vervaldatum", "uiterste betaaldatum", "verv"),
	total:      labels("totaal te voldoen", "te betalen", "totaal incl(?:usief)?", "totaal kosten incl", "totaal"),
	net:        labels("subtotaal", "totaal excl", "totaal kosten excl", "maatstaf"),
	tax:        labels("btw"),
	taxID:      labels("btw-?(?:nr|nummer|id)?"),
	customer:   labels("debiteur", "klant", "opdrachtgever", "aan", "geleverd aan"),
	quantity:   labels("aantal"),
	title:      labels("factuur", "creditnota", "bon", "jaarafrekening"),
	salutation: labels("dhr", "mevr", "de heer", "t.a.v", "fam", "mw"),
}
