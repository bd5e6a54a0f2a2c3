package main

import (
	"context"
	"io"
	"math/rand/v2"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/opponent"
	"ayosolve/search"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// playOptions are what "play" is asked for.
type playOptions struct {
	place
	position string // in notation
	moves    string // letters played from the position first
	people   [2]bool
	level    opponent.Level
	seed     uint64
	limits   search.Limits // of hints, values and perfect play
	hash     uint64        // bytes
	width    int           // columns
	open     tableOpener
	line     *statusLine
	prompt   bool // whether there is somebody to be asked
	now      func() time.Time
}

const (
	playExample = "ayosolve play"
	usualLevel  = 4
)

func newPlayCommand(rules *rulesFlags, tables *tablesFlags, open tableOpener) *cobra.Command {
	o := playOptions{open: open, level: usualLevel, now: time.Now}
	limits := limitFlags{usual: annotateTime}
	hash := size{bytes: hashOf(search.DefaultHash, 1), given: true}
	side := choice{words: []string{"S", "N", "both"}, shown: true}
	seed := limit{bits: 63}
	cmd := &cobra.Command{
		Use:   "play [POSITION]",
		Short: "Play a game in the terminal",
		Long: `Play a game in the terminal, against the program or, with --side both, with
somebody at the same keyboard. A move is the letter of a pit. Between moves
there are undo, redo, hint, values, moves, laps, save and more; help lists
them.

The levels 1 to 10 are weaker on purpose: they look a few plies ahead, know no
tables, and the lower ones often take a worse move. Level perfect uses the
tables and plays what is proven to be best, where that can be found within
--time: in Ayoayo from the first move on, in oware near the end. With --seed
the program plays the same again if you do.

Commands are read from standard input, so a script can play too; the end of
input ends the program.`,
		Example: `  ` + playExample + `
  ayosolve play --level perfect --side N
  ayosolve play --rules oware --level 7 --seed 1
  ayosolve play 0-0-0-1-1-0-0-0-0-0-0-0-23-23-S --side both`,
		Args: takes(0, "POSITION"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.place, err = tables.placeOrNone(rules); err != nil {
				return err
			}
			o.position = argument(args, 0, "start")
			o.people = [2]bool{bitboard.South: side.at != 1, bitboard.North: side.at != 0}
			o.limits, o.hash = limits.limits(o.rules.Relay()), hash.bytes
			if o.seed = uint64(seed.value); o.seed == 0 {
				o.seed = rand.Uint64()
			}
			o.width = columns(cmd.OutOrStdout())
			o.line = newStatusLine(cmd.ErrOrStderr())
			o.prompt = isTerminal(cmd.OutOrStdout())
			return runPlay(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), o)
		},
	}
	flags := cmd.Flags()
	flags.Var(&side, "side", "the side you play: S, N, both")
	flags.Var((*levelFlag)(&o.level), "level", "how well the program plays: 1 to 10, perfect")
	flags.Var(&seed, "seed", "play by chance as with the same `N` (default: another each time)")
	flags.StringVar(&o.moves, "moves", "", "play `LETTERS` first, such as FaAb")
	limits.register(flags)
	flags.Var(&hash, "hash", "most memory of the transposition table, such as 1GiB")
	for name, example := range map[string]string{"side": "N", "level": "perfect", "seed": "1", "hash": "256MiB"} {
		withExample(flags, name, example)
	}
	return cmd
}

// levelFlag is a flag whose value is a level. It is a pflag.Value.
type levelFlag opponent.Level

var _ pflag.Value = (*levelFlag)(nil)

// String returns the level as ParseLevel reads it.
func (l *levelFlag) String() string { return opponent.Level(*l).String() }

// Set reads a level.
func (l *levelFlag) Set(text string) error {
	level, err := opponent.ParseLevel(text)
	if err == nil {
		*l = levelFlag(level)
	}
	return err
}

// Type names the value in a flag's help.
func (l *levelFlag) Type() string { return "LEVEL" }

// runPlay plays until the input ends, or quit is said, or ctx is done.
func runPlay(ctx context.Context, in io.Reader, out io.Writer, o playOptions) error {
	if err := checkHash(o.hash, playExample); err != nil {
		return err
	}
	game, err := playFrom(o.rules, o.position, o.moves)
	if err != nil {
		return err
	}
	t := &playTable{playOptions: o, game: game, out: out}
	defer t.close()
	reading, stop := context.WithCancel(ctx)
	defer stop()
	return t.run(ctx, readAhead(reading, in))
}
