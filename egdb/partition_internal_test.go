package egdb

import (
	"sync"

	"ayosolve/bitboard"
)

// What SCALE.md says of a cluster is simulated here: partitions that each own a part of
// every layer's boards, have arrays for those alone, and know of the others only what
// they are sent. It is plain where the builder is fast, so it checks that, too.

// partBlock is the number of boards in a row that one partition owns; the next have
// them in turn.
const partBlock = 16

// batchMessages is the most messages that are sent at once.
const batchMessages = 64

// parcel is one batch from one partition to another.
type parcel struct {
	asks    []ask  // values of lower layers that the sender wants to know
	answers []int8 // to the last asks, in their order
	news    []mail
	// last ends a step. more is then whether its sender has sent any news in it.
	last, more bool
}

// ask is a board of a lower layer, by its place in the array of its owner.
type ask struct {
	seeds uint8
	place uint32
}

// mail is a board that has a move to a board new in W or N.
type mail struct {
	place uint32
	lost  bool // the move leads into N
}

// asking is a capture that waits for its answer.
type asking struct {
	from     uint32
	captured int8
}

// partition owns the boards of every of-th partBlock ranks.
type partition struct {
	id, of int
	rules  bitboard.Rules
	n      int
	lower  [][]int8 // its part of the layers below
	values []int8   // its part of the layer that is made
	state  []uint8
	links  [][]chan parcel // from, to

	asks     [][]ask // by the partition they go to
	askings  [][]asking
	answers  [][]int8
	news     [][]mail
	newInW   []uint32
	newInN   []uint32
	counts   partCounts
	stopAt   int // the threshold at which it stops, as if killed, 0 for none
	resumeAt int // the threshold it goes on from, 0 to begin anew
}

// partCounts is what a layer took.
type partCounts struct {
	asks, news int // messages, those to itself too
	steps      int // exchanges, each a barrier
}

func (p *partition) place(rank uint64) (owner int, place uint32) {
	block := rank / partBlock
	return int(block % uint64(p.of)), uint32(block/uint64(p.of)*partBlock + rank%partBlock)
}

func (p *partition) rank(place uint32) uint64 {
	return (uint64(place)/partBlock*uint64(p.of)+uint64(p.id))*partBlock + uint64(place)%partBlock
}

// own returns how many boards of a layer a partition owns; the last ones may not exist.
func (p *partition) own(n int) int {
	blocks := (bitboard.LayerSize(n) + partBlock - 1) / partBlock
	return int((blocks+uint64(p.of-1-p.id))/uint64(p.of)) * partBlock
}

// exchange sends what was written for others and hands over what they have sent. It
// reports whether anyone has sent news.
func (p *partition) exchange(read func(from int, got parcel)) bool {
	p.counts.steps++
	var group sync.WaitGroup
	any := false
	for to := range p.of {
		any = any || len(p.news[to]) > 0
	}
	for to := range p.of {
		asks, answers, news := p.asks[to], p.answers[to], p.news[to]
		p.asks[to], p.answers[to], p.news[to] = nil, nil, nil
		p.counts.asks += len(asks)
		p.counts.news += len(news)
		group.Go(func() {
			link := p.links[p.id][to]
			for len(asks)+len(answers)+len(news) > 0 {
				a, b, c := min(len(asks), batchMessages), min(len(answers), batchMessages), min(len(news), batchMessages)
				link <- parcel{asks: asks[:a], answers: answers[:b], news: news[:c]}
				asks, answers, news = asks[a:], answers[b:], news[c:]
			}
			link <- parcel{last: true, more: any}
		})
	}
	more := false
	for from := range p.of {
		for got := range p.links[from][p.id] {
			if got.last {
				more = more || got.more
				break
			}
			read(from, got)
		}
	}
	group.Wait()
	return more
}

// forward is the forward pass: every capture asks the owner of the board it leads to.
func (p *partition) forward() {
	p.askings = make([][]asking, p.of)
	for place := range p.values {
		rank := p.rank(uint32(place))
		p.values[place] = noCapture
		if rank >= bitboard.LayerSize(p.n) {
			continue
		}
		b := bitboard.Unrank(p.n, rank)
		var moves [bitboard.MaxMoves]bitboard.Child
		count := p.rules.Moves(b, &moves)
		if count == 0 {
			p.values[place] = int8(p.rules.EndNet(b))
		}
		for _, m := range moves[:count] {
			if m.Captured == 0 {
				p.state[place]++
				continue
			}
			seeds, rank := m.Board.LayerRank()
			owner, at := p.place(rank)
			p.asks[owner] = append(p.asks[owner], ask{uint8(seeds), at})
			p.askings[owner] = append(p.askings[owner], asking{uint32(place), int8(m.Captured)})
		}
	}
	p.exchange(func(from int, got parcel) {
		for _, a := range got.asks {
			p.answers[from] = append(p.answers[from], p.lower[a.seeds][a.place])
		}
	})
	p.exchange(func(from int, got parcel) {
		for i, v := range got.answers {
			a := p.askings[from][i]
			p.values[a.from] = max(p.values[a.from], a.captured-v)
		}
		p.askings[from] = p.askings[from][len(got.answers):]
	})
}

// tell writes the news of the boards that are new in W or N.
func (p *partition) tell() {
	for _, set := range []struct {
		places *[]uint32
		lost   bool
	}{{&p.newInW, false}, {&p.newInN, true}} {
		for _, place := range *set.places {
			b := bitboard.Unrank(p.n, p.rank(place))
			for _, e := range p.rules.AppendPredecessors(nil, b) {
				owner, at := p.place(e.Board.Rank())
				p.news[owner] = append(p.news[owner], mail{at, set.lost})
			}
		}
		*set.places = nil
	}
}

func (p *partition) enter(place uint32, value int, flag uint8, set *[]uint32) {
	p.values[place] = int8(value)
	p.state[place] |= flag
	*set = append(*set, place)
}

// threshold settles what enters W or N at t.
func (p *partition) threshold(t int) {
	for place := range p.values {
		switch open := p.state[place]&(stateW|stateN) == 0; {
		case open && int(p.values[place]) == t:
			p.enter(uint32(place), t, stateW, &p.newInW)
		case open && int(p.values[place]) == -t && p.state[place]&stateMoves == 0:
			p.enter(uint32(place), -t, stateN, &p.newInN)
		}
	}
	p.tell()
	for p.exchange(func(_ int, got parcel) {
		for _, m := range got.news {
			open := p.state[m.place]&(stateW|stateN) == 0
			if m.lost {
				if p.state[m.place]&stateW == 0 {
					p.enter(m.place, t, stateW, &p.newInW)
				}
				continue
			}
			p.state[m.place]--
			if open && p.state[m.place]&stateMoves == 0 && int(p.values[m.place]) <= -t {
				p.enter(m.place, -t, stateN, &p.newInN)
			}
		}
	}) {
		p.tell()
	}
}

// run makes the partition's part of the layer.
func (p *partition) run() {
	start := p.resumeAt
	if start == 0 {
		p.forward()
		start = p.n
	}
	for t := start; t >= 1; t-- {
		if t == p.stopAt {
			return // what it has now is its checkpoint
		}
		p.threshold(t)
	}
	for place := range p.values {
		if p.state[place]&(stateW|stateN) == 0 {
			p.values[place] = 0
		}
	}
}

// together runs the partitions of a layer to the end, or to where they stop.
func together(parts []*partition) {
	links := make([][]chan parcel, len(parts))
	for from := range links {
		links[from] = make([]chan parcel, len(parts))
		for to := range links[from] {
			links[from][to] = make(chan parcel)
		}
	}
	var group sync.WaitGroup
	for _, p := range parts {
		p.links = links
		p.asks, p.answers, p.news = make([][]ask, p.of), make([][]int8, p.of), make([][]mail, p.of)
		group.Go(p.run)
	}
	group.Wait()
}
