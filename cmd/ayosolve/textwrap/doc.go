// Package textwrap puts words into lines, for what the program says in a terminal and
// for the records it writes.
package textwrap
