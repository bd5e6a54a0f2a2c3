package egdb

import (
	"sync"
	"sync/atomic"
	"time"

	"ayosolve/bitboard"
)

// Phase is a part of the work on a layer.
type Phase string

// The phases.
const (
	PhaseValues Phase = "values"
	PhaseBounds Phase = "bounds"
	PhaseStore  Phase = "storing"
)

// Progress is how far a build is.
type Progress struct {
	Layer   int
	Phase   Phase
	Boards  uint64        // computed by this build so far
	Total   uint64        // that this build is to compute
	Elapsed time.Duration // since the build began
	Left    time.Duration // at the rate so far, 0 if not known yet
}

// BoardsPerSecond returns the rate so far.
func (p Progress) BoardsPerSecond() float64 {
	if p.Elapsed <= 0 {
		return 0
	}
	return float64(p.Boards) / p.Elapsed.Seconds()
}

// meter counts the work that is done. A board counts twice for the values,
// forward and backward, and twice for the bounds.
type meter struct {
	work  atomic.Uint64
	mu    sync.Mutex
	layer int
	now   Phase
	base  uint64 // of work when all of it is done that came before this phase
	tell  func() // reports what the meter shows
}

func (m *meter) add(n uint64) { m.work.Add(n) }

// enter begins the work on a layer's values or bounds. What the phase before left
// out, boards that have entered no set, is done.
func (m *meter) enter(layer int, bounds bool) {
	m.mu.Lock()
	m.layer, m.now = layer, PhaseValues
	if bounds {
		m.now = PhaseBounds
	}
	m.work.Store(m.base)
	m.base += 2 * bitboard.LayerSize(layer)
	m.mu.Unlock()
	m.tell()
}

func (m *meter) phase(p Phase) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = p
	m.work.Store(m.base)
}

// report calls the options' Progress at the start of each layer and ten times a
// second, until the function it returns is called.
func (b *builder) report(first int) (stop func()) {
	if b.options.Progress == nil {
		b.meter.tell = func() {}
		return func() {}
	}
	perBoard := uint64(2)
	if b.options.Bounds {
		perBoard = 4
	}
	total := bitboard.BoardsBelow(b.options.Seeds+1) - bitboard.BoardsBelow(first)
	began := time.Now()
	var one sync.Mutex
	b.meter.tell = func() {
		one.Lock()
		defer one.Unlock()
		b.meter.mu.Lock()
		p := Progress{Layer: b.meter.layer, Phase: b.meter.now, Total: total, Elapsed: time.Since(began)}
		b.meter.mu.Unlock()
		p.Boards = min(b.meter.work.Load()/perBoard, total)
		if p.Boards > 0 {
			p.Left = time.Duration(float64(p.Elapsed) / float64(p.Boards) * float64(total-p.Boards))
		}
		b.options.Progress(p)
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				b.meter.tell()
			case <-done:
				b.meter.tell()
				return
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}
