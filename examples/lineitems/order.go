// Package lineitems shows how rows of a table are compared: first they are matched, then scored. Rows come back in
// another order, twice, merged into one, or not at all, so the index of a row does not identify it.
//
// The answers in testdata/orders.jsonl are made up, one for each kind of mistake. They are used as the inputs, instead
// of documents.
package lineitems

// Order is the answer of the service.
type Order struct {
	Number string `json:"number" eval:"exact"`
	// Rows are paired by description, so that the total similarity of the pairs is
	// highest; a pair needs a similarity of 0.8. Then each field of a pair is compared
	// by its own rule.
	Lines []Line `json:"lines" eval:"list,by=description,threshold=0.8,assign=optimal"`
}

// Line is one row of an order.
type Line struct {
	SKU         string  `json:"sku"         eval:"exact"`
	Description string  `json:"description" eval:"fuzzy,threshold=0.9"`
	Quantity    int     `json:"quantity"    eval:"numeric"`
	Amount      float64 `json:"amount"      eval:"numeric,tolerance=0.01"`
}
