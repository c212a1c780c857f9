import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import type { Sender } from "#app/domain/outbox/message-type.ts";
import type { Database } from "#db/schema.ts";
import { findHouseholdIds } from "./membership.server.ts";

export async function findSenders(
  db: Kysely<Database>,
  userIds: string[],
): Promise<Map<string, Sender>> {
  const householdIds = await findHouseholdIds(db, userIds);
  return new Map(
    [...(await findPeople(db, userIds)).values()].flatMap(
      ({ id, createdAt }): [string, Sender][] => {
        const householdId = householdIds.get(id);
        return householdId ? [[id, { householdId, joinedAt: createdAt }]] : [];
      },
    ),
  );
}
