package compare

import (
	"context"
	"errors"

	"github.com/extracteval/extracteval/metrics/document"
)

// Func is a comparator made of a function of yours:
//
//	compare.Func{Name: "iban", Judge: func(ctx context.Context, got, want document.Value) (compare.Comparison, error) {
//		return compare.Binary(canonical(got.Text()) == canonical(want.Text())), nil
//	}}
//
// A spec stores only its Name. To read a Func back, [Parse] needs a constructor of that name.
type Func struct {
	// Name is the name in a spec. It identifies the function: change it when the function's judgement
	// changes. Name is required and must not be one of [Names], except "semantic".
	Name string `json:"-"`
	// Judge is called as Compare is; see [Comparator]. Required.
	Judge func(ctx context.Context, got, want document.Value) (Comparison, error) `json:"-"`
}

func (f Func) called() string { return f.Name }

// validate reports the fields that are missing.
func (f Func) validate() error {
	var unnamed, missing error
	switch {
	case f.Name == "":
		unnamed = errors.New(`compare: a Func has no Name; give it one, such as "iban", so that specs can be told apart`)
	case reserved(f.Name):
		unnamed = optionErrorf("func", "Name", "%q is the name of a comparator of this package; choose another", f.Name)
	}
	if f.Judge == nil {
		missing = optionErrorf("func", "Judge", "%q has no function", shorten(f.Name))
	}
	return errors.Join(unnamed, missing)
}

// Compare implements [Comparator].
func (f Func) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	if err := f.validate(); err != nil {
		return Comparison{}, err
	}
	return f.Judge(ctx, got, want)
}
