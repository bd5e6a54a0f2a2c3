package main

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

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

const allExact = "document.querySelector('.how')?.textContent.includes('All moves are exact')"

// pageAnalysis watches the start turn exact, which needs nothing to be asked for.
func pageAnalysis(t *testing.T, b *tab) {
	b.open(atOnce, "")
	b.until(allExact)
	if got := b.text(".verdict-title"); got != "South wins 27–21" {
		t.Errorf("the verdict is %s", got)
	}
	for pit, want := range map[string]string{"A": "−4 ▼ loss", "C": "★+6 ▲ win", "E": "−16 ▼ loss"} {
		if got := strings.Join(strings.Fields(b.text(pitOf(pit)+" .badge")), " "); got != want {
			t.Errorf("the badge of %s is %s", pit, got)
		}
		if kind := eval[string](b, "document.querySelector('"+pitOf(pit)+" .badge').className"); !strings.HasPrefix(kind, "badge exact ") {
			t.Errorf("the badge of %s is of kind %s", pit, kind)
		}
	}
	label := eval[string](b, "document.querySelector('"+pitOf("C")+"').ariaLabel")
	if label != "C, South, 4 seeds, can be played, best, exact +6, win" {
		t.Errorf("C is named %s", label)
	}
	if live := eval[string](b, "document.querySelector('#live-values').textContent"); !strings.Contains(live, "South wins 27–21") {
		t.Errorf("those who listen hear %q", live)
	}
	checkPaint(t, b)
}

// checkPaint measures when the browser has first painted the page. Where the long tests
// run, the best of a few times has to be soon: what else the machine does is no fault of
// the page.
func checkPaint(t *testing.T, b *tab) {
	const most = 300 // ms
	first := func() float64 {
		b.until("performance.getEntriesByName('first-contentful-paint').length")
		return eval[float64](b, "performance.getEntriesByName('first-contentful-paint')[0].startTime")
	}
	best := first()
	if os.Getenv("AYOSOLVE_LONG") == "" {
		t.Logf("first paint after %.0f ms", best)
		return
	}
	for range 9 {
		b.do(chromedp.Reload())
		b.ready()
		best = min(best, first())
	}
	t.Logf("first paint after %.0f ms", best)
	if best > most {
		t.Errorf("first paint after %.0f ms", best)
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

// pageLink loads a link again, elsewhere.
func pageLink(t *testing.T, b *tab) {
	const hash = "#rules=oware-capture&repetition=owner&position=0-2-0-1-0-3-1-0-2-0-1-3-18-17-N&moves=aF(B)e&at=aB"
	b.open(silent, hash)
	b.checkBoard("0-2-0-1-0-3-1-0-2-0-1-3-18-17-N --rules oware-capture --moves aB")
	if got := b.hash(); got != hash {
		t.Errorf("it becomes %s", got)
	}
	b.do(chromedp.Reload())
	b.ready()
	b.checkBoard("0-2-0-1-0-3-1-0-2-0-1-3-18-17-N --rules oware-capture --moves aB")
	if got := b.text("#rules-name"); got != "Oware · capture · repeats to owner" {
		t.Errorf("the rules are %s", got)
	}
}

// pageBadLink has links that nobody should have written.
func pageBadLink(t *testing.T, b *tab) {
	b.forgive() // the browser logs what the server refuses
	for hash, want := range map[string]string{
		"#moves=CaZ":       "no pit",
		"#moves=CC":        "not a legal move",
		"#position=1-2-3":  "not a position",
		"#rules=chess":     "is not one of",
		"#moves=Ca)":       "too many",
		"#rules=oware&x=1": "is not an argument",
	} {
		b.open(silent, hash)
		b.until("!document.querySelector('#toast').hidden")
		if got := b.text("#toast"); !strings.Contains(got, want) {
			t.Errorf("%s: %s", hash, got)
		}
	}
}

// pageEditor sets a position up.
func pageEditor(t *testing.T, b *tab) {
	b.open(atOnce, "")
	b.click("#edit-button")
	set := func(field, text string) {
		t.Helper()
		eval[bool](b, "(document.querySelector('#edit-"+field+"').select(), true)")
		b.press(text)
	}
	b.until("document.activeElement.id === 'edit-A'")
	b.press("0") // the field is selected
	if got := b.text(".sum"); got != "44 of 48: 4 seeds missing" || !eval[bool](b, "document.querySelector('.edit-buttons .primary').disabled") {
		t.Errorf("with four seeds less: %s", got)
	}
	set("S", "5")
	if got := b.text(".sum"); got != "49 of 48: 1 seed too many" {
		t.Errorf("with one too many: %s", got)
	}
	set("S", "4")
	b.click("#edit-turn-N")
	if got := b.text(".sum"); got != "✓ 48 of 48 seeds" {
		t.Errorf("as many as there are: %s", got)
	}
	b.click(".edit-buttons .primary")
	b.until("location.hash.includes('position=')")
	b.ready()
	if got := b.board(); got != "0-4-4-4-4-4-4-4-4-4-4-4-4-0" || !strings.HasSuffix(b.hash(), "-4-0-N") {
		t.Errorf("the board is %s, the link %s", got, b.hash())
	}
	b.click("#edit-button")
	set("text", "0-0-0-1-1-0-0-0-2-0-0-1-S"+kb.Enter)
	b.until("location.hash.includes('0-0-0-1-1-0-0-0-2-0-0-1-S')")
	b.until(allExact)
	eval[bool](b, "history.back(), true") // what was there before is not lost
	b.until("location.hash.endsWith('-4-0-N') && !document.querySelector('.unscored')")
	b.ready()
	if got := b.board(); got != "0-4-4-4-4-4-4-4-4-4-4-4-4-0" {
		t.Errorf("back again, the board is %s", got)
	}
}

// pageRecord copies a game as a record and loads it again.
func pageRecord(t *testing.T, b *tab) {
	const hash = "#rules=ayoayo-pratt&moves=CaD(B)d"
	b.open(silent, hash)
	b.click("#share-button")
	b.until("document.querySelector('#share-ogn').value.includes('[Variant')")
	record := eval[string](b, "document.querySelector('#share-ogn').value")
	if !strings.HasSuffix(record, "\n1. C+6 a+1 2. D ( 2. B+1 ) d\n") {
		t.Errorf("the record is\n%s", record)
	}
	if got := eval[string](b, "document.querySelector('#share-position').value"); got != positionOf(t, "start --rules ayoayo-pratt --moves CaDd") {
		t.Errorf("the position is %s", got)
	}
	if got := eval[string](b, "document.querySelector('#share-link').value"); got != b.address+hash {
		t.Errorf("the link is %s", got)
	}
	b.press(kb.Escape)
	b.open(silent, "")
	b.click("#share-button")
	b.do(chromedp.SetValue(chromedp.CSS("#load-ogn"), record))
	b.click("#load-button")
	b.until("location.hash.includes('pratt')")
	if got := b.hash(); got != hash+"&at=" {
		t.Errorf("loaded, it is %s", got)
	}
	b.click("#share-button")
	b.do(chromedp.SetValue(chromedp.CSS("#load-ogn"), "1. C C"))
	b.click("#load-button")
	b.until("document.querySelector('#dialog .problem').textContent.includes('not a legal move')")
	b.forgive()
}

// pageDrop drops a file on the page, and chooses one.
func pageDrop(t *testing.T, b *tab) {
	b.open(silent, "")
	eval[bool](b, `(() => {
		const data = new DataTransfer();
		data.items.add(new File(['[Variant "Ayoayo"]\n\n1. C a 2. D *\n'], 'game.ogn'));
		document.querySelector('#board').dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
		return true;
	})()`)
	b.until("location.hash.includes('moves=CaD&at=')")
	file := filepath.Join(t.TempDir(), "game.ogn")
	if err := os.WriteFile(file, []byte("[Variant \"Oware Abapa\"]\n\n1. F c 2. B f *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.click("#share-button")
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#load-file"), []string{file}))
	b.until("location.hash.includes('rules=oware&repetition=owner&moves=FcBf')")
}

// pageLine steps through the main line and back.
func pageLine(t *testing.T, b *tab) {
	b.open(atOnce, "#position=0-2-0-1-0-3-1-0-2-0-1-3-18-17-S")
	b.until(allExact)
	line := eval[string](b, "[...document.querySelectorAll('.chip')].map((c) => c.textContent).join('')")
	b.click(`[data-key="line-on"]`)
	b.until("document.querySelectorAll('.chip.done').length === 1")
	b.ready()
	b.click(`[data-key="chip-1"]`)
	b.until("document.querySelectorAll('.chip.done').length === 2")
	b.ready()
	b.checkBoard("0-2-0-1-0-3-1-0-2-0-1-3-18-17-S --moves " + line[:2])
	b.click(`[data-key="line-back"]`)
	b.until("document.querySelectorAll('.chip.done').length === 1")
	b.ready()
	b.checkBoard("0-2-0-1-0-3-1-0-2-0-1-3-18-17-S --moves " + line[:1])
}

// pageReview has a game with a bad move, found on the chart.
func pageReview(t *testing.T, b *tab) {
	b.open(atOnce, "#position=0-2-0-1-0-3-1-0-2-0-1-3-18-17-S&moves=BaEb")
	b.until("document.querySelectorAll('.chart .point').length === 5 && document.querySelector('#annotate').textContent === 'Review the game'")
	bad := eval[int](b, "document.querySelectorAll('.mistakes button').length")
	if bad == 0 {
		t.Fatalf("no mistake is found:\n%s", b.text(".chart-panel"))
	}
	b.click(".mistakes button")
	b.until("document.querySelector('.mistakes button[aria-current]')")
	if glyphs := eval[int](b, "document.querySelectorAll('.chart .glyph').length"); glyphs != bad {
		t.Errorf("%d mistakes, %d marks", bad, glyphs)
	}
	b.focus(".chart")
	b.press(kb.Home)
	b.until("document.querySelector('.chart').getAttribute('aria-valuenow') === '0'")
	b.press(kb.ArrowRight)
	b.until("document.querySelector('.chart').getAttribute('aria-valuenow') === '1' && document.activeElement.matches('.chart')")
	b.ready()
	b.checkBoard("0-2-0-1-0-3-1-0-2-0-1-3-18-17-S --moves B")
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

// pageRules begins a game of other rules.
func pageRules(t *testing.T, b *tab) {
	b.open(silent, "")
	b.click("#rules-button")
	b.click(`input[name=game][value=oware]`)
	if eval[bool](b, "document.querySelector('#choose-capturing-seed').offsetParent !== null") {
		t.Error("an option of Ayoayo is shown for oware")
	}
	b.do(chromedp.SetValue(chromedp.CSS("#choose-grand-slam"), "leave-last"))
	b.click("#dialog button[value=new]")
	b.until("document.querySelector('#rules-name').textContent === 'Oware · leave last'")
	b.play("F")
	b.checkBoard("start --rules oware-leave-last --moves F")
}

// pageKinds has a position where nothing is proven soon.
func pageKinds(t *testing.T, b *tab) {
	b.open(atOnce, "#rules=oware")
	b.until("document.querySelector('.pit .badge.estimate')")
	if got := b.text(pitOf("A") + " .badge-value"); !strings.Contains(got, "~") {
		t.Errorf("an estimate is written %s", got)
	}
	look := func(kind string) string {
		return eval[string](b, "(() => { const c = getComputedStyle(document.querySelector('.legend .badge."+kind+"')); return c.borderStyle + ' ' + c.backgroundColor; })()")
	}
	if a, c, d := look("exact"), look("bounds"), look("estimate"); a == c || c == d || a == d {
		t.Errorf("kinds of values look alike: %s, %s, %s", a, c, d)
	}
	b.click("#analysis-run") // Stop
	b.until("document.querySelector('.how')?.textContent.includes('stopped')")
	b.click("#analysis-run") // Go on
	b.until("document.querySelector('.how.running')")
}

// pageElsewhere calls the server from the page of another site.
func pageElsewhere(t *testing.T, b *tab) {
	b.forgive()
	other := httptest.NewServer(foreign(t))
	defer other.Close()
	b.do(chromedp.Navigate(other.URL))
	target := b.address + "api/analyze?rules=oware&time=9s"
	if got := eval[string](b, "(window.got = '', fetch('"+target+"').then(() => { got = 'answered'; }, () => { got = 'refused'; }), 'asked')"); got != "asked" {
		t.Fatal(got)
	}
	b.until("got")
	if got := eval[string](b, "got"); got != "refused" {
		t.Errorf("a call from %s is %s", other.URL, got)
	}
	if status, err := b.status(target); err != nil || status != 403 {
		t.Errorf("its status is %d, %v", status, err)
	}
	quiet := target + "&moves=A" // in a way for which the browser asks nobody
	eval[string](b, "(fetch('"+quiet+"', {mode: 'no-cors'}).catch(() => {}), 'asked')")
	if status, err := b.status(quiet); err != nil || status != 403 {
		t.Errorf("without CORS its status is %d, %v", status, err)
	}
}

// pageLeft opens pages that search without end, and closes them.
func pageLeft(t *testing.T, b *tab) {
	pages := 3
	if os.Getenv("AYOSOLVE_LONG") != "" {
		pages = 50
	}
	for range pages {
		func() {
			ctx, leave := chromedp.NewContext(b.ctx)
			defer leave()
			one := &tab{t: t, ctx: ctx, address: b.address}
			if err := chromedp.Do(ctx); err != nil { // the tab lives as long as this context
				t.Fatal(err)
			}
			one.do(chromedp.Navigate(b.address + "#rules=oware"))
			one.until("document.querySelector('.how.running')")
		}()
	}
	stacks := make([]byte, 1<<22)
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		n := strings.Count(string(stacks[:runtime.Stack(stacks, true)]), "search.(*Solver).Analyze")
		if n == 0 {
			break
		}
		if time.Since(begin) > 10*time.Second {
			t.Fatalf("%d searches go on", n)
		}
	}
}
