package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// startBrowser starts a browser without a window and returns the context of its first
// tab. It skips the test where there is no browser, and under -short.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("skipped under -short: it runs a browser")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("skipped: there is no browser; install Debian's package chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.UserDataDir(t.TempDir()), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, leave := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx) // closes the browser, which then leaves the folder alone
		leave()
		end()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// tab is a tab of the browser that shows the page of a server.
type tab struct {
	t       *testing.T
	ctx     context.Context
	address string

	mu       sync.Mutex
	forgiven bool
	problems []string                     // what the console says is wrong
	asked    map[network.RequestID]string // the URLs of requests
	statuses map[network.RequestID]int64  // of their responses, which may be heard of first
}

// newTab opens a tab. When the test ends, an error in its console fails it.
func newTab(t *testing.T, browser context.Context, address string) *tab {
	t.Helper()
	ctx, leave := chromedp.NewContext(browser)
	b := &tab{t: t, ctx: ctx, address: address, asked: map[network.RequestID]string{}, statuses: map[network.RequestID]int64{}}
	t.Cleanup(func() {
		leave()
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, p := range b.problems {
			if !b.forgiven {
				t.Errorf("in the console: %s", p)
			}
		}
	})
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	b.view(1200, 860, "light")
	return b
}

// hear keeps what goes wrong in a tab, and the status of its responses.
func (b *tab) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.problems = append(b.problems, e.ExceptionDetails.Text)
		if x := e.ExceptionDetails.Exception; x != nil {
			b.problems = append(b.problems, x.Description)
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" {
			b.problems = append(b.problems, fmt.Sprintf("console.%s with %d arguments", e.Type, len(e.Args)))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" {
			b.problems = append(b.problems, e.Entry.Text+" "+e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		b.asked[e.RequestID] = e.Request.URL
	case *network.EventResponseReceivedExtraInfo: // which also comes for what the browser hides from the page
		b.statuses[e.RequestID] = e.StatusCode
	}
}

// forgive lets the console say what it likes: things are meant to go wrong.
func (b *tab) forgive() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.forgiven = true
}

// do runs actions.
func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 12*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// view sets the size of the window and the colours that the user likes.
func (b *tab) view(width, height int64, colours string) {
	b.t.Helper()
	var how []chromedp.EmulateViewportOption
	if width < 600 {
		how = append(how, chromedp.EmulateMobile, chromedp.EmulatePortrait)
	}
	b.do(chromedp.EmulateViewport(width, height, how...))
	b.media("prefers-color-scheme", colours)
}

func (b *tab) media(name, value string) {
	b.t.Helper()
	features := []*emulation.MediaFeature{{Name: name, Value: value}}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		b.t.Fatal(err)
	}
}

// eval returns the value of an expression.
func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// until waits until an expression is true.
func (b *tab) until(expression string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 12*time.Second)
	defer cancel()
	_, err := chromedp.Run(ctx, chromedp.Poll[bool]("Boolean("+expression+")", chromedp.WithPollingInterval(10*time.Millisecond)))
	if err != nil {
		text, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string]("location.hash + document.body.innerText"))
		b.t.Fatalf("never true: %s: %v\n%s", expression, err, strings.Join(strings.Fields(text), " "))
	}
}

// Settings of the page that the tests begin with.
const (
	atOnce  = `{"speed":"off"}`
	silent  = `{"speed":"off","values":false}` // without a search
	hurried = `{"speed":"fast","values":false}`
)

// open shows what a link leads to, under some settings, and waits for the board.
func (b *tab) open(settings, hash string) {
	b.t.Helper()
	b.do(chromedp.Navigate(b.address + "icon.svg")) // of the same origin: the settings can be put there
	eval[bool](b, fmt.Sprintf("localStorage.setItem('ayosolve', %q), true", settings))
	b.do(chromedp.Navigate(b.address + hash))
	b.ready()
}

// ready waits until the board shows a position and nothing moves.
func (b *tab) ready() {
	b.t.Helper()
	b.until("document.querySelector('.pit[aria-label]') && !document.querySelector('.sowing') && !document.querySelector('#status').textContent.includes('thinking')")
}

// press presses keys, one after the other.
func (b *tab) press(keys string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys))
}

// click clicks on the middle of what a selector finds.
func (b *tab) click(selector string) {
	b.t.Helper()
	b.until(fmt.Sprintf("document.querySelector(%q)?.checkVisibility()", selector))
	at := eval[[]float64](b, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({block: 'nearest'});
		const r = e.getBoundingClientRect();
		return [r.left + r.width / 2, r.top + r.height / 2];
	})()`, selector))
	b.do(chromedp.MouseClickXY(at[0], at[1]))
}

// focus gives what a selector finds the focus.
func (b *tab) focus(selector string) {
	b.t.Helper()
	eval[bool](b, fmt.Sprintf("(document.querySelector(%q).focus(), true)", selector))
}

// play clicks on pits, each when the move before is done.
func (b *tab) play(pits ...string) {
	b.t.Helper()
	for _, pit := range pits {
		before := b.hash()
		b.click(pitOf(pit))
		b.until(fmt.Sprintf("location.hash !== %q", before))
		b.ready()
	}
}

func pitOf(letter string) string { return fmt.Sprintf(`.pit[data-pit="%s"]`, letter) }

// hash returns the part of the address that holds what is shown.
func (b *tab) hash() string { b.t.Helper(); return eval[string](b, "location.hash") }

// text returns the text of an element.
func (b *tab) text(selector string) string {
	b.t.Helper()
	return eval[string](b, fmt.Sprintf("document.querySelector(%q).innerText", selector))
}

// board returns the numbers that the board shows, in the order of the notation.
func (b *tab) board() string {
	b.t.Helper()
	return eval[string](b, `[...[...'ABCDEFabcdef'].map((p) => document.querySelector('.pit[data-pit="' + p + '"] .count').textContent),
		...['S', 'N'].map((s) => document.querySelector('.store.' + s + ' .count').textContent)].join('-')`)
}

// status returns the status of the response to a URL, which the browser may hide from
// the page that asked.
func (b *tab) status(url string) (int64, error) {
	for begin := time.Now(); time.Since(begin) < 10*time.Second; time.Sleep(5 * time.Millisecond) {
		if got := b.heard(url); got != 0 {
			return got, nil
		}
	}
	return 0, errors.New("no response to " + url)
}

// heard returns the status of the response to a URL, 0 if there is none yet.
func (b *tab) heard(url string) int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, asked := range b.asked {
		if asked == url && b.statuses[id] != 0 {
			return b.statuses[id]
		}
	}
	return 0
}

// positionOf returns the position that a link's moves lead to, from the command line.
func positionOf(t *testing.T, line string) string {
	t.Helper()
	got := run(t, "moves --json "+line, "")
	_, rest, _ := strings.Cut(got.out, `"position":"`)
	text, _, _ := strings.Cut(rest, `"`)
	if got.status != statusDone || len(text) < 4 {
		t.Fatalf("moves %s: %+v", line, got)
	}
	return text
}

// checkBoard fails unless the board shows what moves lead to.
func (b *tab) checkBoard(line string) {
	b.t.Helper()
	want := positionOf(b.t, line)
	if got := b.board(); got != want[:len(want)-2] {
		b.t.Errorf("after %s the board shows %s, it is %s", line, got, want)
	}
}

// foreign is a page of another site, which has a script that calls the server.
func foreign(t *testing.T) http.Handler {
	t.Helper()
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!doctype html><title>elsewhere</title>"))
	})
}
