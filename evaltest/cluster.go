package evaltest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/internal/nearest"
)

// clusters looks whether any case has what is to join cases, a tag or a key of the truths.
type clusters struct {
	key   string
	found bool
	names map[string]bool // tags and keys that cases have
}

func (k *clusters) look(c *cases.Case) {
	if k.key == "" || k.found {
		return
	}
	if k.names == nil {
		k.names = map[string]bool{}
	}
	_, tagged := c.Tags[k.key]
	k.found = tagged || !c.Truth.Get(k.key).Empty()
	for tag := range c.Tags {
		k.names[tag] = true
	}
	for key := range c.Truth.Members() {
		k.names[key] = true
	}
}

// missing says that none has it.
func (k *clusters) missing() error {
	if k.key == "" || k.found {
		return nil
	}
	return fmt.Errorf("cluster: no case has the tag %q, nor its truth such a key%s", k.key, nearest.Hint(k.key, slices.Sorted(maps.Keys(k.names))))
}
