import DataLoader from "dataloader";
import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { rowTable } from "#db/sql/values.ts";
import { changeAsSystem } from "../change-state.server.ts";
import type { Delivery } from "../preparation.ts";
import { sharedCommit } from "./shared-commit.ts";

type Attempt = Pick<Delivery, "id" | "attempts">;

/** Throws when the delivery is no longer this worker's, so that nothing is sent. */
type MarkTransmitted = (attempt: Attempt) => Promise<void>;

/** Notes that a provider that can't be asked may have the message from now on. */
export function createTransmissionMarks(db: Kysely<Database>): MarkTransmitted {
  const marks = new DataLoader<Attempt, true>(
    async (attempts) => {
      const marked = new Set(await markTogether(db, attempts));
      return attempts.map(({ id }) => marked.has(id) || new Error(`Delivery ${id} was taken over`));
    },
    { cache: false, ...sharedCommit },
  );
  return async ({ id, attempts }) => void (await marks.load({ id, attempts }));
}

async function markTogether(db: Kysely<Database>, attempts: readonly Attempt[]): Promise<string[]> {
  const marked = await changeAsSystem(db, { transition: "transmitted" }, nowIso())
    .from(rowTable(attempts, ["id", "attempts"]).as("attempt"))
    .whereRef("deliveries.id", "=", "attempt.id")
    .whereRef("deliveries.attempts", "=", "attempt.attempts")
    .returning("deliveries.id")
    .execute();
  return marked.map(({ id }) => id);
}
