package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
)

//go:embed assets
var assetFiles embed.FS

// asset is a file of the page.
type asset struct {
	body []byte
	kind string // its media type
	tag  string // changes with the body
}

// loadAssets reads the files of the page, by the paths they have on the server.
func loadAssets() (map[string]asset, error) {
	kinds := map[string]string{
		".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
		".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
	}
	assets := map[string]asset{}
	err := fs.WalkDir(assetFiles, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := assetFiles.ReadFile(name)
		if err != nil {
			return err
		}
		kind := kinds[path.Ext(name)]
		if kind == "" {
			kind = mime.TypeByExtension(path.Ext(name))
		}
		sum := sha256.Sum256(body)
		at := "/" + path.Base(name)
		if at == "/index.html" {
			at = "/"
		}
		assets[at] = asset{body, kind, `"` + hex.EncodeToString(sum[:8]) + `"`}
		return nil
	})
	assets["/favicon.ico"] = assets["/icon.svg"] // what browsers ask for without being told to
	return assets, err
}

// asset answers with a file of the page. Browsers ask again each time and mostly get
// told that nothing has changed.
func (s *Server) asset(w http.ResponseWriter, r *http.Request) {
	a, ok := s.assets[r.URL.Path]
	if !ok {
		refuse(w, http.StatusNotFound, "there is nothing here")
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", a.tag)
	if r.Header.Get("If-None-Match") == a.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", a.kind)
	if _, err := w.Write(a.body); err != nil {
		s.options.Log.Debug("an asset was not sent", "path", r.URL.Path, "error", err)
	}
}
