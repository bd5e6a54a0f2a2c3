// Package client is the front end's side of the protocol that package uci is the
// engine's side of: it starts an engine, tells it what to search and reads what it
// answers. It trusts an engine with nothing: every wait has a context, lines it does
// not know are skipped, and one that never ends takes no memory.
package client
