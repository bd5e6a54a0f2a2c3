package egdb

import "encoding/binary"

// step decodes one symbol: the state goes on, refilled from words if it is low.
// ok is false if there is nothing left to refill it with.
func (l *lane) step(e uint32) (symbol uint8, ok bool) {
	l.state = e>>20*(l.state>>modelBits) + e>>8&0xfff
	if l.state < stateFloor {
		if len(l.words) < 2 {
			return 0, false
		}
		l.state = l.state<<16 | uint32(binary.LittleEndian.Uint16(l.words))
		l.words = l.words[2:]
	}
	return uint8(e), true
}

// four decodes the first n values of all lanes, each value the context of the
// next. It leaves the lanes' states and contexts as they are then.
func (d *decoder) four(lanes *[quarters]lane, context *[quarters]uint32, n int) bool {
	t := d.table
	l0, l1, l2, l3 := lanes[0], lanes[1], lanes[2], lanes[3]
	c0, c1, c2, c3 := context[0], context[1], context[2], context[3]
	v0, v1, v2, v3 := l0.to[:n], l1.to[:n], l2.to[:n], l3.to[:n]
	for i := range n {
		s0, ok0 := l0.step(t[c0<<modelBits|l0.state&modelMask])
		s1, ok1 := l1.step(t[c1<<modelBits|l1.state&modelMask])
		s2, ok2 := l2.step(t[c2<<modelBits|l2.state&modelMask])
		s3, ok3 := l3.step(t[c3<<modelBits|l3.state&modelMask])
		if !(ok0 && ok1 && ok2 && ok3) {
			return false
		}
		v0[i], v1[i], v2[i], v3[i] = d.symbols[s0], d.symbols[s1], d.symbols[s2], d.symbols[s3]
		c0, c1, c2, c3 = uint32(s0), uint32(s1), uint32(s2), uint32(s3)
	}
	*lanes = [quarters]lane{l0, l1, l2, l3}
	*context = [quarters]uint32{c0, c1, c2, c3}
	return true
}

// chain decodes a lane's values from one on, each the context of the next.
func (d *decoder) chain(l *lane, context uint32, from int) bool {
	for i := from; i < len(l.to); i++ {
		s, ok := l.step(d.table[context<<modelBits|l.state&modelMask])
		if !ok {
			return false
		}
		l.to[i] = d.symbols[s]
		context = uint32(s)
	}
	return len(l.words) == 0
}

// follow decodes a lane whose contexts are given.
func (d *decoder) follow(l *lane, contexts []int8) bool {
	for i, v := range contexts {
		c := uint32(d.rowOf[uint8(v)])
		if c == 255 {
			return false
		}
		s, ok := l.step(d.table[c<<modelBits|l.state&modelMask])
		if !ok {
			return false
		}
		l.to[i] = d.symbols[s]
	}
	return len(l.words) == 0
}
