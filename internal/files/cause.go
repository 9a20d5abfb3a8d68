package files

import (
	"errors"
	"os"
)

// Cause returns the cause of a file error, without operation and path: the message around it has both. An error of
// another kind is returned as it is.
func Cause(err error) error {
	if pathErr := (*os.PathError)(nil); errors.As(err, &pathErr) {
		return pathErr.Err
	}
	if linkErr := (*os.LinkError)(nil); errors.As(err, &linkErr) {
		return linkErr.Err
	}
	return err
}
