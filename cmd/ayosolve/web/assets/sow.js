// A move shown lap by lap. The server says which pit each lap lifts and how many seeds;
// the seeds are put down here one by one, and in the end the board is what the server says.

import { PITS } from './position.js';

const still = matchMedia('(prefers-reduced-motion: reduce)');

// speeds are the milliseconds that a seed takes to be sown; 0 shows no sowing.
export const speeds = { slow: 300, normal: 130, fast: 55, off: 0 };

const longest = 9000; // milliseconds that the sowing of a move may take

export class Sower {
  // step(text) is called with what is happening, for a line above the board.
  constructor(board, step) {
    this.board = board;
    this.step = step;
    this.running = null;
  }

  get busy() { return this.running !== null; }

  // skip ends what is running: the board shows the end of the move at once.
  skip() {
    this.running?.abort();
  }

  // sow shows a move, from the position before it. It resolves when that is done or was
  // skipped; what the board shows then is for the caller to set.
  async sow(move, before, sowing, speed) {
    this.skip();
    if (still.matches || speeds[speed] === 0) return;
    const running = new AbortController();
    this.running = running;
    const { board } = this;
    try {
      board.set(before.seeds, before.stores);
      board.marks({ from: move });
      board.root.classList.add('sowing');
      await this.laps(move, { ...before.seeds }, sowing, speeds[speed], running.signal);
    } catch (e) {
      if (!running.signal.aborted) throw e;
    } finally {
      board.hand.hidden = true;
      board.root.classList.remove('sowing');
      if (this.running === running) this.running = null;
    }
  }

  async laps(move, seeds, { laps, taken }, base, signal) {
    const all = laps.reduce((sum, lap) => sum + lap.seeds + 1, 0);
    const pace = Math.min(base, longest / all);
    const whole = pace < 14; // so fast that laps are shown whole
    const lapPace = Math.min(base, longest / laps.length);
    let owed = 0; // milliseconds that were too short to wait for
    const wait = async (ms) => {
      owed += ms;
      if (owed < 12) return;
      await pause(owed, signal);
      owed = 0;
    };
    for (const [i, lap] of laps.entries()) {
      this.step(laps.length > 1 ? `${move}: lap ${i + 1} of ${laps.length}` : `${move} sows`);
      seeds[lap.pit] = 0;
      this.board.setPit(lap.pit, 0);
      this.carry(lap.pit, lap.seeds);
      if (!whole) await wait(pace);
      let at = PITS.indexOf(lap.pit);
      for (let left = lap.seeds; left > 0; left--) {
        do at = (at + 1) % PITS.length; while (PITS[at] === lap.pit);
        const pit = PITS[at];
        this.board.setPit(pit, ++seeds[pit]);
        if (whole) continue;
        this.carry(pit, left - 1);
        await wait(pace);
      }
      if (PITS[at] !== lap.last) throw new Error(`lap ${i + 1} of ${move} ended in ${PITS[at]}, not in ${lap.last}`);
      if (whole) await wait(lapPace);
    }
    if (taken.length) {
      this.step(`${move} captures ${taken.reduce((sum, t) => sum + t.seeds, 0)}`);
      this.board.marks({ from: move, to: laps.at(-1).last, taken });
      this.board.hand.hidden = true;
      await pause(Math.max(base * 4, 300), signal);
    }
  }

  // carry shows the hand over a pit with so many seeds left.
  carry(pit, left) {
    const { hand, pits, root } = this.board;
    const to = pits[pit].box.querySelector('.hollow').getBoundingClientRect();
    const from = root.getBoundingClientRect();
    hand.hidden = left === 0;
    hand.style.translate = `${to.left + to.width / 2 - from.left}px ${to.top + to.height / 2 - from.top}px`;
    hand.firstChild.textContent = left;
  }
}

function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    let timer;
    const stop = () => {
      clearTimeout(timer);
      reject(new Error('skipped'));
    };
    if (signal.aborted) {
      stop();
      return;
    }
    timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
