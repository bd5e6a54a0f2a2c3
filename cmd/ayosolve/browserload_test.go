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
