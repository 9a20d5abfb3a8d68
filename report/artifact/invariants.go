package artifact

import (
	"errors"
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics/invariant"
)

// invariants reads those of a case.
func invariants(key, value gjson.Result) ([]invariant.Result, error) {
	if err := wantList(key, value); err != nil {
		return nil, err
	}
	err := checkKeys(value, invariantKeys, func(key, value gjson.Result) (err error) {
		switch key.Str {
		case "name", "state", "note":
			_, err = text(key, value)
		case "paths":
			_, err = texts(key, value)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	all, err := decodeDetail[[]invariant.Result](value)
	if err != nil {
		err = fmt.Errorf("%s: %w", key.Str, err)
	}
	return all, err
}

// checkInvariant rejects what a summary could not count.
func checkInvariant(r invariant.Result) error {
	switch r.State {
	case invariant.Holds, invariant.Broken, invariant.NotApplicable, invariant.Errored:
	default:
		return fmt.Errorf("invariant %q: unknown state %q", r.Name, r.State)
	}
	if r.Name == "" {
		return errors.New("an invariant has no name")
	}
	return nil
}
