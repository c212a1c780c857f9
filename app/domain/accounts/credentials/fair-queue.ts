/** Identifies who waits, by account and by network. */
export interface Requester {
  account: string;
  network: string;
  /**
   * Has signed in on this device before, or holds a session or a link. Known requesters go before
   * strangers.
   */
  isKnown: boolean;
}

/**
 * Queues fairly by account and by network: each waits behind its own earlier work, and alternates
 * with the others.
 */
export function createFairQueue() {
  const waiting: { requester: Requester; place: number; begin: () => void }[] = [];
  const places = new Map<string, number>();
  let served = 0;
  return {
    /** Calls `begin` when it is next, unless it is withdrawn before. */
    add(requester: Requester, begin: () => void): { withdraw: () => void } {
      const keys = [`account ${requester.account}`, `network ${requester.network}`];
      const place = Math.max(served, ...keys.map((key) => places.get(key) ?? 0)) + 1;
      for (const key of keys) places.set(key, place);
      const entry = { requester, place, begin };
      waiting.push(entry);
      return { withdraw: () => void waiting.splice(waiting.indexOf(entry), 1) };
    },
    /** Returns false if nobody waits. */
    next(): boolean {
      const [first, ...others] = waiting;
      if (!first) return forget();
      const chosen = others.reduce((best, other) => (isBefore(other, best) ? other : best), first);
      waiting.splice(waiting.indexOf(chosen), 1);
      if (!chosen.requester.isKnown) served = chosen.place;
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

type Waiting = { requester: Requester; place: number };

function isBefore(one: Waiting, other: Waiting): boolean {
  if (one.requester.isKnown !== other.requester.isKnown) return one.requester.isKnown;
  return one.place < other.place;
}
