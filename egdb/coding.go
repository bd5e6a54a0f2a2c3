package egdb

// A stored layer is coded in blocks. Its values are coded by a prefixModel, its bounds
// by a model, and in layers of format 1 the values too.

// blockModel is how likely each value of a kind is in each context of a layer.
type blockModel interface {
	append(dst []byte) []byte // the model as it is stored
	bitsAValue() float64      // of what it was counted over
	encoder() blockEncoder
	decoder() blockDecoder
}

// blockEncoder appends the block of some values to dst. contexts are the boards'
// values for bounds, nil for values.
type blockEncoder interface {
	encode(dst, key []byte, values, contexts []int8) []byte
}

// blockDecoder reads a block into dst, which must be as long as the block has values.
// It returns errBlock if the block is not intact or not the one of that key.
type blockDecoder interface {
	decode(dst []int8, key, block []byte, contexts []int8) error
}

// counter counts the values of blocks for a model.
type counter interface {
	count(values, contexts []int8)
	blockModel() blockModel
}

// newCounter returns the counter for the values of a kind.
func newCounter(k kind) counter {
	if k == kindValues {
		return new(triples)
	}
	return new(pairs)
}

func (p *pairs) blockModel() blockModel   { return p.model() }
func (t *triples) blockModel() blockModel { return t.model() }

func (m *model) bitsAValue() float64   { return m.bits }
func (m *model) encoder() blockEncoder { return newEncoder(m) }
func (m *model) decoder() blockDecoder { return newDecoder(m) }

func (m *prefixModel) bitsAValue() float64   { return m.bits }
func (m *prefixModel) encoder() blockEncoder { return newPrefixEncoder(m) }
func (m *prefixModel) decoder() blockDecoder { return newPrefixDecoder(m) }

// decoder returns the decoder of a layer's blocks of a kind, by their stored model.
// The error is errModel.
func (r *Record) decoder(k kind, text []byte) (blockDecoder, error) {
	if k == kindValues && r.Format >= 2 {
		m, err := parsePrefixModel(text)
		if err != nil {
			return nil, err
		}
		return m.decoder(), nil
	}
	m, err := parseModel(text)
	if err != nil {
		return nil, err
	}
	return m.decoder(), nil
}

// blockOverhead is more than what a block takes besides its values' bits, in bytes.
const blockOverhead = 512
