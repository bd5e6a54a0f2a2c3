package fleet

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/label"
)

// FuzzJobRecord reads bytes as what the server has of a job. What a worker would take up
// is a job with right parameters and its digest, and comes back from JSON the same.
func FuzzJobRecord(f *testing.F) {
	p := &label.Params{Version: "v1", Nodes: 1, Hash: 1 << 20, Chunk: 16, Source: label.Source{Kind: label.Input}}
	p.SetRules(bitboard.Rules{})
	digest := label.Digest{1, 2, 3}
	data, err := json.Marshal(JobRecord{ID: jobID(digest), Digest: hex.EncodeToString(digest[:]), Params: json.RawMessage(p.String()), Positions: 3, Chunks: 1, Failed: []int{0}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(bytes.Replace(data, []byte(`"digest":"01`), []byte(`"digest":"0`), 1))
	f.Add([]byte(`{"digest":"` + strings.Repeat("00", 33) + `","params":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var r JobRecord
		if json.Unmarshal(data, &r) != nil {
			return
		}
		p, d, err := r.params()
		if err != nil {
			return
		}
		if err := p.Validate(); err != nil {
			t.Errorf("%v", err)
		}
		if !strings.EqualFold(hex.EncodeToString(d[:]), r.Digest) {
			t.Errorf("digest %q is %x", r.Digest, d)
		}
		again, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var back JobRecord
		if err := json.Unmarshal(again, &back); err != nil {
			t.Fatal(err)
		}
		if q, e, err := back.params(); err != nil || e != d || q.String() != p.String() {
			t.Errorf("%s became %s, %v", data, again, errors.Join(err))
		}
	})
}
