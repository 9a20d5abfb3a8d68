// Package values answers questions about JSON values for outcomes and messages: the number of
// leaves, whether a value is an unset Go value, the common kind of several values, and their names
// in messages.
package values
