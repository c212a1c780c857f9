import { isStuck, isWaiting, type KeptChange } from "#app/domain/tasks/offline/limits.ts";

const firstPauseMs = 4_000;
const longestPauseMs = 3_600_000;

/**
 * The first one that may be sent, in the order in which they were made. One that the server keeps failing to answer
 * pauses, longer each time, and only later changes to the same task wait for it.
 * @param notTheirs users who are not signed in
 */
export function nextChange(
  all: readonly KeptChange[],
  notTheirs: ReadonlySet<string>,
  now: number,
): KeptChange | undefined {
  const waiting = all.filter((kept) => isWaiting(kept) && !notTheirs.has(kept.userId));
  const paused = waiting.filter((kept) => isStuck(kept) && isPaused(kept, now));
  const pausedTasks = new Set(paused.flatMap((kept) => taskOf(kept) ?? []));
  return waiting.find((kept) => !paused.includes(kept) && !pausedTasks.has(taskOf(kept) ?? ""));
}

function isPaused({ failed }: KeptChange, now: number): boolean {
  if (!failed) return false;
  const passedMs = now - Date.parse(failed.at);
  // The clock may have been set back.
  return passedMs >= 0 && passedMs < Math.min(firstPauseMs * 2 ** failed.times, longestPauseMs);
}

const taskOf = ({ change }: KeptChange): string | undefined => ("taskId" in change ? change.taskId : undefined);
