/** Counts recent events per key, in this process's memory. */
export function slidingWindow(windowMs: number) {
  const timesByKey = new Map<string, number[]>();

  function forgetBefore(since: number): void {
    for (const [key, times] of timesByKey) {
      const recent = times.filter((at) => at > since);
      if (recent.length > 0) timesByKey.set(key, recent);
      else timesByKey.delete(key);
    }
  }

  return {
    count(key: string): number {
      forgetBefore(Date.now() - windowMs);
      return timesByKey.get(key)?.length ?? 0;
    },
    add(key: string): void {
      timesByKey.set(key, [...(timesByKey.get(key) ?? []), Date.now()]);
    },
  };
}
