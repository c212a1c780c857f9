/** The account and the network that wait for a hash. */
export interface Turn {
  account: string;
  network: string;
  /** Somebody who signed in on this device before, or holds a session or a link: strangers never hold them up. */
  isKnown: boolean;
}

/** Fair queueing by account and by network: each waits behind its own earlier work, and takes turns with the others. */
export function createTurns() {
  const waiting: { turn: Turn; place: number; begin: () => void }[] = [];
  const places = new Map<string, number>();
  let served = 0;
  return {
    /** Calls `begin` when it is its turn, unless it is withdrawn before. */
    add(turn: Turn, begin: () => void): { withdraw: () => void } {
      const keys = [`account ${turn.account}`, `network ${turn.network}`];
      const place = Math.max(served, ...keys.map((key) => places.get(key) ?? 0)) + 1;
      for (const key of keys) places.set(key, place);
      const entry = { turn, place, begin };
      waiting.push(entry);
      return { withdraw: () => void waiting.splice(waiting.indexOf(entry), 1) };
    },
    /** Returns false if nobody waits. */
    next(): boolean {
      const [first, ...others] = waiting;
      if (!first) return forget();
      const chosen = others.reduce((best, other) => (isBefore(other, best) ? other : best), first);
      waiting.splice(waiting.indexOf(chosen), 1);
      if (!chosen.turn.isKnown) served = chosen.place;
      if (places.size > 4 * waiting.length + 100) forgetServed();
      chosen.begin();
      return true;
    },
  };

  function forgetServed(): void {
    for (const [key, place] of places) if (place <= served) places.delete(key);
  }

  function forget(): false {
    places.clear();
    served = 0;
    return false;
  }
}

type Waiting = { turn: Turn; place: number };

function isBefore(one: Waiting, other: Waiting): boolean {
  if (one.turn.isKnown !== other.turn.isKnown) return one.turn.isKnown;
  return one.place < other.place;
}
