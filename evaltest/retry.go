package evaltest

import (
	"context"
	"errors"
)

// Temporary marks an error as temporary, so that [Suite].Retries calls the extractor
// again: status 429 or 5xx of a service, for example. It returns nil for nil.
//
//	if response.StatusCode == http.StatusTooManyRequests {
//		return Invoice{}, evaltest.Temporary(fmt.Errorf("the model is busy"))
//	}
//
// An extractor that does not import evaltest may return errors with a method
// Temporary() bool that returns true. The method of [context.DeadlineExceeded] is
// ignored.
func Temporary(err error) error {
	if err == nil {
		return nil
	}
	return &temporaryError{err}
}

type temporaryError struct{ error }

func (e *temporaryError) Unwrap() error   { return e.error }
func (e *temporaryError) Temporary() bool { return true }

// isTemporary reports whether err, or an error that it wraps, is temporary. A method of
// the user's error that panics counts as false.
func isTemporary(err error) (yes bool) {
	defer func() {
		if recover() != nil {
			yes = false
		}
	}()
	var said *temporaryError
	if errors.As(err, &said) {
		return true
	}
	var other interface {
		error
		Temporary() bool
	}
	return errors.As(err, &other) && !errors.Is(err, context.DeadlineExceeded) && other.Temporary()
}
