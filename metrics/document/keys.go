package document

import (
	"fmt"
	"slices"
)

// CheckKeys returns an error where an object in v has a key twice. Reading takes the last value and does not report the
// others.
func (v Value) CheckKeys() error {
	const few = 16 // keys, which are compared with each other
	var keys [few]string
	var many map[string]bool
	n := 0
	for key, member := range v.Members() {
		switch {
		case many[key] || slices.Contains(keys[:min(n, few)], key):
			return fmt.Errorf("the key %q appears twice in one object: keep the one that is meant", key)
		case n < few:
			keys[n] = key
		case many == nil:
			many = map[string]bool{key: true}
		default:
			many[key] = true
		}
		n++
		if err := member.CheckKeys(); err != nil {
			return err
		}
	}
	for _, item := range v.Items() {
		if err := item.CheckKeys(); err != nil {
			return err
		}
	}
	return nil
}
