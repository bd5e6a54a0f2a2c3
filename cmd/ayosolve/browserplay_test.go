package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestPage uses the page as people do, in a browser.
func TestPage(t *testing.T) {
	browser := startBrowser(t)
	address := startServe(t)
	for _, test := range []struct {
		name string
		do   func(t *testing.T, b *tab)
	}{
		{"the start turns exact", pageAnalysis},
		{"a game", pageGame},
		{"a relay with a capture, lap by lap", pageRelay},
		{"no motion", pageStill},
		{"a game by keys", pageKeys},
		{"branches, undo and redo", pageTree},
		{"a link", pageLink},
		{"a bad link", pageBadLink},
		{"a position is set up", pageEditor},
		{"records", pageRecord},
		{"a record is dropped", pageDrop},
		{"the main line is stepped through", pageLine},
		{"a review", pageReview},
		{"the computer", pageOpponent},
		{"an ended game", pageEnded},
		{"rules", pageRules},
		{"kinds of values", pageKinds},
		{"sizes and colours", pageLooks},
		{"names", pageNames},
		{"another site", pageElsewhere},
		{"pages that are left", pageLeft},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newTab(t, browser, address)
			test.do(t, b)
		})
	}
}

// pageGame plays moves by clicking.
func pageGame(t *testing.T, b *tab) {
	b.open(silent, "")
	b.play("C", "a", "D", "d", "B", "e")
	b.checkBoard("start --moves CaDdBe")
	if live := eval[string](b, "document.querySelector('#live').textContent"); !strings.HasPrefix(live, "North played e, ") || !strings.HasSuffix(live, " South to move.") {
		t.Errorf("those who listen hear %q", live)
	}
	if got := b.hash(); got != "#rules=ayoayo&moves=CaDdBe" {
		t.Errorf("the link is %s", got)
	}
	before := b.board()
	b.click(pitOf("a")) // North's, and South is to move
	b.until("!document.querySelector('#toast').hidden")
	if got := b.text("#toast"); got != "South is to move." || b.board() != before {
		t.Errorf("a wrong pit: %s, board %s", got, b.board())
	}
}

// pageRelay watches five laps and a capture of seven.
func pageRelay(t *testing.T, b *tab) {
	b.open(hurried, "")
	eval[bool](b, `window.said = new Set(), new MutationObserver(() => said.add(document.querySelector('#status').textContent)).observe(document.querySelector('#status'), {childList: true}), true`)
	b.click(pitOf("C"))
	b.until("said.has('C: lap 1 of 5') && said.has('C: lap 5 of 5') && said.has('C captures 7')")
	b.ready()
	b.checkBoard("start --moves C")
	marks := eval[string](b, "[...document.querySelectorAll('.mark')].map((m) => m.textContent).filter(Boolean).sort().join(' ')")
	if from := eval[string](b, "document.querySelector('.from').dataset.pit + document.querySelector('.to').dataset.pit"); from != "CE" || marks != "−1 −6" {
		t.Errorf("from and to %s, taken %s", from, marks)
	}
	if got := b.text("#status"); got != "South played C, 5 laps, took 7. North to move" {
		t.Errorf("the status is %s", got)
	}
	b.click(pitOf("c")) // and now one that is skipped
	b.until("document.querySelector('.sowing')")
	b.press(kb.Escape)
	b.ready()
	b.checkBoard("start --moves Cc")
}

// pageStill plays for someone who wants no motion.
func pageStill(t *testing.T, b *tab) {
	b.media("prefers-reduced-motion", "reduce")
	b.open(hurried, "")
	eval[bool](b, `window.sown = false, new MutationObserver(() => { sown ||= Boolean(document.querySelector('.sowing')); }).observe(document.querySelector('#board'), {attributes: true}), true`)
	b.play("C")
	b.checkBoard("start --moves C")
	if eval[bool](b, "sown") {
		t.Error("the board moved")
	}
}

// pageKeys plays without a pointer.
func pageKeys(t *testing.T, b *tab) {
	b.open(atOnce, "")
	b.press("c")
	b.until("location.hash.endsWith('moves=C')")
	b.ready()
	for range 20 { // to the board
		if eval[bool](b, "document.activeElement.matches('.pit')") {
			break
		}
		b.press(kb.Tab)
	}
	b.do(chromedp.KeyEvent(kb.ArrowUp + kb.End + kb.Enter)) // the far row's right end is a
	b.until("location.hash.endsWith('moves=Ca')")
	b.ready()
	b.press(kb.ArrowDown + kb.Home + kb.ArrowRight + kb.ArrowRight + kb.ArrowRight + kb.Enter)
	b.until("location.hash.endsWith('moves=CaD')")
	b.ready()
	b.checkBoard("start --moves CaD")
	b.press("u")
	b.until("location.hash.includes('at=Ca')")
	b.press("r")
	b.until("location.hash.endsWith('moves=CaD')")
	b.press("t")
	if first := eval[string](b, "document.querySelector('.pit').dataset.pit"); first != "F" {
		t.Errorf("turned round, the board begins with %s", first)
	}
	b.press("t" + "h")
	b.until("document.querySelector('.hinted')")
	if at := eval[string](b, "document.activeElement.dataset.pit"); at != eval[string](b, "document.querySelector('.hinted').dataset.pit") {
		t.Errorf("after the hint the focus is on %s", at)
	}
}

// pageTree goes back and tries another move.
func pageTree(t *testing.T, b *tab) {
	b.open(silent, "")
	b.play("C", "a", "D")
	b.click("#undo")
	b.until("location.hash.includes('at=Ca')")
	b.play("B")
	if got := b.hash(); got != "#rules=ayoayo&moves=CaD(B)&at=CaB" {
		t.Errorf("the link is %s", got)
	}
	b.checkBoard("start --moves CaB")
	if n := eval[int](b, "document.querySelectorAll('.branch').length"); n != 1 {
		t.Errorf("%d branches", n)
	}
	b.click("#promote")
	if got := b.hash(); got != "#rules=ayoayo&moves=CaB(D)" {
		t.Errorf("as the main line: %s", got)
	}
	b.click("#remove")
	b.until("location.hash.includes('at=Ca')")
	b.click("#redo")
	b.until("location.hash.endsWith('moves=CaD')")
	b.click("#to-start")
	b.until("location.hash.endsWith('at=')")
	b.click("#to-end")
	b.until("location.hash.endsWith('moves=CaD')")
	b.ready()
	b.checkBoard("start --moves CaD")
}

// pageOpponent plays against the computer.
func pageOpponent(t *testing.T, b *tab) {
	b.open(atOnce, "")
	b.click("#new-button")
	b.do(chromedp.SetValue(chromedp.CSS("#choose-side"), "N"), chromedp.SetValue(chromedp.CSS("#choose-level"), "2"))
	eval[bool](b, "document.querySelector('#choose-side').dispatchEvent(new Event('change', {bubbles: true}))")
	b.click("#dialog button[value=new]")
	b.until("document.querySelector('#rules-name').textContent === 'Ayoayo · North: level 2'")
	b.ready()
	if eval[bool](b, "document.querySelector('#values').checked") {
		t.Error("the values are shown in a game")
	}
	b.click(pitOf("C"))
	b.until(`/moves=C[a-f]$/.test(location.hash)`)
	b.ready()
	b.click("#undo")
	b.until("location.hash.endsWith('at=')")
	b.click("#hint")
	b.until("document.querySelector('.hinted')")
}

// pageEnded reads how a game has ended.
func pageEnded(t *testing.T, b *tab) {
	b.open(atOnce, "#position=0-0-0-0-0-2-0-0-0-0-0-0-23-23-N")
	b.until("!document.querySelector('#ended').hidden")
	const want = "The game is over. North has no seed left to sow. South takes the 2 seeds left on the board. South wins 25–23."
	if got := b.text("#ended p"); got != want {
		t.Errorf("it says %s", got)
	}
	b.press("f")
	b.until("document.querySelector('#toast').textContent === 'The game is over.'")
	b.open(atOnce, "#position=1-0-0-0-0-0-0-0-0-0-1-0-22-24-N") // and one that a move ends
	b.play("e")
	if live := eval[string](b, "document.querySelector('#live').textContent"); !strings.Contains(live, "The game is over.") {
		t.Errorf("those who listen hear %q", live)
	}
}
