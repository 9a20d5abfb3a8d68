package eval

import (
	"slices"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/compare"
)

// decides checks the names of [Field].Decides.
func (c *compiler) decides(all []Field) {
	var names []string
	for name := range eachField(plain(all), "", inGot) {
		names = append(names, name)
	}
	for name, f := range eachField(plain(all), "", inGot) {
		if _, classes := compare.AsClass(f.Match); len(f.Decides) > 0 && (!classes || paths.InItems(name)) {
			c.errorf(inField(name), "decides is for fields with classes outside of lists; give it match: class")
		}
		for _, decided := range f.Decides {
			others := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
			if !slices.ContainsFunc(others, func(n string) bool { return paths.Covers(decided, n) }) {
				c.errorf(inField(name), "decides names %q, and no other field has this path%s", decided, words.Hint(decided, others))
			}
		}
	}
}
