package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"ayosolve/bitboard"
)

// ErrStrategy reports a value for which there is no strategy, or none was found.
var ErrStrategy = errors.New("no strategy proves the value")

// mostFailures is how many lines that come back may be given up before the search
// for a strategy is.
const mostFailures = 10_000_000

// effort is the nodes that a claim may take where endless play counts against it,
// before it is searched where that is shared.
const effort = 100_000

// strategist finds a strategy. A saying here is always that the claim is true.
type strategist struct {
	*Solver
	finite   *searcher // for what holds under any repetition rule, nil without such tables
	shared   *searcher // under RepetitionSplit
	budget   budget
	at       map[saying]int // index in steps, or walking
	steps    []Step
	failures int
}

// walking marks the sayings on the way from the root to the one looked at.
const walking = -1

// Strategy proves a value of a board under RepetitionSplit that an analysis has
// found exact. It draws on what that has left in the transposition table, and
// searches again what is forgotten. The errors are ErrStrategy, ErrOptions under
// another repetition rule, that of ctx and those of a Pager.
func (s *Solver) Strategy(ctx context.Context, b bitboard.Board, value int) (*Strategy, error) {
	if s.split == nil {
		return nil, fmt.Errorf("%w: strategies are for endless play that is shared", ErrOptions)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := s.watch(cancel); err != nil {
		return nil, err
	}
	p := &strategist{Solver: s, at: map[saying]int{}}
	p.budget.nodes.Store(math.MaxInt64)
	p.shared = p.searcher(s.split)
	if s.any != nil {
		p.finite = p.searcher(s.any)
	}
	stopped := context.AfterFunc(ctx, func() { p.budget.stop.Store(true) })
	defer stopped()
	n := b.Seeds()
	ok := -n <= value && value <= n && p.holds(b, value) && (p.ends(b, value+1) || p.refute(b, value+1))
	if err := cmp.Or(s.failed(), ctx.Err()); err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("%w: %v, %d", ErrStrategy, b.Pits(), value)
	}
	return p.collect(b, value), nil
}

func (p *strategist) searcher(l *leaves) *searcher {
	return &searcher{rules: p.rules, leaves: l, table: p.table, budget: &p.budget, depth: maxPly - 1}
}

// leaf looks a board up in the tables.
func (p *strategist) leaf(b bitboard.Board) (value int, ok bool) {
	n, rank := b.LayerRank()
	if n > p.split.max {
		return 0, false
	}
	value, _ = p.split.at(n, rank)
	return value, true
}

// holds proves that the mover of a board nets k or more.
func (p *strategist) holds(b bitboard.Board, k int) bool {
	if value, ok := p.leaf(b); ok {
		return value >= k
	}
	if k <= -b.Seeds() {
		return true
	}
	v := saying{b, k}
	if at, ok := p.at[v]; ok {
		return at != walking || k <= 0
	}
	if p.budget.stop.Load() || p.failures > mostFailures {
		return false
	}
	p.at[v] = walking
	pit, ok := p.support(b, k)
	if !ok {
		delete(p.at, v)
		p.failures++
		return false
	}
	p.at[v] = len(p.steps)
	p.steps = append(p.steps, Step{Board: b, Claim: k, Pit: pit, Height: p.height(b, k, pit)})
	return true
}

// height returns the height of a step whose replies have theirs.
func (p *strategist) height(b bitboard.Board, k, pit int) (height int) {
	if k <= 0 || pit < 0 {
		return 0
	}
	p.replies(b, k, pit, func(r bitboard.Board, claim int) {
		if at, ok := p.at[saying{r, claim}]; ok && r.Seeds() == b.Seeds() {
			height = max(height, p.steps[at].Height)
		}
	})
	return height + 1
}

// replies calls do with what a step needs to be true of each reply to its move, if
// the game and the tables do not end with the move.
func (p *strategist) replies(b bitboard.Board, k, pit int, do func(r bitboard.Board, claim int)) {
	m, _ := p.rules.Play(b, pit)
	against := int(m.Captured) - k + 1
	if p.ends(m.Board, against) {
		return
	}
	var moves [bitboard.MaxMoves]bitboard.Child
	for _, r := range moves[:p.rules.Moves(m.Board, &moves)] {
		do(r.Board, int(r.Captured)-against+1)
	}
}

// ends reports whether it takes no move to see that the mover of a board nets less
// than k.
func (p *strategist) ends(b bitboard.Board, k int) bool {
	if value, ok := p.leaf(b); ok {
		return value < k
	}
	return k > b.Seeds() || p.rules.CountMoves(b) == 0 && p.rules.EndNet(b) < k
}

// option is a move that may support a saying.
type option struct {
	*bitboard.Child
	against int // that the opponent nets this much must be false
	work    int // how much of that is still to be proven
}

// support finds the move by which a mover nets k, -1 if there is no move.
func (p *strategist) support(b bitboard.Board, k int) (pit int, ok bool) {
	var moves [bitboard.MaxMoves]bitboard.Child
	count := p.rules.Moves(b, &moves)
	if count == 0 {
		return -1, p.rules.EndNet(b) >= k
	}
	var tried [bitboard.RowPits]bool
	for _, again := range [...]bool{false, true} {
		if again {
			p.settle(b, k) // for what it leaves in the table
		}
		var room [bitboard.MaxMoves]option
		options := room[:0]
		for i := range moves[:count] {
			o := option{Child: &moves[i], against: int(moves[i].Captured) - k + 1}
			if p.ends(o.Board, o.against) {
				return int(o.Pit), true
			}
			if holds, ok := p.known(o.Board, o.against); ok && !holds && !tried[o.Pit] {
				o.work = p.work(o.Board, o.against)
				options = append(options, o)
			}
		}
		slices.SortStableFunc(options, func(a, b option) int { return cmp.Compare(a.work, b.work) })
		for _, o := range options {
			tried[o.Pit] = true
			if p.refute(o.Board, o.against) {
				return int(o.Pit), true
			}
		}
	}
	for _, m := range moves[:count] {
		if tried[m.Pit] {
			continue
		}
		against := int(m.Captured) - k + 1
		if holds, ok := p.settle(m.Board, against); ok && !holds && p.refute(m.Board, against) {
			return int(m.Pit), true
		}
	}
	return 0, false
}

// work estimates what it takes to refute a claim: replies whose claim is not proven
// count the more the further they are above the tables.
func (p *strategist) work(b bitboard.Board, k int) (work int) {
	var moves [bitboard.MaxMoves]bitboard.Child
	for _, r := range moves[:p.rules.Moves(b, &moves)] {
		if above := r.Board.Seeds() - p.split.max; above > 0 {
			if at, ok := p.at[saying{r.Board, int(r.Captured) - k + 1}]; !ok || at == walking {
				work += above * above
			}
		}
	}
	return work
}

// refute proves that a mover nets less than k, whatever the move. The game is not
// over.
func (p *strategist) refute(b bitboard.Board, k int) bool {
	if _, ok := p.leaf(b); ok {
		return false
	}
	var moves [bitboard.MaxMoves]bitboard.Child
	replies := moves[:p.rules.Moves(b, &moves)]
	for _, r := range replies {
		claim := int(r.Captured) - k + 1
		if at, ok := p.at[saying{r.Board, claim}]; ok && at == walking && claim > 0 {
			return false
		}
	}
	for _, r := range replies {
		if !p.holds(r.Board, int(r.Captured)-k+1) {
			return false
		}
	}
	return len(replies) > 0
}

// known returns what is proven of a claim, ok false if it is neither way.
func (p *strategist) known(b bitboard.Board, k int) (holds, ok bool) {
	for _, s := range [...]*searcher{p.shared, p.finite} {
		if s == nil {
			continue
		}
		e := s.table.Probe(s.table.Ref(s.key(b.ID())), 0)
		if e.HasInterval && (int(e.Low) >= k || int(e.High) < k) {
			return int(e.Low) >= k, true
		}
	}
	return false, false
}

// settle searches a claim, ok false if the search is stopped.
func (p *strategist) settle(b bitboard.Board, k int) (holds, ok bool) {
	got := standing{low: -b.Seeds(), high: b.Seeds()}
	if s := p.finite; s != nil && b.Seeds() > s.leaves.max {
		for _, s.claimant = range [...]int{1, 0} {
			s.mostNodes, s.since[1] = s.nodes+effort, 1
			got = s.proveRoot(b, k, got)
			if d := decided(k, got.low, got.high); !d.open() {
				return d.proof == 0, true
			}
		}
	}
	s := p.shared
	s.since[1] = 1
	got = s.proveRoot(b, k, standing{low: got.low, high: got.high})
	if d := decided(k, got.low, got.high); d.open() {
		if got.low, got.high, ok = s.certify(b, k, got); !ok {
			return false, false
		}
	}
	return got.low >= k, true
}
