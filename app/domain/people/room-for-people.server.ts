import type { Kysely } from "kysely";
import { householdShares } from "#app/services/shares.server.ts";
import type { Database } from "#db/schema.ts";

export const tooManyPeople =
  `That's more than ${householdShares.people.toLocaleString("en-US")} people in your household. ` +
  "Nothing was lost: please remove someone or withdraw an invitation, then try again.";

/**
 * Counts open invitations too. An invited person can join even if the household has become full.
 */
export async function hasRoomForPeople(
  db: Kysely<Database>,
  householdId: string,
  added: number,
): Promise<boolean> {
  const { family, invited } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom("people")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("household_id", "=", householdId)
        .where("relation", "is not", null)
        .where("left_at", "is", null)
        .as("family"),
      selectFrom("family_invitations")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("household_id", "=", householdId)
        .where("status", "=", "pending")
        .as("invited"),
    ])
    .executeTakeFirstOrThrow();
  return (family ?? 0) + (invited ?? 0) + added <= householdShares.people;
}
