package document

import "fmt"

// CheckKeys returns an error if an object in v has a key twice. Reading takes the last value and does not report the
// others.
func (v Value) CheckKeys() error {
	seen := map[string]bool{}
	for key, member := range v.Members() {
		if seen[key] {
			return fmt.Errorf("the key %q appears twice in one object: keep the one that is meant", key)
		}
		seen[key] = true
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
