import type { Transaction } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";

/** How many texts (SMS and WhatsApp) go out in 24 hours: by a user to their own number, to others, by a household. */
export interface Limits {
  toOneself: number;
  toOthers: number;
  household: number;
}

interface Text {
  delivery: { id: string; user_id: string; channel: Channel };
  isToAnother: boolean;
}

/** Kinds of texts that go to other people than the one who causes them. */
const toOthersKinds = ["delegation_request", "delegation_release", "invitation", "welcome"];

/** The ids of those that may go out: what goes out within the same claim counts too; e-mails are not counted here. */
export async function withinLimits(
  trx: Transaction<Database>,
  texts: Text[],
  limits: Limits,
  now: string,
): Promise<Set<string>> {
  const counted = texts.filter(({ delivery }) => textChannels.includes(delivery.channel));
  const allowed = new Set(texts.filter((text) => !counted.includes(text)).map(({ delivery }) => delivery.id));
  if (counted.length === 0) return allowed;
  const used = await countUsed(trx, [...new Set(counted.map(({ delivery }) => delivery.user_id))], now);
  for (const { delivery, isToAnother } of counted) {
    const { household, user } = used.of(delivery.user_id);
    const [kind, limit] = isToAnother
      ? (["toOthers", limits.toOthers] as const)
      : (["toOneself", limits.toOneself] as const);
    if (user[kind] >= limit || household.texts >= limits.household) continue;
    user[kind] += 1;
    household.texts += 1;
    allowed.add(delivery.id);
  }
  return allowed;
}

/** What the users and their households have sent in the last 24 hours, those being claimed now not included. */
async function countUsed(trx: Transaction<Database>, userIds: string[], now: string) {
  const households = trx.selectFrom("household_members").select("household_id").where("user_id", "in", userIds);
  const rows = await trx
    .selectFrom("household_members as member")
    .leftJoin("deliveries", (join) =>
      join
        .onRef("deliveries.user_id", "=", "member.user_id")
        .on("deliveries.created_at", ">", earlierBy(now, { hours: 48 }))
        .on("deliveries.claimed_at", ">", earlierBy(now, { hours: 24 }))
        .on("deliveries.claimed_at", "<", now)
        .on("deliveries.channel", "in", textChannels)
        .on("deliveries.state", "in", ["sending", "unknown", "sent", "delivered", "undelivered"]),
    )
    .select(["member.user_id", "member.household_id"])
    .select(({ fn, eb }) => [
      fn.count<number>("deliveries.id").as("texts"),
      fn
        .sum<number | null>(eb.case().when("deliveries.kind", "in", toOthersKinds).then(1).else(0).end())
        .as("to_others"),
    ])
    .where("member.household_id", "in", households)
    .groupBy(["member.user_id", "member.household_id"])
    .execute();

  const householdTexts = new Map<string, { texts: number }>();
  const users = new Map<string, { household: { texts: number }; user: { toOneself: number; toOthers: number } }>();
  for (const { user_id, household_id, texts, to_others } of rows) {
    const household = householdTexts.get(household_id) ?? { texts: 0 };
    householdTexts.set(household_id, household);
    household.texts += texts;
    const toOthers = to_others ?? 0;
    users.set(user_id, { household, user: { toOneself: texts - toOthers, toOthers } });
  }
  return {
    of: (userId: string) => users.get(userId) ?? { household: { texts: 0 }, user: { toOneself: 0, toOthers: 0 } },
  };
}
