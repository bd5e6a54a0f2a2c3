package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ayosolve/bitboard"
	"ayosolve/cmd/ayosolve/uci/client"
)

// errLate is why a wait for an engine ends.
var errLate = errors.New("too late")

// farewell is how long an engine that is told to quit may take.
const farewell = time.Second

// seat is a place where an engine plays, and is started again if it has failed.
type seat struct {
	command client.Command
	rules   bitboard.Rules
	patient time.Duration // how long it may take to start

	process  *client.Process // nil if none is running
	identity client.Identity
}

// ready starts the engine if none is running, and makes it ready for a new game.
func (s *seat) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, s.patient, errLate)
	defer cancel()
	if s.process == nil {
		if err := s.start(ctx); err != nil {
			return err
		}
	}
	if err := s.process.Send(ctx, "ucinewgame"); err != nil {
		return s.failed(err, "a new game", s.patient)
	}
	if err := s.process.Ready(ctx); err != nil {
		return s.failed(err, "isready", s.patient)
	}
	return nil
}

// start starts the engine and sets the rules, if it can play others.
func (s *seat) start(ctx context.Context) error {
	process, err := client.Start(s.command)
	if err != nil {
		return fmt.Errorf("it can't be started: %w", err)
	}
	s.process = process
	if s.identity, err = process.Identify(ctx); err != nil {
		return s.failed(err, "uci", s.patient)
	}
	for _, o := range []struct{ name, value string }{{"Rules", s.rules.Name()}, {"Repetition", s.rules.Repetition.String()}} {
		if !s.identity.Has(o.name) {
			continue
		}
		if err := process.Send(ctx, "setoption name %s value %s", o.name, o.value); err != nil {
			return s.failed(err, "setoption", s.patient)
		}
	}
	return nil
}

// failed words the error of waiting for an engine's answer, and ends the engine.
func (s *seat) failed(err error, asked string, waited time.Duration) error {
	switch {
	case errors.Is(err, errLate):
		err = fmt.Errorf("too late: no answer to %s in %v", asked, waited)
	case errors.Is(err, client.ErrGone):
		err = errors.New(s.process.Why(time.Second))
	}
	s.kill()
	return err
}

// search lets the engine find a move.
func (s *seat) search(ctx context.Context, position, limits string, allowed time.Duration) (client.Answer, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, allowed, errLate)
	defer cancel()
	if err := s.process.Send(ctx, "%s", position); err != nil {
		return client.Answer{}, s.failed(err, "position", allowed)
	}
	a, err := s.process.Go(ctx, limits, nil)
	if err != nil {
		return a, s.failed(err, "go", allowed)
	}
	return a, nil
}

// kill ends the engine at once.
func (s *seat) kill() {
	if s.process != nil {
		s.process.Kill()
		s.process = nil
	}
}

// leave asks the engine to end.
func (s *seat) leave() {
	if s.process != nil {
		s.process.Quit(farewell)
		s.process = nil
	}
}
