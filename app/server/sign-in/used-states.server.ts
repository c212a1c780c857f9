const usedStates = new Map<string, number>();

/** Returns false for an expired or already used state. @param until in milliseconds since 1970 */
export function spendState(state: string, until: number): boolean {
  const now = Date.now();
  for (const [used, usedUntil] of usedStates) if (usedUntil <= now) usedStates.delete(used);
  if (until <= now || usedStates.has(state)) return false;
  usedStates.set(state, until);
  return true;
}
