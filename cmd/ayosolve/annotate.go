package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/annotation"
	"ayosolve/cmd/ayosolve/ogn"
	"ayosolve/search"

	"github.com/spf13/cobra"
)

// annotateOptions are what "annotate" is asked for.
type annotateOptions struct {
	place
	file   string // of the games, or standardInput
	rules  *rulesFlags
	limits *limitFlags
	out    string // the file to write, "" for none
	force  bool   // write over it
	json   bool
	hash   uint64 // bytes
	width  int    // columns of the text form
	open   tableOpener
	line   *statusLine
	errOut io.Writer
}

const annotateExample = "ayosolve annotate game.ogn"

// annotateTime is how long a position is searched in games without a relay.
const annotateTime = 2 * time.Second

func newAnnotateCommand(rules *rulesFlags, tables *tablesFlags, open tableOpener) *cobra.Command {
	o := annotateOptions{open: open, rules: rules, limits: &limitFlags{usual: annotateTime}}
	hash := size{bytes: hashOf(search.DefaultHash, 1), given: true}
	cmd := &cobra.Command{
		Use:   "annotate GAME.ogn",
		Short: "Say what each move of a game was worth",
		Long: `Say what each move of a game was worth: the value before it, which is that of
the best move, the value of the move played, and a better one if there is one.
Values are what the player who makes the move nets, in seeds out of those on
the board before it, and do not depend on how the game came there. The chart
and the comments have South's lead instead: what South will hold more than
North at the end if both play best from there on.

A move is a mistake (?) if it certainly lowers the value, and a blunder (??)
only if it certainly gives a win or a draw away. Where only bounds or an
estimate (~) are known nothing is claimed that they do not prove. Accuracy is
the share of best moves among those with a choice that are proven to be best or
not.

The file may have several games, in Oware Game Notation; - reads standard
input. The rules are those that each game names unless --rules or --repetition
is given. --out writes the games with comments such as [%eval +3], marks, and
the better lines as variations.

Limits are for each move, 2 s by default, or a minute in Ayoayo, where all is
exact long before. The last moves are looked at first. Ctrl-C ends it with what
is known by then, and the exit status is 0 all the same. With --json every game
is answered by one line of JSON.`,
		Example: `  ` + annotateExample + `
  ayosolve annotate game.ogn --out annotated.ogn --time 10s
  ayosolve annotate - --json < games.ogn`,
		Args: takes(1, "GAME.ogn"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.place, err = tables.placeOrNone(rules); err != nil {
				return err
			}
			o.file, o.hash = args[0], hash.bytes
			o.width = columns(cmd.OutOrStdout())
			o.line, o.errOut = newStatusLine(cmd.ErrOrStderr()), cmd.ErrOrStderr()
			return runAnnotate(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), o)
		},
	}
	flags := cmd.Flags()
	o.limits.register(flags)
	flags.Var(&hash, "hash", "most memory of the transposition table, such as 1GiB")
	withExample(flags, "hash", "256MiB")
	flags.StringVar(&o.out, "out", "", "write the annotated games to a `FILE`")
	flags.BoolVar(&o.force, "force", false, "write over a file that exists")
	flags.BoolVar(&o.json, "json", false, "answer in JSON")
	return cmd
}

// annotateAnswer is the answer of "annotate --json" about a game.
type annotateAnswer struct {
	Game int               `json:"game"` // its place in the file, from 1
	Tags map[string]string `json:"tags"`
	*annotation.Report
	TimeMS int64 `json:"time_ms"`
}

// runAnnotate annotates the games of a file. Cancelled, it shows what is known of the
// game in hand, and writes the others as they are.
func runAnnotate(ctx context.Context, in io.Reader, out io.Writer, o annotateOptions) error {
	if err := checkHash(o.hash, annotateExample); err != nil {
		return err
	}
	if o.out != "" {
		if err := mayWrite(o.out, o.force, ""); err != nil {
			return err
		}
	}
	games, err := o.read(in)
	if err != nil {
		return err
	}
	solvers := solverCache{annotateOptions: o}
	defer solvers.close()
	written := make([]*ogn.Record, len(games))
	copy(written, games)
	for i, g := range games {
		if ctx.Err() != nil {
			break
		}
		began := time.Now()
		rep, err := solvers.annotate(ctx, g, i, len(games))
		if err != nil {
			return err
		}
		written[i] = rep.Annotate(g)
		if err := o.show(out, annotateAnswer{i + 1, tagMap(g), rep, time.Since(began).Milliseconds()}, len(games)); err != nil {
			return err
		}
	}
	if o.out == "" {
		return nil
	}
	return writeWhole(context.WithoutCancel(ctx), o.out, o.force, func(f *os.File) error { return ogn.Write(f, written...) })
}

// read reads all games before the first is looked at, so that what is wrong with one is
// told at once.
func (o annotateOptions) read(in io.Reader) ([]*ogn.Record, error) {
	if o.file != standardInput {
		f, err := os.Open(o.file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	f := o.rules
	var options ogn.Options
	if f.preset.given || f.capturingSeed.given || f.remainder.given || f.grandSlam.given {
		options.Rules = &o.place.rules
	}
	games, err := ogn.Read(in, options)
	if err != nil {
		return nil, err
	}
	if len(games) == 0 {
		return nil, usagef(annotateExample, "%s has no game", quoted(o.file))
	}
	for _, g := range games {
		for _, w := range g.Warnings {
			fmt.Fprintln(o.errOut, "warning: "+oneLine(w))
		}
		if f.repetition.given {
			g.Rules.Repetition = o.place.rules.Repetition
		}
	}
	return games, nil
}

// show shows what is known of a game.
func (o annotateOptions) show(out io.Writer, a annotateAnswer, games int) error {
	if o.json {
		return writeJSON(out, a)
	}
	var text bytes.Buffer
	if a.Game > 1 {
		text.WriteByte('\n')
	}
	annotateText{a, o.width}.write(&text, games)
	_, err := out.Write(text.Bytes())
	return err
}

// tagMap returns the tags of a game by name.
func tagMap(g *ogn.Record) map[string]string {
	tags := map[string]string{}
	for _, t := range g.Tags {
		tags[t.Name] = t.Value
	}
	return tags
}

// solverCache keeps the solver of the last game, with its tables, for the next one by
// the same rules.
type solverCache struct {
	annotateOptions
	solver *search.Solver
	of     bitboard.Rules
	tables openedTables
}

func (c *solverCache) close() {
	if c.solver != nil {
		c.tables.close()
		c.solver = nil
	}
}

// annotate values the moves of a game. Interrupted, it returns what is known.
func (c *solverCache) annotate(ctx context.Context, g *ogn.Record, i, games int) (*annotation.Report, error) {
	if c.solver != nil && c.of != g.Rules {
		c.close()
	}
	if c.solver == nil && len(g.Moves) > 0 {
		p := c.place
		p.rules, p.paged = g.Rules, true
		t, err := openSoon(ctx, c.open, p, bitboard.MaxSeeds, c.line)
		interrupted := err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err())
		if err != nil && !interrupted {
			return nil, err
		}
		if interrupted { // nothing will be searched
			t.close = func() {}
		}
		s, err := search.New(g.Rules, t.Prober, search.Options{Threads: p.threads, Hash: int64(c.hash)})
		if err != nil {
			t.close()
			return nil, err
		}
		c.solver, c.of, c.tables = s, g.Rules, t
	}
	began := time.Now()
	o := annotation.Options{Limits: c.limits.limits(g.Rules.Relay())}
	o.Progress = func(done, total int) {
		short := fmt.Sprintf("%d of %d moves", done, total)
		middle := short + ", " + timeWords(time.Since(began))
		if games > 1 {
			middle = fmt.Sprintf("game %d of %d, %s", i+1, games, middle)
		}
		c.line.show(middle+" "+bar(uint64(done), uint64(total)), middle, short)
	}
	defer c.line.clear()
	return annotation.Annotate(ctx, c.solver, g, o)
}

// players returns who plays, for a heading.
func players(tags map[string]string) string {
	name := func(side string) string {
		if n := strings.TrimSpace(tags[side]); n != "" {
			return n
		}
		return side
	}
	return name("South") + " – " + name("North")
}
