package egdb

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/bitboard/boardtest"
)

// FuzzDecodeLanes: a block whose lanes have any lengths and any bits, under a model that
// an encoder might use and a checksum that is right, is decoded to values of the model
// or refused.
func FuzzDecodeLanes(f *testing.F) {
	rng := rand.New(rand.NewPCG(3, 4))
	var models []*prefixModel
	for _, d := range drawings {
		counts := new(triples)
		counts.count(drawn(rng, pieceValues, d.draw), nil)
		models = append(models, counts.model())
	}
	models = append(models, overtaking(f))
	for i := range models {
		bits := make([]byte, 3000)
		for at := range bits {
			bits[at] = byte(rng.Uint32())
		}
		f.Add(uint8(i), uint16(pieceValues), []byte{1, 0, 0}, bits)
		f.Add(uint8(i), uint16(300), []byte{200, 100}, bytes.Repeat([]byte{0xff}, 300))
	}
	f.Fuzz(func(t *testing.T, which uint8, n uint16, lengths, bits []byte) {
		values := make([]int8, n%(2*pieceValues))
		block := binary.LittleEndian.AppendUint32(make([]byte, 4), uint32(len(values)))
		left := len(bits)
		for l := range lanesOf(len(values)) {
			bytes := min(left, math.MaxUint16)
			if l < len(lengths) {
				bytes = min(bytes, int(lengths[l]))
			}
			left -= bytes
			block = binary.LittleEndian.AppendUint16(block, uint16(bytes))
		}
		block = append(block, bits[:len(bits)-left]...)
		m := models[int(which)%len(models)]
		if newPrefixDecoder(m).decode(values, nil, signed(nil, block), nil) != nil {
			return
		}
		for i, v := range values {
			if !slices.Contains(m.symbols, v) {
				t.Fatalf("value %d is %d, which the model has not", i, v)
			}
		}
	})
}

// FuzzParseRecord: a record that is taken for a layer's counts no more boards than the
// layer has, of values that the layer can have.
func FuzzParseRecord(f *testing.F) {
	r := boardtest.Preset(f, "oware")
	const n = 3
	for _, bounds := range []bool{false, true} {
		db, err := Build(f.Context(), r, BuildOptions{Seeds: n, Bounds: bounds, Workers: 1})
		if err != nil {
			f.Fatal(err)
		}
		_, record, err := survey(f.Context(), r, n, db.memory[n], 1)
		if err != nil {
			f.Fatal(err)
		}
		text, err := json.Marshal(record)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		record, err := parseRecord(text)
		if err != nil {
			if record != nil || !errors.Is(err, ErrDamaged) {
				t.Fatalf("%v, %v", record, err)
			}
			return
		}
		if err := record.validate(r, n); err != nil {
			if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrFormat) && !errors.Is(err, ErrRules) {
				t.Fatalf("%v", err)
			}
			return
		}
		won, drawn, lost := record.Won(), record.Drawn(), record.Lost()
		if most := bitboard.LayerSize(n); max(won, drawn, lost) > most || won+drawn+lost != most {
			t.Errorf("%d won, %d drawn and %d lost of %d boards", won, drawn, lost, most)
		}
		if math.Abs(record.Mean()) > n {
			t.Errorf("a mean of %v at %d seeds", record.Mean(), n)
		}
	})
}

// FuzzCheckSeal: a folder whose seal says anything, its own sum put right, holds when it
// passes what the seal lists, and nothing else.
func FuzzCheckSeal(f *testing.F) {
	const name = "000001.sst"
	good := func(data string) string {
		return fmt.Sprintf("%08x %d %s\n", crc32.Checksum([]byte(data), castagnoli), len(data), name)
	}
	f.Add(good("values"), "values")
	f.Add(good("values")+good("values"), "values")
	f.Add("", "")
	f.Add(strings.Replace(good("x"), name, "../"+name, 1), "x")
	f.Add(strings.Replace(good("x"), name, ".", 1), "x")
	f.Add("0 0 \x00\n", "")
	f.Fuzz(func(t *testing.T, list, data string) {
		dir := t.TempDir()
		list += fmt.Sprintf("%08x %d .\n", crc32.Checksum([]byte(list), castagnoli), len(list))
		for name, text := range map[string]string{name: data, sealName: list} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := checkSeal(dir); err != nil {
			var system *fs.PathError
			if !errors.Is(err, ErrDamaged) && !errors.As(err, &system) {
				t.Errorf("%v", err)
			}
			return
		}
		if fields := strings.Fields(list); len(fields) != 6 || filepath.Base(fields[2]) != name || fields[1] != fmt.Sprint(len(data)) {
			t.Errorf("%d bytes pass as sealed by %q", len(data), list)
		}
	})
}

// FuzzResume: whatever a checkpoint says under checksums that are right, a build of the
// layer goes on from a threshold that it has, or begins anew.
func FuzzResume(f *testing.F) {
	const n = 2
	size := int(bitboard.LayerSize(n))
	for _, phase := range []Phase{PhaseValues, PhaseBounds, "other"} {
		for _, at := range []int{1, n + 1, -n, math.MinInt} {
			head, err := json.Marshal(checkpoint{Format: FormatVersion, Rules: "oware", Layer: n, Phase: phase, T: at})
			if err != nil {
				f.Fatal(err)
			}
			f.Add(head, bytes.Repeat([]byte{1}, 4*size))
		}
	}
	r := boardtest.Preset(f, "oware")
	f.Fuzz(func(t *testing.T, head, body []byte) {
		if bytes.ContainsRune(head, '\n') {
			return
		}
		dir := t.TempDir()
		text := fmt.Appendf(bytes.Clone(head), "\n%08x\n", crc32.Checksum(head, castagnoli))
		for ; len(body) >= size; body = body[size:] {
			text = append(text, body[:size]...)
			text = fmt.Appendf(text, "%08x", crc32.Checksum(body[:size], castagnoli))
		}
		text = append(text, body...)
		if err := os.WriteFile(checkpointFile(dir), text, 0o666); err != nil {
			t.Fatal(err)
		}
		b := newBuilder(&DB{rules: r}, BuildOptions{Seeds: n, Bounds: true, Workers: 1}, dir)
		p, err := b.resume(n)
		if err != nil {
			t.Fatal(err)
		}
		defer p.close()
		c, err := newContent(uint64(size), true)
		if err != nil {
			t.Fatal(err)
		}
		defer c.free()
		for _, bounds := range []bool{false, true} {
			if !bounds && p.has(PhaseBounds) {
				continue
			}
			from, err := p.restore(c, make([]uint8, size), bounds)
			if err != nil {
				t.Fatal(err)
			}
			if from == nil {
				continue
			}
			least := 1
			if bounds {
				least = 1 - n
			}
			if *from > n || *from < least {
				t.Errorf("%v goes on from threshold %d of %d seeds", p.Phase, *from, n)
			}
			break // the file is read
		}
	})
}
