import { LRUCache } from "lru-cache";

/** With more keys, those without events for the longest are forgotten: a stranger may come from any number of networks. */
const maxKeys = 10_000;

/** Counts recent events per key, in this process's memory. */
export function slidingWindow(windowMs: number) {
  const timesByKey = new LRUCache<string, number[]>({ max: maxKeys });

  function recent(key: string): number[] {
    const since = Date.now() - windowMs;
    return (timesByKey.peek(key) ?? []).filter((at) => at > since);
  }

  return {
    count: (key: string): number => recent(key).length,
    add: (key: string): void => void timesByKey.set(key, [...recent(key), Date.now()]),
  };
}
