package compare

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// nameColumns gives columns different names: the values of the fewest labels, at most 3, that make them differ; of
// equally many labels, those with the shortest values. Without such labels, nameByPaths names the columns.
func nameColumns(columns []Column) {
	keys := map[string]bool{}
	for _, c := range columns {
		for name := range c.Labels {
			keys[name] = true
		}
	}
	names := slices.Sorted(maps.Keys(keys))
	for size := 1; size <= min(len(names), 3); size++ {
		best, length := []string(nil), 0
		for chosen := range subsets(names, size) {
			values, distinct := valuesBy(columns, chosen)
			n := len(strings.Join(values, ""))
			if distinct && (best == nil || n < length) {
				best, length = values, n
			}
		}
		if best != nil {
			for i := range columns {
				columns[i].Name = best[i]
			}
			return
		}
	}
	nameByPaths(columns)
}

// subsets visits all subsets of a size, in order.
func subsets(all []string, size int) func(yield func([]string) bool) {
	return func(yield func([]string) bool) {
		chosen := make([]string, 0, size)
		var choose func(start int) bool
		choose = func(start int) bool {
			if len(chosen) == size {
				return yield(chosen)
			}
			for i := start; i < len(all); i++ {
				chosen = append(chosen, all[i])
				if !choose(i + 1) {
					return false
				}
				chosen = chosen[:len(chosen)-1]
			}
			return true
		}
		choose(0)
	}
}

func valuesBy(columns []Column, labels []string) (names []string, distinct bool) {
	seen := map[string]bool{}
	for _, c := range columns {
		values := make([]string, len(labels))
		for i, label := range labels {
			values[i] = cmp.Or(c.Labels[label], "-")
		}
		name := strings.Join(values, ", ")
		if seen[name] {
			return nil, false
		}
		seen[name] = true
		names = append(names, name)
	}
	return names, true
}

// nameByPaths names each column by the last elements of its path, as few as make all names differ. If a path was given
// several times, a number follows its name from the second time on: "run (2)".
func nameByPaths(columns []Column) {
	paths := make([][]string, len(columns))
	most := 1
	for i, c := range columns {
		paths[i] = strings.Split(filepath.ToSlash(filepath.Clean(c.Source)), "/")
		most = max(most, len(paths[i]))
	}
	for n := 1; ; n++ {
		seen := map[string]int{}
		for i, path := range paths {
			columns[i].Name = strings.Join(path[max(0, len(path)-n):], "/")
			seen[columns[i].Name]++
		}
		if len(seen) == len(columns) {
			return
		}
		if n < most {
			continue
		}
		number := map[string]int{}
		for i := range columns {
			name := columns[i].Name
			if number[name]++; number[name] > 1 {
				columns[i].Name += fmt.Sprintf(" (%d)", number[name])
			}
		}
		return
	}
}
