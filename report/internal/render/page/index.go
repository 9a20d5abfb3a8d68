package page

import (
	"fmt"
	"slices"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report/internal/render"
)

// index has the facts about cases that filters need: see js/list.js. Cases with the same leaves share them, as most
// cases do.
type index struct {
	Chunk  int        `json:"chunk"` // cases in each
	Sets   []string   `json:"sets"`  // keys
	IDs    []string   `json:"ids"`   // keys of the cases
	Leaves [][]int    `json:"leaves"`
	Cases  []indexRow `json:"cases"`
}

// indexRow is a case: its set, the status of its worst trial, the numbers of its tags and the number of its leaves. If
// the case changed, it also has the number of the kind of change, and the numbers of the fields that are worse and
// better.
type indexRow []any

// indexer builds the index case by case, so that the records need not be kept. Classes and tags have provisional
// numbers until all are known.
type indexer struct {
	sets          []*render.Set
	changes       []map[string]caseChange // of each data set, by id
	ids           []string
	cases         []indexedCase
	classes, tags nameList
	leaves        [][]int        // each different one once
	leavesAt      map[string]int // by their texts
}

type indexedCase struct {
	set, leaves int
	tags        []int
	status      string
	change      *caseChange
}

func newIndexer(sets []*render.Set, changes []map[string]caseChange) *indexer {
	return &indexer{sets: sets, changes: changes, ids: []string{}, leaves: [][]int{}, leavesAt: map[string]int{}}
}

func (x *indexer) add(c pageCase, fields *nameList) {
	worst := c.worst()
	tags, leaves := []int{}, []int{}
	seen := map[[3]int]bool{}
	for _, trial := range c.trials {
		for name, value := range trial.Tags {
			tags = append(tags, x.tags.Add(render.TagText(name, value)))
		}
		for _, slice := range x.sets[c.set].Found(trial.Case) {
			tags = append(tags, x.tags.Add(slice))
		}
		for _, p := range trial.Case.Classes {
			if p.Want != p.Got {
				tags = append(tags, x.tags.Add(confusionTag(p.Attribute, p.Want, p.Got)))
			}
		}
		for i := range trial.Fields {
			f, class := &trial.Fields[i], -1
			if trial.Classes[i] != "" {
				class = x.classes.Add(string(trial.Classes[i]))
			}
			if leaf := [3]int{fields.Number[f.Attribute], int(f.Outcome), class}; !seen[leaf] {
				seen[leaf] = true
				leaves = append(leaves, leaf[:]...)
			}
		}
	}
	slices.Sort(tags)
	text := fmt.Sprint(leaves)
	position, found := x.leavesAt[text]
	if !found {
		position = len(x.leaves)
		x.leaves, x.leavesAt[text] = append(x.leaves, leaves), position
	}
	item := indexedCase{c.set, position, slices.Compact(tags), terminal.Status(worst.Case), nil}
	if change, changed := x.changes[c.set][worst.ID]; changed {
		item.change = &change
	}
	x.cases = append(x.cases, item)
	x.ids = append(x.ids, CaseKey(worst.ID))
}

// pack completes names, and returns the packed index.
func (x *indexer) pack(names *filterNames) (string, error) {
	names.complete(x.classes.All, x.tags.All)
	for _, leaves := range x.leaves {
		for i := 2; i < len(leaves); i += 3 {
			if class := leaves[i]; class >= 0 {
				leaves[i] = names.classes.Number[x.classes.All[class]]
			}
		}
	}
	all := index{Chunk: casesPerChunk, Sets: names.sets, IDs: x.ids, Leaves: x.leaves, Cases: make([]indexRow, len(x.cases))}
	for i, c := range x.cases {
		for k, tag := range c.tags {
			c.tags[k] = names.tags.Number[x.tags.All[tag]]
		}
		slices.Sort(c.tags)
		all.Cases[i] = indexRow{c.set, c.status, c.tags, c.leaves}
		if c.change != nil {
			all.Cases[i] = append(all.Cases[i], c.change.kind, names.numbers(c.change.worse), names.numbers(c.change.better))
		}
	}
	return pack(all)
}

// numbers returns the numbers of the fields that have one.
func (n *filterNames) numbers(fields []string) []int {
	all := []int{}
	for _, f := range fields {
		if i, ok := n.fields.Number[f]; ok {
			all = append(all, i)
		}
	}
	return all
}
