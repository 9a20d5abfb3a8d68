package page

import (
	"encoding/binary"
	"slices"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report/internal/render"
)

// index holds the facts about cases that filters need: see js/list.js. Cases with the same leaves, which
// most are, share them.
type index struct {
	Chunk  int        `json:"chunk"` // cases in each
	Sets   []string   `json:"sets"`  // keys
	IDs    []string   `json:"ids"`   // keys of the cases
	Leaves [][]int    `json:"leaves"`
	Cases  []indexRow `json:"cases"`
}

// indexRow is a case: its set, the status of its worst trial, the numbers of its tags and
// the number of its leaves; where it changed, the number of the kind of change, and the fields that
// are worse and better.
type indexRow []any

// indexer makes the index of cases as they come, so that their records need not be kept.
// Classes and tags have numbers of their own in it until all are known.
type indexer struct {
	changes        []map[string]caseChange // of each data set, by id
	ids            []string
	cases          []indexedCase
	classes, tags  nameList
	leaves, tagged numbered
}

type indexedCase struct {
	set, tagged, leaves int
	status              string
	change              *caseChange
}

func newIndexer(changes []map[string]caseChange) *indexer {
	return &indexer{changes: changes, ids: []string{}, leaves: numbered{lists: [][]int{}}}
}

func (x *indexer) add(c pageCase, fields *nameList) {
	worst := c.worst()
	tags, leaves := []int{}, []int{}
	seen := map[[3]int]bool{}
	for _, trial := range c.trials {
		for name, value := range trial.Tags {
			tags = append(tags, x.tags.add(render.TagText(name, value)))
		}
		for i := range trial.Fields {
			f, class := &trial.Fields[i], -1
			if trial.Classes[i] != "" {
				class = x.classes.add(string(trial.Classes[i]))
			}
			if leaf := [3]int{fields.number[f.Attribute], int(f.Outcome), class}; !seen[leaf] {
				seen[leaf] = true
				leaves = append(leaves, leaf[:]...)
			}
		}
	}
	slices.Sort(tags)
	one := indexedCase{c.set, x.tagged.of(slices.Compact(tags)), x.leaves.of(leaves), terminal.Status(worst.Case), nil}
	if change, changed := x.changes[c.set][worst.ID]; changed {
		one.change = &change
	}
	x.cases = append(x.cases, one)
	x.ids = append(x.ids, CaseKey(worst.ID))
}

// pack completes names and returns the index, packed.
func (x *indexer) pack(names *filterNames) (string, error) {
	names.complete(x.classes.all, x.tags.all)
	for _, leaves := range x.leaves.lists {
		for i := 2; i < len(leaves); i += 3 {
			if class := leaves[i]; class >= 0 {
				leaves[i] = names.classes.number[x.classes.all[class]]
			}
		}
	}
	for _, tags := range x.tagged.lists {
		for i, tag := range tags {
			tags[i] = names.tags.number[x.tags.all[tag]]
		}
		slices.Sort(tags)
	}
	all := index{Chunk: casesPerChunk, Sets: names.sets, IDs: x.ids, Leaves: x.leaves.lists, Cases: make([]indexRow, len(x.cases))}
	for i, c := range x.cases {
		all.Cases[i] = indexRow{c.set, c.status, x.tagged.lists[c.tagged], c.leaves}
		if c.change != nil {
			all.Cases[i] = append(all.Cases[i], c.change.kind, names.numbers(c.change.worse), names.numbers(c.change.better))
		}
	}
	return pack(all)
}

// numbers returns the numbers of fields.
func (n *filterNames) numbers(fields []string) []int {
	all := []int{}
	for _, f := range fields {
		if i, ok := n.fields.number[f]; ok {
			all = append(all, i)
		}
	}
	return all
}

// numbered are different lists of integers, by the numbers that stand for them.
type numbered struct {
	keys  nameList
	lists [][]int
}

// of returns the number of a list.
func (n *numbered) of(list []int) int {
	var key []byte
	for _, i := range list {
		key = binary.AppendVarint(key, int64(i))
	}
	number := n.keys.add(string(key))
	if number == len(n.lists) {
		n.lists = append(n.lists, list)
	}
	return number
}
