import type { Transaction } from "kysely";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import type { Database } from "#db/schema.ts";

/** Who is told a day later has found out. */
const hoursTried = 24;

const tellable = z.enum(["accepted", "declined", "done"]);

/** What an asker is told of: the row holds it in its key, since the request may have moved on when it is sent. */
export type Told = z.infer<typeof tellable>;

/** Puts the answer on its way to who asked, by the channels that they have set. */
export async function tellAsker(
  trx: Transaction<Database>,
  { id, asked_by: userId }: { id: string; asked_by: string | null },
  what: Told,
  now: string,
): Promise<void> {
  if (!userId) return;
  const preferences = await trx
    .selectFrom("user_preferences")
    .select(["sms_enabled", "whatsapp_enabled", "email_enabled"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const channels = preferences ? wantedChannels(preferences) : [];
  const expiresAt = laterBy(now, { hours: hoursTried });
  const message = { kind: "delegation_answer", userId, subjectId: id, expiresAt } as const;
  // Yes and no are said once; what was done and reopened can be done again.
  const dedupeKey = `delegation_answer:${id}:${what}${what === "done" ? `:${now}` : ""}`;
  await addDeliveries(
    trx,
    channels.map((channel) => ({ ...message, channel, dedupeKey })),
    now,
  );
}

/** What such a delivery tells; undefined for a key that is none. */
export function toldBy(dedupeKey: string): Told | undefined {
  return tellable.safeParse(dedupeKey.split(":")[2]).data;
}
