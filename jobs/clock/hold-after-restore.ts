import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import { holdRestored } from "#app/domain/lifecycle/hold-restored.server.ts";
import type { Outbox } from "#app/domain/outbox/message-type.ts";
import type { Database } from "#db/schema.ts";

type Run<Result> = (signal: AbortSignal) => Promise<Result>;

/** Lets routines begin once messages are held that a restored backup may send twice. */
export function createHoldAfterRestore(db: Kysely<Database>, outbox: Outbox) {
  let holding: Promise<void> | undefined;
  const hold = () =>
    (holding ??= holdRestored(db, outbox, nowIso()).catch((error: unknown) => {
      holding = undefined;
      throw error;
    }));
  return <Result>(run: Run<Result>): Run<Result> =>
    async (signal) => {
      await hold();
      return run(signal);
    };
}
