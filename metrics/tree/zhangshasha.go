package tree

import "github.com/extracteval/extracteval/metrics/similarity"

// editDistance is the algorithm of Zhang and Shasha (1989): for every pair of keyroots, the distances of all prefixes of the
// two subtrees, in postorder, from the distances of smaller prefixes and of the subtrees that were done before.
func editDistance(a, b *ordered) int {
	n, m := len(a.labels), len(b.labels)
	d := distances{a: a, b: b, trees: make([]int32, n*m), forest: make([]int32, (n+1)*(m+1))}
	for _, i := range a.keyroots {
		for _, j := range b.keyroots {
			d.fillTable(i, j)
		}
	}
	return int(d.trees[n*m-1])
}

// distances holds the distances between the parts of two trees.
type distances struct {
	a, b   *ordered
	trees  []int32 // of the subtrees under node i of a and j of b
	forest []int32 // of the first x and y nodes of the two subtrees that fill is at
}

// fillTable fills in trees for all nodes on the leftmost paths of the subtrees under i and j.
func (d *distances) fillTable(i, j int) {
	a, b, trees, forest := d.a, d.b, d.trees, d.forest
	m := len(b.labels)
	a0, b0 := a.leftmost[i], b.leftmost[j]
	rows, cols := i-a0+1, j-b0+1
	width := cols + 1

	forest[0] = 0
	for y := range cols {
		forest[y+1] = forest[y] + b.labels[b0+y].cost
	}
	for x := range rows {
		p := a0 + x
		removal := a.labels[p].cost
		previous, row := forest[x*width:(x+1)*width], forest[(x+1)*width:(x+2)*width]
		subtree := forest[(a.leftmost[p]-a0)*width:] // the prefix that ends before the subtree under p
		row[0] = previous[0] + removal
		onPath := a.leftmost[p] == a0
		for y := range cols {
			q := b0 + y
			best := min(previous[y+1]+removal, row[y]+b.labels[q].cost)
			if onPath && b.leftmost[q] == b0 {
				best = min(best, previous[y]+relabel(&a.labels[p], &b.labels[q]))
				trees[p*m+q] = best
			} else {
				best = min(best, subtree[b.leftmost[q]-b0]+trees[p*m+q])
			}
			row[y+1] = best
		}
	}
}

func relabel(a, b *label) int32 {
	switch {
	case a.leaf && b.leaf:
		if a.cost == 0 || b.cost == 0 {
			return a.cost + b.cost
		}
		return int32(similarity.LevenshteinDistance(a.text, b.text))
	case a.leaf:
		return 1 + a.cost
	case b.leaf:
		return 1 + b.cost
	case a.text == b.text:
		return 0
	}
	return 1
}
