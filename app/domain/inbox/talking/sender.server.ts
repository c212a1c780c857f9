import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import { findUserByChat, findUsersByNumber } from "#app/domain/preferences/preferences.server.ts";
import type { InboundText } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";

export interface AccountHolder {
  userId: string;
  householdId: string;
  timeZone: string;
}

/** Only who confirmed this number last, or connected this chat, counts. @param timeZone used while theirs is unknown */
export async function findAccountHolder(
  db: Kysely<Database>,
  { channel, from }: Pick<InboundText, "channel" | "from">,
  timeZone: string,
): Promise<AccountHolder | undefined> {
  const userIds =
    channel === "telegram" ? await findUserByChat(db, from) : await findUsersByNumber(db, from);
  const [userId] = userIds;
  if (!userId) return undefined;
  const person = (await findPeople(db, [userId])).get(userId);
  const householdId = (await findHouseholdIds(db, [userId])).get(userId);
  return person && householdId
    ? { userId, householdId, timeZone: person.timeZone ?? timeZone }
    : undefined;
}
