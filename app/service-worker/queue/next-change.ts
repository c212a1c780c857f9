import {
  isStuck,
  isWaiting,
  type KeptChange,
  subjectOf,
} from "#app/domain/tasks/offline/limits.ts";

const firstPauseMs = 4_000;
const longestPauseMs = 3_600_000;

/**
 * Returns the first change that may be sent, in the order in which they were made. A change that
 * keeps failing pauses, longer each time, and only later changes to the same task or item wait for
 * it. New tasks over the server's limit delay other new tasks, but no ticks.
 * @param notTheirs users who are not signed in
 */
export function nextChange(
  all: readonly KeptChange[],
  notTheirs: ReadonlySet<string>,
  now: number,
): KeptChange | undefined {
  const waiting = all.filter((kept) => isWaiting(kept) && !notTheirs.has(kept.userId));
  const paused = waiting.filter((kept) => isStuck(kept) && isPaused(kept, now));
  const pausedSubjects = new Set(paused.flatMap((kept) => subjectOf(kept) ?? []));
  const limited = waiting
    .filter((kept) => isWithin(kept.limitedAt, firstPauseMs, now))
    .map(hasWords);
  return waiting.find(
    (kept) =>
      !paused.includes(kept) &&
      !pausedSubjects.has(subjectOf(kept) ?? "") &&
      !limited.includes(hasWords(kept)),
  );
}

function isPaused({ failed }: KeptChange, now: number): boolean {
  return (
    failed !== undefined &&
    isWithin(failed.at, Math.min(firstPauseMs * 2 ** failed.times, longestPauseMs), now)
  );
}

/** Returns false if the clock was set back. */
function isWithin(at: string | undefined, ms: number, now: number): boolean {
  const passedMs = at === undefined ? -1 : now - Date.parse(at);
  return passedMs >= 0 && passedMs < ms;
}

const hasWords = (kept: KeptChange) => subjectOf(kept) === undefined;
