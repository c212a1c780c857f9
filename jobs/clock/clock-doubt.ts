import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { nowIso } from "#app/domain/core/time.ts";
import {
  findDoubtfulBeat,
  isDoubtful,
  rememberDoubt,
} from "#app/domain/instance/clock-doubt.server.ts";
import type { Database } from "#db/schema.ts";

/** Most machines without a clock battery have set their clock by then. */
const heldMs = 300_000;

export interface ClockDoubt {
  isInDoubt: () => boolean;
  /** Returns the start of this worker: older messages wait. Undefined if there is no doubt. */
  heldBefore: () => string | undefined;
  /** Wraps routines that a wrong clock must not run. */
  unlessInDoubt: <Run extends (signal: AbortSignal) => Promise<unknown>>(
    run: Run,
  ) => (signal: AbortSignal) => Promise<void>;
}

/**
 * Doubts the clock after a start that is more than a week after the last heartbeat. The doubt ends
 * once the clock is right, or after some time.
 */
export async function createClockDoubt(
  db: Kysely<Database>,
  log: Pick<Logger, "info" | "warn">,
): Promise<ClockDoubt> {
  const [startedAt, startedMs] = [nowIso(), performance.now()];
  let lastBeat = await findDoubtfulBeat(db, startedAt);
  await rememberDoubt(db, lastBeat);
  if (lastBeat) log.warn({ lastBeat }, "the clock may be wrong: what is late waits for 5 minutes");

  function isInDoubt(): boolean {
    if (lastBeat === undefined) return false;
    if (isDoubtful(lastBeat, nowIso()) && performance.now() - startedMs < heldMs) return true;
    lastBeat = undefined;
    log.info("what is late no longer waits for the clock");
    return false;
  }

  return {
    isInDoubt,
    heldBefore: () => (isInDoubt() ? startedAt : undefined),
    unlessInDoubt: (run) => async (signal) => {
      if (!isInDoubt()) await run(signal);
    },
  };
}
