package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/match"
	"ayosolve/cmd/ayosolve/uci/client"

	"github.com/spf13/cobra"
)

// matchOptions are what "match" is asked for.
type matchOptions struct {
	place
	engines     [2]string // command lines
	games       int
	control     match.Control
	openings    string // file, "" for random ones
	plies       int    // of random openings
	seed        uint64
	concurrency int
	patience    time.Duration
	out         string // file of records, "" for none
	json        bool
	width       int
}

const matchExample = `ayosolve match ayosolve "java -jar Aalina.jar" --rules oware`

// The defaults of the time for a move, for what comes late, and for the start.
const (
	defaultMoveTime = 200 * time.Millisecond
	defaultMargin   = 500 * time.Millisecond
	defaultPatience = time.Minute
)

func newMatchCommand(rules *rulesFlags, tables *tablesFlags) *cobra.Command {
	var o matchOptions
	var moveTime span
	var clock clockFlag
	var nodes limit
	nodes.bits = 62
	margin, patience := span(defaultMargin), span(defaultPatience)
	games := number{least: 1, most: 1_000_000, at: 20, shown: true}
	plies := number{most: 100, at: 6, shown: true}
	seed := number{most: 1<<31 - 1, at: 1, shown: true}
	concurrency := number{least: 1, most: 256, at: 1, shown: true}
	cmd := &cobra.Command{
		Use:   "match ENGINE ENGINE",
		Short: "Let two engines play against each other",
		Long: `Let two engines play against each other over the protocol that uci speaks. An
ENGINE is a command line, or the word ayosolve for this program, with flags of
uci after it if need be: "ayosolve --hash 1GiB".

Every opening is played twice, with sides changed: moves at random, or those of a
file, which has a position, letters of moves, or both on each line. Every move is
checked by the rules given, and the game ends as they say: by majority, without a
move, or as soon as a position comes back. An engine that does not start, ends,
answers too late or by a move that is not legal has lost the game; it is started
anew for the next one.

Score, Elo difference and seeds a game are for the engine named first, each with
what it lies between with a confidence of 95 %. Ctrl-C shows how things stand. With
--json the result is one line of JSON; --out writes the games.

This program's engines share --threads among the games at a time.`,
		Example: `  ` + matchExample + `
  ayosolve match ayosolve "ayosolve --tables small" --games 100 --nodes 20000
  ayosolve match ayosolve ./engine --clock 60s+1s --openings openings.txt`,
		Args: takes(2, "ENGINE", "ENGINE"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.place, err = tables.placeOrNone(rules); err != nil {
				return err
			}
			o.engines = [2]string(args)
			o.games, o.plies, o.seed, o.concurrency = games.at, plies.at, uint64(seed.at), concurrency.at
			o.patience, o.width = time.Duration(patience), columns(cmd.OutOrStdout())
			o.control = match.Control{
				MoveTime: time.Duration(moveTime), Clock: clock.first, Increment: clock.extra, Nodes: nodes.value,
				Margin: time.Duration(margin), Hang: o.patience,
			}
			return runMatch(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	flags := cmd.Flags()
	flags.Var(&games, "games", "games to play")
	flags.Var(&moveTime, "time", "`TIME` for a move (default: "+defaultMoveTime.String()+", unless --clock or --nodes is given)")
	flags.Var(&clock, "clock", "time for a game and for each move made, such as 60s+1s")
	flags.Var(&nodes, "nodes", "nodes for a move, `N`")
	flags.Var(&margin, "margin", "how much later an answer may come")
	flags.Var(&patience, "patience", "how long an engine may take to start, or over nodes")
	flags.StringVar(&o.openings, "openings", "", "`FILE` of openings, one a line, in place of random ones")
	flags.Var(&plies, "plies", "moves of random openings")
	flags.Var(&seed, "seed", "of the random openings")
	flags.Var(&concurrency, "concurrency", "games at a time")
	flags.StringVar(&o.out, "out", "", "write the games to `FILE`, in Oware Game Notation")
	flags.BoolVar(&o.json, "json", false, "answer in JSON")
	for name, example := range map[string]string{
		"games": "20", "time": "200ms", "clock": "60s+1s", "nodes": "20000", "margin": "500ms", "patience": "1m", "plies": "6", "seed": "1", "concurrency": "2",
	} {
		withExample(flags, name, example)
	}
	return cmd
}

// clockFlag is a flag that is a time for a game, with one for each move after a +. It
// is a pflag.Value.
type clockFlag struct{ first, extra time.Duration }

// String returns the times, or "" if there are none.
func (c *clockFlag) String() string {
	if c.first == 0 {
		return ""
	}
	return c.first.String() + "+" + c.extra.String()
}

// Set reads the times, each with its unit.
func (c *clockFlag) Set(text string) error {
	first, extra, more := strings.Cut(text, "+")
	var a, b span
	if err := a.Set(first); err != nil {
		return err
	}
	if more && extra != "0" && extra != "0s" {
		if err := b.Set(extra); err != nil {
			return err
		}
	}
	c.first, c.extra = time.Duration(a), time.Duration(b)
	return nil
}

// Type names the value in a flag's help.
func (c *clockFlag) Type() string { return "TIME+TIME" }

// validate returns errUsage for options that do not go together.
func (o *matchOptions) validate() error {
	given := 0
	for _, set := range []bool{o.control.MoveTime > 0, o.control.Clock > 0, o.control.Nodes > 0} {
		if set {
			given++
		}
	}
	switch given {
	case 0:
		o.control.MoveTime = defaultMoveTime
	case 1:
	default:
		return usagef(matchExample+" --time 200ms", "--time, --clock and --nodes do not go together")
	}
	if d := o.control.MoveTime; d > 0 && d < time.Millisecond || o.control.Clock > 0 && o.control.Clock < time.Millisecond {
		return usagef(matchExample+" --time 200ms", "no engine moves in less than a millisecond")
	}
	return o.rules.Validate()
}

// command makes a command of an ENGINE.
func (o *matchOptions) command(engine string) (client.Command, error) {
	words, err := match.SplitCommand(engine)
	if err != nil {
		return client.Command{}, usagef(matchExample, "ENGINE %s is %s", quoted(engine), err)
	}
	if words[0] != "ayosolve" {
		return client.Command{Path: words[0], Args: words}, nil
	}
	self, err := os.Executable()
	if err != nil {
		return client.Command{}, err
	}
	args := []string{"ayosolve", "uci", "--rules", o.rules.Name(), "--repetition", o.rules.Repetition.String(),
		"--threads", strconv.Itoa(max(1, o.threads/o.concurrency))}
	if o.dir != "" {
		args = append(args, "--tables", o.dir)
	}
	words = words[1:]
	if len(words) > 0 && words[0] == "uci" {
		words = words[1:]
	}
	return client.Command{Path: self, Args: append(args, words...)}, nil
}

// readOpenings returns the openings.
func (o *matchOptions) readOpenings() ([]match.Opening, error) {
	if o.openings == "" {
		openings, err := match.RandomOpenings(o.rules, (o.games+1)/2, o.plies, o.seed)
		if err != nil {
			return nil, usagef(matchExample+" --plies 6", "%s", err)
		}
		return openings, nil
	}
	f, err := os.Open(o.openings)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	openings, err := match.ReadOpenings(f, o.rules)
	if err != nil {
		return nil, usagef(bitboard.StartPosition().String()+" moves FaAb", "%s: %s", o.openings, err)
	}
	return openings, nil
}

// runMatch plays a match and shows how it ended, or how it stands if ctx is done.
func runMatch(ctx context.Context, out, errOut io.Writer, o matchOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	options := match.Options{Rules: o.rules, Games: o.games, Control: o.control, Concurrency: o.concurrency, Patience: o.patience}
	var err error
	for i, engine := range o.engines {
		if options.Engines[i], err = o.command(engine); err != nil {
			return err
		}
	}
	if options.Openings, err = o.readOpenings(); err != nil {
		return err
	}
	records, err := newRecords(o.out)
	if err != nil {
		return err
	}
	line := newStatusLine(errOut)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	options.Played = func(g match.Game, r match.Report) {
		if records.add(g, r); records.err != nil {
			stop() // games that can't be kept are not played
		}
		line.show(matchTexts(r, o.games)...)
	}
	report, err := match.Run(ctx, options)
	line.close()
	if failed := records.close(report); failed != nil {
		err = failed
	}
	if len(report.Games) == 0 && err != nil {
		return err
	}
	return errors.Join(o.write(out, report), err)
}

// matchTexts words how a match stands, for wide and narrow lines.
func matchTexts(r match.Report, games int) []string {
	all, _, _ := r.Tallies()
	short := fmt.Sprintf("%d of %d games, +%d =%d -%d", all.Games(), games, all.Wins, all.Draws, all.Losses)
	return []string{r.Names[0] + " against " + r.Names[1] + ": " + short, short}
}
