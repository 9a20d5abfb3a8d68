package compare_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// Address compares postal addresses by their similarity, after it has written out their
// abbreviations. It does all that [compare.Fuzzy] does.
type Address struct {
	Algorithm string  `json:"algorithm,omitzero"` // one of [similarity.Names]; default "levenshtein"
	Threshold float64 `json:"threshold,omitzero"` // in (0,1]; default 0.9
}

// Name returns the name that specs use: match: address.
func (Address) Name() string { return "address" }

func (a Address) threshold() float64 { return cmp.Or(a.Threshold, 0.9) }

// Validate makes eval.Spec.Compile refuse wrong options.
func (a Address) Validate() error {
	if _, err := a.Prepare(); err != nil {
		return err
	}
	return nil
}

// Prepare is called by [compare.Prepare]: options are looked up once for each field.
func (a Address) Prepare() (compare.Comparator, error) {
	measure, ok := similarity.Named(cmp.Or(a.Algorithm, "levenshtein"))
	switch {
	case !ok:
		return nil, fmt.Errorf("address: unknown algorithm %q", a.Algorithm)
	case a.threshold() <= 0 || a.threshold() > 1:
		return nil, errors.New("address: the threshold is not in (0,1]")
	}
	return preparedAddress{measure, a.threshold()}, nil
}

// Compare implements [compare.Comparator].
func (a Address) Compare(ctx context.Context, got, want document.Value) (compare.Comparison, error) {
	p, err := a.Prepare()
	if err != nil {
		return compare.Comparison{}, err
	}
	return p.Compare(ctx, got, want)
}

// Sentence is the text of [compare.Sentence]: preflight and the command describe the field with it.
func (a Address) Sentence() string {
	return fmt.Sprintf("address, similarity >= %v with abbreviations written out", a.threshold())
}

// Pairing is the result of [compare.PairingOf]: rows of a table are paired by the likeness of their
// addresses.
func (Address) Pairing() compare.Pairing { return compare.PairByText }

// Printed is the result of [compare.PrintedAs]: mistakes have an origin where the text of the document
// is known.
func (a Address) Printed(document.Value) compare.Printed {
	return compare.Printed{Similar: &compare.Fuzzy{Algorithm: a.Algorithm, Threshold: a.threshold()}}
}

type preparedAddress struct {
	measure   similarity.Func
	threshold float64
}

var written = strings.NewReplacer("st.", "street", "ave.", "avenue", "rd.", "road")

func (p preparedAddress) Compare(ctx context.Context, got, want document.Value) (compare.Comparison, error) {
	if got.Kind() != document.String || want.Kind() != document.String {
		return compare.Exact{}.Compare(ctx, got, want)
	}
	g, w := written.Replace(compare.Fold(got.Text())), written.Replace(compare.Fold(want.Text()))
	c := compare.Comparison{Similarity: p.measure(g, w)}
	if compare.Reaches(c.Similarity, p.threshold) {
		c.Match, c.Score = true, c.Similarity
	}
	return c, nil
}

// A comparator of your own that does everything that Fuzzy does: specs name it, with options that
// are checked; lists are paired by it; it describes its comparison; and mistakes have an origin.
func Example_comparatorOfYourOwn() {
	spec, err := eval.ParseSpec([]byte(`
fields:
  - {path: seat, match: address}
  - path: branches
    match: list
    by: [address]
    threshold: 0.6
    fields: [{path: address, match: address, threshold: 0.8}, {path: staff, match: exact}]
`), map[string]func(json.RawMessage) (compare.Comparator, error){
		"address": func(options json.RawMessage) (compare.Comparator, error) {
			var a Address
			if len(options) > 0 {
				if err := json.Unmarshal(options, &a); err != nil {
					return nil, err
				}
			}
			return a, nil
		},
	})
	if err != nil {
		panic(err)
	}
	e, err := spec.Compile()
	if err != nil {
		panic(err)
	}
	r, err := e.EvaluateDocument(context.Background(), eval.Document{
		Got:  `{"seat":"7 Harbour Rd.","branches":[{"address":"5 Hill Ave.","staff":3},{"address":"12 Main Street","staff":9}]}`,
		Want: `{"seat":"1 Mill Road","branches":[{"address":"12 Main St.","staff":9},{"address":"5 Hill Avenue","staff":3}]}`,
		Text: "Acme, 1 Mill Road\nbilling: 7 Harbour Rd.\n12 Main St. 9\n5 Hill Avenue 3",
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(compare.Sentence(spec.Fields[0].Match))
	for _, f := range r.Fields {
		fmt.Println(strings.TrimSpace(fmt.Sprintf("%s %s %s", f.Path, f.Outcome, f.Origin)))
	}
	_, err = eval.Spec{Fields: []eval.Field{{Path: "seat", Match: Address{Algorithm: "metaphone"}}}}.Compile()
	fmt.Println(err)
	// Output:
	// address, similarity >= 0.9 with abbreviations written out
	// seat wrong picked
	// branches[0].address match
	// branches[0].staff match
	// branches[1].address match
	// branches[1].staff match
	// eval: field "seat": address: unknown algorithm "metaphone"
}
