package client

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Command says how to start an engine.
type Command struct {
	Path string   // of the program, looked up in PATH if it has no slash
	Args []string // with the name first, as in os.Args
	Env  []string // nil for the one of this process
}

// Process is an engine that runs as a process of its own.
type Process struct {
	*Engine
	cmd   *exec.Cmd
	out   *os.File // what it writes
	tail  tail
	ended chan struct{} // closed when the process has ended
	why   error         // then: why, nil if its exit status was 0
}

// patience is how long what a process has left behind may hold its errors open
// before they are cut off.
const patience = 200 * time.Millisecond

// Start starts an engine.
func Start(c Command) (*Process, error) {
	path, err := exec.LookPath(c.Path)
	if err != nil {
		return nil, err
	}
	p := &Process{ended: make(chan struct{})}
	p.cmd = &exec.Cmd{Path: path, Args: c.Args, Env: c.Env, Stderr: &p.tail, WaitDelay: patience}
	ownGroup(p.cmd)
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.cmd.Stdout, p.out = write, out
	err = p.cmd.Start()
	write.Close()
	if err != nil {
		out.Close()
		return nil, err
	}
	p.Engine = Connect(in, out)
	go func() {
		defer close(p.ended)
		p.why = p.cmd.Wait()
	}()
	return p, nil
}

// Quit asks the engine to quit, waits that long for it, and kills it if it has not
// ended by then. Nothing of it is left afterwards.
func (p *Process) Quit(wait time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	_ = p.Send(ctx, "quit")
	p.leave()
	select {
	case <-p.ended:
	case <-ctx.Done():
	}
	p.Kill()
}

// Kill ends the engine and what it has started, at once.
func (p *Process) Kill() {
	p.leave()
	killGroup(p.cmd)
	<-p.ended
	p.out.Close() // what it has left behind may hold the other end
	p.Close()
}

// Why waits for an engine that is ending, but not for long, and says how it ended.
func (p *Process) Why(wait time.Duration) string {
	select {
	case <-p.ended:
	case <-time.After(wait):
		return "it has closed its output"
	}
	text := "it has ended"
	if p.why != nil {
		text = fmt.Sprintf("it has ended: %s", p.why)
	}
	if last := p.tail.last(); last != "" {
		text += " (" + last + ")"
	}
	return text
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// Write keeps the end of text.
func (t *tail) Write(text []byte) (int, error) {
	const most = 512
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, text...)
	t.text = t.text[max(0, len(t.text)-most):]
	return len(text), nil
}

// last returns the last line that is not empty.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.TrimSpace(string(t.text))
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}
