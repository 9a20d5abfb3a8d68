package invoices

// Invoice holds the values that the service reads from an invoice, receipt, bill or
// credit note. A field that the document does not state is empty (or nil).
type Invoice struct {
	Number   string   `json:"number,omitzero"   eval:"exact"`
	Date     string   `json:"date,omitzero"     eval:"date"`  // of issue, YYYY-MM-DD
	DueDate  string   `json:"due_date,omitzero" eval:"date"`  // YYYY-MM-DD
	Currency string   `json:"currency,omitzero" eval:"exact"` // ISO 4217
	Total    *float64 `json:"total"             eval:"numeric,tolerance=0.01,weight=3"`
	Tax      *float64 `json:"tax"               eval:"numeric,tolerance=0.01"`
	Vendor   Vendor   `json:"vendor"`
	Customer string   `json:"customer,omitzero" eval:"fuzzy,threshold=0.85"`
	Lines    []Line   `json:"lines"             eval:"list,by=description,threshold=0.8"`
}

// Vendor is the party that issued the document.
type Vendor struct {
	Name  string `json:"name,omitzero"   eval:"fuzzy,threshold=0.85"`
	TaxID string `json:"tax_id,omitzero" eval:"exact"`
}

// Line is one bought item, with the amount of its row.
type Line struct {
	Description string   `json:"description,omitzero" eval:"fuzzy,threshold=0.85"`
	Quantity    *float64 `json:"quantity"             eval:"numeric"`
	Amount      *float64 `json:"amount"               eval:"numeric,tolerance=0.01"`
}
