// Package fleet labels a job's chunks on many machines, over NATS JetStream.
//
// A coordinator has the job (package label) and its folder; workers have tables and
// processors. They meet at a NATS server and need nothing else of each other. All of
// it lives in JetStream, so each of the three may end and start again at any time:
//
//	bucket ayosolve-jobs      a job's ID → its record: parameters, how far it is
//	stream ayosolve-work-ID   chunks to do, each with its positions: a work queue that
//	                          the consumer "workers" hands out
//	stream ayosolve-done-ID   chunks finished or given up: a work queue that the
//	                          coordinator empties into the job's folder
//	bucket ayosolve-workers   a worker's ID → what it says of itself; forgotten after a
//	                          minute of silence
//	bucket ayosolve-tables    layers of endgame tables, for workers that lack some
//
// # A chunk's way
//
// A worker takes one chunk a thread. While it works it tells the server so; one that
// falls silent for the time the job sets (30 s unless told otherwise) loses the chunk
// to another. The result is stored first and the chunk acknowledged then, so a chunk
// may be done twice and never not at all. Twice does no harm, for a chunk's bytes depend
// on the job alone.
//
// Between two chunks a thread waits for the server twice: that it has the result, and
// for the next chunk. That is a millisecond on one machine, beside more than half a
// second for 256 positions of Ayoayo. Where the server is far, larger chunks make the
// waits rarer.
//
// A chunk that has been handed out mostTries times and not come back is not tried any
// more: whoever gets it next reports it, and the coordinator writes down its positions.
//
// A coordinator that starts again takes what is stored, empties the queue, and puts in
// it what is still missing. What workers have in hand they finish all the same.
//
// # The same tables
//
// The job's record names the layers of the tables by their SHA-256. A worker whose own
// are others, or whose program is of another version, refuses the job and says why.
// Layers that it lacks it takes from the bucket; they are checked board by board
// against their moves before they are stored, and against the job's SHA-256.
package fleet
