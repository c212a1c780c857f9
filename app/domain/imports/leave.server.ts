import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { parsePeople } from "./imports.server.ts";
import { whyStoppedByLeaving } from "./limits.ts";

/** Takes back what an account was importing into a household that it has left. */
export async function stopImportsOf(
  trx: Transaction<Database>,
  { userId, householdId }: { userId: string; householdId: string },
): Promise<void> {
  const under = await trx
    .selectFrom("imports")
    .select("id")
    .where("user_id", "=", userId)
    .where("household_id", "=", householdId)
    .where("state", "=", "running")
    .execute();
  await stopImports(
    trx,
    under.map(({ id }) => id),
  );
}

/** Leaves it to the worker to take back what these imports have brought. */
export async function stopImports(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("imports")
    .set({ state: "undoing", stopped_because: whyStoppedByLeaving })
    .where("id", "in", ids)
    .execute();
}

/** Imports under way go on with the person who takes the place of another entry. */
export async function replaceInImports(
  trx: Transaction<Database>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const running = await trx
    .selectFrom("imports")
    .select(["id", "people"])
    .where("state", "=", "running")
    .execute();
  for (const { id, people } of running) {
    if (!people.includes(from)) continue;
    const chosen = Object.entries(parsePeople(people)).map(([name, person]) => [
      name,
      person === from ? to : person,
    ]);
    await trx
      .updateTable("imports")
      .set({ people: JSON.stringify(Object.fromEntries(chosen)) })
      .where("id", "=", id)
      .execute();
  }
}
