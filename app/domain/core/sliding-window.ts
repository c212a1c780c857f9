/** Counts recent events per key, in this process's memory. */
export function slidingWindow(windowMs: number) {
  const timesOf = new Map<string, number[]>();

  function forgetBefore(since: number): void {
    for (const [key, times] of timesOf) {
      const recent = times.filter((at) => at > since);
      if (recent.length > 0) timesOf.set(key, recent);
      else timesOf.delete(key);
    }
  }

  return {
    count(key: string): number {
      forgetBefore(Date.now() - windowMs);
      return timesOf.get(key)?.length ?? 0;
    },
    add(key: string): void {
      timesOf.set(key, [...(timesOf.get(key) ?? []), Date.now()]);
    },
  };
}
