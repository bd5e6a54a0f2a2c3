// The moves of a game as a tree: every way that was tried from its start.

// Node is a position of the tree and the move that led to it. game is what the server
// says of it, analysis what is known of its value; both are null until asked for.
export class Node {
  constructor(move = null, parent = null) {
    this.move = move;
    this.parent = parent;
    this.children = [];
    this.latest = null; // the child last visited
    this.game = null;
    this.analysis = null;
    this.note = null; // what a review says of the move: {kind, words}
    this.margin = null; // what South is ahead by in the end, as far as is known
    this.ply = parent ? parent.ply + 1 : 0;
  }

  // child returns the node after a move, new if need be.
  child(move) {
    let found = this.children.find((c) => c.move === move);
    if (!found) {
      found = new Node(move, this);
      this.children.push(found);
    }
    this.latest = found;
    return found;
  }

  get next() { return this.children.includes(this.latest) ? this.latest : this.children[0] ?? null; }

  // path returns the letters from the root to here.
  get path() { return this.parent ? this.parent.path + this.move : ''; }

  get root() { return this.parent ? this.parent.root : this; }

  // isMain reports whether every move to here is the first of its alternatives.
  get isMain() { return !this.parent || (this.parent.children[0] === this && this.parent.isMain); }

  // line returns the nodes from the root through here to an end.
  get line() {
    const nodes = [];
    for (let n = this; n; n = n.parent) nodes.unshift(n);
    for (let n = this.next; n; n = n.next) nodes.push(n);
    return nodes;
  }

  follow(letters) {
    let node = this;
    for (const letter of letters) node = node.child(letter);
    return node;
  }

  // remove takes this node and what follows out of the tree and returns its parent.
  remove() {
    const parent = this.parent;
    parent.children = parent.children.filter((c) => c !== this);
    return parent;
  }

  // promote makes the way to here the main line.
  promote() {
    for (let n = this; n.parent; n = n.parent) {
      const siblings = n.parent.children;
      n.parent.children = [n, ...siblings.filter((c) => c !== n)];
    }
  }
}

// write writes what follows a node: moves, and in parentheses after a move the others
// that were tried in its place, as in Ca(bC)Dd.
export function write(node) {
  const [first, ...others] = node.children;
  if (!first) return '';
  return first.move + others.map((o) => `(${o.move}${write(o)})`).join('') + write(first);
}

// read adds to a node what write has written. It throws for what it can't read.
export function read(node, text) {
  const waiting = []; // where to go on after each open parenthesis
  let at = node;
  for (const c of text) {
    if (c === '(') {
      if (!at.parent) throw new Error('the moves of the link begin with (');
      waiting.push(at);
      at = at.parent;
    } else if (c === ')') {
      if (!waiting.length) throw new Error('the moves of the link have a ) too many');
      at = waiting.pop();
    } else if (/[A-Fa-f]/.test(c)) {
      at = at.child(c);
    } else {
      throw new Error(`the moves of the link have ${JSON.stringify(c)}, which is no pit`);
    }
  }
  for (let n = at; n; n = n.parent) n.latest = n.children[0] ?? null;
}
