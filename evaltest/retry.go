package evaltest

import (
	"context"
	"errors"
)

// Temporary says of an error that it may pass, so that [Suite].Retries tries again: a
// service that answers with status 429 or 5xx, say. It returns nil for nil.
//
//	if response.StatusCode == http.StatusTooManyRequests {
//		return Invoice{}, evaltest.Temporary(fmt.Errorf("the model is busy"))
//	}
//
// An extractor that does not want to know of tests may have errors of its own with a
// method Temporary() bool that returns true. That of [context.DeadlineExceeded] is not
// heeded.
func Temporary(err error) error {
	if err == nil {
		return nil
	}
	return &temporaryError{err}
}

type temporaryError struct{ error }

func (e *temporaryError) Unwrap() error   { return e.error }
func (e *temporaryError) Temporary() bool { return true }

// isTemporary reports whether err, or an error that it wraps, says that it may pass. It
// is the user's: a method of it that panics says nothing.
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
