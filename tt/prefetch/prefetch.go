// Package prefetch has memory brought to the processor before it is needed, without
// waiting for it. A plain load would not wait either, but holds up all that comes
// after it once some hundred instructions are under way.
package prefetch
