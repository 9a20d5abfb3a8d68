package evaltest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/internal/words"
)

// clusters finds out whether any case has the cluster key, as a tag or as a key of its
// truth.
type clusters struct {
	key   string
	found bool
	names map[string]bool // tags and keys of the cases
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

// missing returns the error for a cluster key that every case lacks.
func (k *clusters) missing() error {
	if k.key == "" || k.found {
		return nil
	}
	return fmt.Errorf("cluster: no case has the tag %q, nor its truth such a key%s", k.key, words.Hint(k.key, slices.Sorted(maps.Keys(k.names))))
}
