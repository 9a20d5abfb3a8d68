package main_test

import (
	"fmt"

	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
)

func Example_parseGates() {
	limits, err := shell.ParseGates([]byte("invoices:\n  macro_f1: 0.9\n  field_f1: {total: 0.99}\n"), "gates.yaml")
	if err != nil {
		panic(err)
	}
	gate := limits.Gate("example.com/service", "invoices")
	fmt.Println(gate.MacroF1, gate.FieldF1["total"])

	_, err = shell.ParseGates([]byte("invoices:\n  makro_f1: 0.9\n"), "gates.yaml")
	fmt.Println(err)
	// Output:
	// 0.9 0.99
	// gates.yaml:2:3: unknown key "makro_f1"; did you mean "macro_f1"? (valid: micro_f1, macro_f1, micro_precision, micro_recall, accuracy, mean_score, field_f1, limits, max_errors, no_worse_than, max_fall, keep_answers)
}
