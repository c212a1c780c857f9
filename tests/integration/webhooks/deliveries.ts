import type { Insertable, Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { newFamily } from "../../support/records/family.ts";

/** A new family's delivery, in state "sending" by default. Returns its id. */
export async function newDelivery(
  db: Kysely<Database>,
  change: Partial<Insertable<Database["deliveries"]>> = {},
): Promise<string> {
  const userId = change.user_id ?? (await newFamily(db)).userId;
  const [id, now] = [newId(), nowIso()];
  const channel = change.channel ?? "sms";
  const cause = `reminder:${id}`;
  const message = {
    kind: "reminder",
    user_id: userId,
    subject_id: newId(),
    is_own: 1,
    cause,
  } as const;
  await db
    .insertInto("deliveries")
    .values({
      id,
      channel,
      ...message,
      dedupe_key: `${cause}:${channel}`,
      due_at: now,
      not_before: now,
      created_at: now,
      state: "sending",
      attempts: 1,
      ...change,
    })
    .execute();
  return id;
}

export async function deliveryOf(db: Kysely<Database>, id: string) {
  return db
    .selectFrom("deliveries")
    .select(["state", "reason", "provider_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
