// Package bench is the fixed suite that ayosolve is measured with, and the
// benchmarks that go test -bench runs over all packages together.
//
// The suite is the same work every time, on one goroutine. The nodes it searches are
// its signature: a change that is meant to make the program faster and no different
// keeps the signature, and a change to the search shows in it. Times differ from
// machine to machine and from run to run; the signature does not.
package bench
