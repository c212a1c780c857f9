const callsAnHour = 30;
const hourMs = 3_600_000;

// In memory, of this process: there is one web process, and a restart at most grants another thirty (SECURITY.md, "The model").
const callsOf = new Map<string, number[]>();

/** Counts a call to the model; false, and not counted, when the user has had 30 in the hour before now. */
export function mayAskModel(userId: string): boolean {
  const now = Date.now();
  forgetBefore(now - hourMs);
  const calls = callsOf.get(userId) ?? [];
  if (calls.length >= callsAnHour) return false;
  callsOf.set(userId, [...calls, now]);
  return true;
}

function forgetBefore(since: number): void {
  for (const [userId, calls] of callsOf) {
    const recent = calls.filter((at) => at > since);
    if (recent.length > 0) callsOf.set(userId, recent);
    else callsOf.delete(userId);
  }
}
