package similarity

// pattern holds the positions of each symbol in a string of any length: a row of words for each symbol, in which bit
// i%64 of word i/64 is set if the symbol is at position i.
//
// All rows are kept in ready if they fit a processor's cache. For a long string over a large alphabet they would need
// gigabytes: then pattern keeps only the words of each symbol that are not zero, and row builds a row from them.
type pattern struct {
	words    int
	onDemand bool
	ready    []uint64 // all rows, one after the other, unless onDemand

	start, end []int32 // the words of symbol s are found[start[s]:end[s]]
	found      []foundWord
	made       [2][]uint64 // the two rows last asked for
	symbols    [2]int32    // their symbols
	turn       int
}

type foundWord struct {
	slot int32
	bits uint64
}

// readyWords is the most words that ready may have: 512 KB.
const readyWords = 1 << 16

// build makes p the pattern of a string over the given number of symbols.
func (p *pattern) build(s []int32, symbols int) {
	p.words = divideUp(len(s), wordBits)
	p.onDemand = symbols*p.words > readyWords
	if !p.onDemand {
		p.ready = zeroed(p.ready, symbols*p.words)
		words := p.words
		for block := 0; block < words; block++ {
			bit := uint64(1)
			for _, symbol := range s[block*wordBits : min(len(s), (block+1)*wordBits)] {
				p.ready[int(symbol)*words+block] |= bit
				bit <<= 1
			}
		}
		return
	}
	p.index(s, symbols)
	for i := range p.made {
		p.made[i] = zeroed(p.made[i], p.words)
		p.symbols[i] = 0
	}
	p.turn = 0
}

// index fills start, end and found: every symbol gets room for its number of occurrences, and may
// use less.
func (p *pattern) index(s []int32, symbols int) {
	p.start = zeroed(p.start, symbols)
	p.end = resize(p.end, symbols)
	p.found = resize(p.found, len(s))
	for _, symbol := range s {
		p.start[symbol]++
	}
	slot := int32(0)
	for symbol, n := range p.start {
		p.start[symbol], p.end[symbol] = slot, slot
		slot += n
	}
	for i, symbol := range s {
		word, bit := int32(i/wordBits), uint64(1)<<(i%wordBits)
		end := p.end[symbol]
		if end > p.start[symbol] && p.found[end-1].slot == word {
			p.found[end-1].bits |= bit
			continue
		}
		p.found[end] = foundWord{word, bit}
		p.end[symbol]++
	}
}

// rowOf returns the row of a symbol. The row is valid until the second call of row after this one.
func (p *pattern) rowOf(symbol int32) []uint64 {
	if !p.onDemand {
		return p.ready[int(symbol)*p.words:][:p.words]
	}
	p.turn ^= 1
	row := p.made[p.turn]
	old := p.symbols[p.turn]
	for _, f := range p.found[p.start[old]:p.end[old]] {
		row[f.slot] = 0
	}
	for _, f := range p.found[p.start[symbol]:p.end[symbol]] {
		row[f.slot] = f.bits
	}
	p.symbols[p.turn] = symbol
	return row
}
