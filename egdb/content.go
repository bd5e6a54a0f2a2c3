package egdb

import "unsafe"

// content is a layer in memory: the values, and the bounds or nil.
type content struct {
	values, low, high []int8
	regions           []*region[int8]
	turned            bool   // in the order of the boards seen by the other player
	pages             *pages // what of it is in memory yet, nil if all is
}

// newContent returns zeroed memory for a layer of that many boards.
func newContent(size uint64, bounds bool) (*content, error) { return makeContent(size, bounds, true) }

func makeContent(size uint64, bounds, huge bool) (*content, error) {
	c := &content{}
	arrays := []*[]int8{&c.values, &c.low, &c.high}
	if !bounds {
		arrays = arrays[:1]
	}
	for _, a := range arrays {
		r, err := newRegion[int8](size, huge)
		if err != nil {
			c.free()
			return nil, err
		}
		c.regions = append(c.regions, r)
		*a = r.data
	}
	return c, nil
}

// free gives the memory back.
func (c *content) free() {
	for _, r := range c.regions {
		r.free()
	}
	*c = content{}
}

// asBytes returns the same memory as bytes.
func asBytes(values []int8) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), len(values))
}
