package words

import "regexp"

// IsHash reports whether a value of a record is the hash of a redacted value.
func IsHash(value []byte) bool { return hashPattern.Match(value) }

var hashPattern = regexp.MustCompile(`^"hmac:[0-9a-f]{16}"$`)
