package document

// RepeatedKey returns the first key that an object in v has more than once, if there is one. Of its values the last
// counts.
func (v Value) RepeatedKey() (key string, found bool) {
	seen := map[string]bool{}
	for key, member := range v.Members() {
		if seen[key] {
			return key, true
		}
		seen[key] = true
		if key, found := member.RepeatedKey(); found {
			return key, true
		}
	}
	for _, item := range v.Items() {
		if key, found := item.RepeatedKey(); found {
			return key, true
		}
	}
	return "", false
}
