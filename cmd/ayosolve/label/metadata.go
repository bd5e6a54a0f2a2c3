package label

import (
	"encoding/json"
	"strconv"
)

// MetadataPrefix is what the names of a Parquet file's metadata begin with.
const MetadataPrefix = "ayosolve."

type keyValue struct{ key, value string }

// metadata says of an output what it depends on: the version of the program, rules and
// repetition, tables (JSON, a list of layers with their SHA-256), the limits of each
// search, the source, and the number and SHA-256 of the positions. Values are text,
// those of the source and the tables JSON.
func (j *Job) metadata() []keyValue {
	p := &j.Params
	text := func(v any) string {
		data, err := json.Marshal(v)
		if err != nil {
			panic(err) // it has nothing that JSON has not
		}
		return string(data)
	}
	meta := []keyValue{
		{"version", p.Version},
		{"rules", p.Rules},
		{"repetition", p.Repetition},
		{"nodes", strconv.FormatInt(p.Nodes, 10)},
		{"hash", strconv.FormatInt(p.Hash, 10)},
		{"source", text(p.Source)},
		{"tables", text(p.Tables)},
		{"tables_max_seeds", strconv.Itoa(len(p.Tables) - 1)},
		{"tables_bounds", strconv.FormatBool(p.Bounds)},
		{"positions", strconv.FormatUint(j.Positions.Count, 10)},
		{"positions_sha256", j.Positions.SHA256},
	}
	if p.Source.Kind == Random {
		meta = append(meta, keyValue{"seed", strconv.FormatUint(p.Source.Seed, 10)})
	}
	for i := range meta {
		meta[i].key = MetadataPrefix + meta[i].key
	}
	return meta
}
