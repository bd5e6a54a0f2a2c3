package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// pageLooks shows the page in the sizes and colours there are. With
// AYOSOLVE_SCREENSHOTS=DIR it leaves pictures there, for people to look at.
func pageLooks(t *testing.T, b *tab) {
	dir := os.Getenv("AYOSOLVE_SCREENSHOTS")
	b.open(atOnce, "#position=0-2-0-1-0-3-1-0-2-0-1-3-18-17-S&moves=Ba(Fc)E")
	b.until(allExact)
	b.until("document.querySelectorAll('.chart .point').length === 4")
	for _, size := range [][2]int64{{360, 740}, {820, 1180}, {1440, 900}} {
		for _, colours := range []string{"light", "dark"} {
			for _, theme := range []string{"wood", "plain"} {
				name := fmt.Sprintf("%dx%d-%s-%s", size[0], size[1], colours, theme)
				b.view(size[0], size[1], colours)
				eval[string](b, "document.documentElement.dataset.theme = '"+theme+"'")
				if top := eval[int](b, "scrollY"); top != 0 {
					t.Errorf("%s: the page has moved by %d", name, top)
				}
				if over := eval[int](b, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
					t.Errorf("%s: the page is %d pixels too wide", name, over)
				}
				small := eval[[]string](b, `[...document.querySelectorAll('button')].filter((e) => e.offsetParent && (e.offsetWidth < 24 || e.offsetHeight < 24)).map((e) => e.outerHTML.slice(0, 80))`)
				for _, s := range small {
					t.Errorf("%s: too small to hit: %s", name, s)
				}
				for _, low := range eval[[]string](b, contrasts) {
					t.Errorf("%s: too little contrast: %s", name, low)
				}
				cut := eval[[]string](b, `[...document.querySelectorAll('.pit .badge *, .tag *, .status p, .panel-head *, .controls button, .top button')].filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline' && e.offsetWidth > 1).map((e) => e.outerHTML.slice(0, 80))`)
				for _, s := range cut {
					t.Errorf("%s: does not fit: %s", name, s)
				}
				if dir == "" {
					continue
				}
				picture, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	b.view(360, 740, "light")
	wide := eval[float64](b, `(() => { // the widest badge there can be
		const badge = document.querySelector('.pit .badge');
		badge.className = 'badge bounds long';
		badge.replaceChildren(...['−48…+48', 'bounds'].map((text, i) => Object.assign(document.createElement('span'), {textContent: text, className: ['badge-value', 'badge-word'][i]})));
		return Math.max(...[...badge.children].map((e) => e.getBoundingClientRect().width)) - badge.clientWidth;
	})()`)
	if wide > 0 {
		t.Errorf("on a phone bounds are %.0f pixels too wide for their badge", wide)
	}
	for _, size := range [][2]int64{{320, 640}, {740, 360}} { // the smallest, and a phone on its side
		b.view(size[0], size[1], "light")
		if over := eval[int](b, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
			t.Errorf("%v: the page is %d pixels too wide", size, over)
		}
	}
	b.view(1440, 900, "light")
	beside := eval[bool](b, "document.querySelector('.analysis').getBoundingClientRect().left >= document.querySelector('#board').getBoundingClientRect().right")
	b.view(360, 740, "light")
	below := eval[bool](b, "document.querySelector('.analysis').getBoundingClientRect().top >= document.querySelector('#board').getBoundingClientRect().bottom")
	if !beside || !below {
		t.Errorf("the analysis is beside the board: %v, on a phone below it: %v", beside, below)
	}
}

// contrasts lists text whose contrast to what is behind it is below that of WCAG's level
// AA. On the wood, which is a picture, that is the lightest colour under it.
const contrasts = `(() => {
	const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
	const rgba = (colour) => {
		probe.clearRect(0, 0, 1, 1);
		probe.fillStyle = colour;
		probe.fillRect(0, 0, 1, 1);
		const [r, g, b, a] = probe.getImageData(0, 0, 1, 1).data;
		return [r, g, b, a / 255];
	};
	const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
		.reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
	const behind = (e) => {
		if (!e) return [255, 255, 255, 1];
		const style = getComputedStyle(e);
		const wood = style.getPropertyValue('--wood-a');
		if (e.matches('.board') && style.backgroundImage !== 'none') return rgba(wood);
		const own = rgba(style.backgroundColor);
		return own[3] === 1 ? own : over(own, behind(e.parentElement));
	};
	const low = [];
	for (const e of document.querySelectorAll('body *')) {
		const text = [...e.childNodes].filter((n) => n.nodeType === 3 && n.textContent.trim()).map((n) => n.textContent.trim()).join(' ');
		const style = getComputedStyle(e);
		if (!text || !e.getClientRects().length || style.visibility === 'hidden' || e.closest('.sr, :disabled, dialog:not([open]), svg')) continue;
		const back = behind(e);
		const a = light(over(rgba(style.color), back));
		const b = light(back);
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
		if (ratio < (large ? 3 : 4.5)) low.push(ratio.toFixed(2) + ' ' + e.className + ' ' + text.slice(0, 30));
	}
	return low;
})()`

// pageNames looks for controls that have no name for those who can't see them, or can't be
// reached by keyboard.
func pageNames(t *testing.T, b *tab) {
	b.open(atOnce, "#moves=CaD(B)")
	const nameless = `[...document.querySelectorAll('button, input, select, textarea, [role]')].filter((e) => e.checkVisibility() &&
		!(e.ariaLabel || e.innerText?.trim() || e.labels?.[0]?.innerText.trim() || e.getAttribute('aria-labelledby') || ['img', 'alert', 'presentation'].includes(e.role) && e.ariaLabel !== null)).map((e) => e.outerHTML.slice(0, 100))`
	check := func(what string) {
		t.Helper()
		for _, e := range eval[[]string](b, nameless) {
			t.Errorf("%s: no name: %s", what, e)
		}
		for _, e := range eval[[]string](b, `[...document.querySelectorAll('[tabindex="-1"]:not(.pit):not(#board), [onclick]')].map((e) => e.outerHTML.slice(0, 100))`) {
			t.Errorf("%s: out of reach: %s", what, e)
		}
	}
	check("the page")
	for _, button := range []string{"#new-button", "#share-button", "#settings-button", "#help-button"} {
		b.click(button)
		b.until("document.querySelector('#dialog').open")
		check(button)
		if !eval[bool](b, "document.querySelector('#dialog').contains(document.activeElement)") {
			t.Errorf("%s: the focus stays behind the dialog", button)
		}
		for _, low := range eval[[]string](b, contrasts) {
			t.Errorf("%s: too little contrast: %s", button, low)
		}
		b.view(360, 740, "dark")
		if over := eval[int](b, "document.querySelector('#dialog').scrollWidth - document.querySelector('#dialog').clientWidth"); over > 0 {
			t.Errorf("%s: on a phone the dialog is %d pixels too wide", button, over)
		}
		b.view(1200, 860, "light")
		b.click("#dialog .dialog-head button")
	}
	b.click("#edit-button")
	check("the editor")
}
