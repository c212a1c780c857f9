import { limitSettings } from "#app/services/shares.server.ts";
import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import type { Outbox } from "#app/domain/outbox/message-type.ts";
import { features } from "#app/domain/wiring/product.server.ts";
import { passOverAtOnce } from "#app/domain/outbox/channels/pass-over-paused.server.ts";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { pollTexts } from "#app/domain/inbox/poll-texts.server.ts";
import { pollProgress } from "#app/domain/outbox/reports/poll-progress.server.ts";
import { createDeliver } from "#app/domain/outbox/sending/deliver.server.ts";
import { enqueueDue } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { newPushKeys } from "#app/services/push/new-keys.server.ts";
import { readSettings } from "#app/config/env.server.ts";
import { type Providers, createProviders } from "#app/services/providers.server.ts";
import { everyChannel } from "#app/channels.ts";
import type { Channel, Database, DeliveryState } from "#db/schema.ts";
import { confirmedPhone } from "../people/confirmed-phone.ts";
import { newFamily, type TestFamily } from "../records/family.ts";

export const linkKey = "a-key-for-tests";

export function newSender(db: Kysely<Database>, settings: Record<string, string>) {
  const providers = createProviders(readSettings(settings));
  const outbox: Outbox = {
    ...features,
    id: "a-mila-for-tests",
    origin: "http://localhost:3000",
    isPublic: false,
    linkKey,
    encryptionKey: Buffer.alloc(32, "a-key-for-tests").toString("base64url"),
    push: { keys: newPushKeys(), contact: "mailto:owner@example.com" },
    timeZone: "UTC",
    isSetUp: providers.isSetUp,
    limits: readSettings(settings),
    textCountries: undefined,
  };
  const deliver = createDeliver(db, outbox, providers, {
    info: () => undefined,
    error: ({ err }: { err?: unknown }) => {
      throw err;
    },
  });
  return {
    outbox,
    providers,
    deliver,
    async sendDue() {
      await passOverAtOnce(db, outbox, nowIso());
      const enqueued = await enqueueDue(db, outbox, roomFor(1_000), nowIso());
      await Promise.all(enqueued.map(({ id }) => deliver(id)));
    },
  };
}

/** Returns a capacity of this many messages for each channel, even if all are of one household. */
export function roomFor(limit: number) {
  return new Map(everyChannel.map((channel) => [channel, { limit, share: limit }]));
}

export async function newFamilyWithPhone(
  db: Kysely<Database>,
  phone: string = "+15550101234",
): Promise<TestFamily> {
  const family = await newFamily(db);
  await db
    .updateTable("user_preferences")
    .set({ ...confirmedPhone(phone), sms_enabled: 1 })
    .where("user_id", "=", family.userId)
    .execute();
  return family;
}

export async function addDueReminder(
  db: Kysely<Database>,
  family: TestFamily,
  {
    channel = "sms",
    dueAt = nowIso(),
    title = "Call the vet",
  }: { channel?: Channel; dueAt?: string; title?: string } = {},
): Promise<{ taskId: string; reminderId: string; deliveryId: string }> {
  const [taskId, reminderId] = [newId(), newId()];
  const due = {
    due_date: "2031-06-10T19:00:00.000Z",
    due_local: "2031-06-10T15:00",
    due_time_zone: "America/New_York",
  };
  await db
    .insertInto("tasks")
    .values({
      id: taskId,
      household_id: family.householdId,
      user_id: family.userId,
      title,
      category: "Household",
      created_at: nowIso(),
      ...due,
    })
    .execute();
  const times = { minutes_before: 60, planned_at: dueAt, scheduled_at: dueAt };
  await db
    .insertInto("reminders")
    .values({
      id: reminderId,
      task_id: taskId,
      user_id: family.userId,
      origin: "custom",
      message: title,
      status: "sent",
      ...times,
    })
    .execute();
  await db.transaction().execute((trx) =>
    addDeliveries(trx, [
      {
        kind: "reminder",
        channel,
        userId: family.userId,
        subjectId: reminderId,
        isOwn: true,
        dedupeKey: `reminder:${reminderId}:${dueAt}`,
        notBefore: dueAt,
      },
    ]),
  );
  const { id } = await db
    .selectFrom("deliveries")
    .select("id")
    .where("subject_id", "=", reminderId)
    .executeTakeFirstOrThrow();
  return { taskId, reminderId, deliveryId: id };
}

export async function readOutcome(
  db: Kysely<Database>,
  deliveryId: string,
): Promise<{ state: DeliveryState; reason: string | null }> {
  return db
    .selectFrom("deliveries")
    .select(["state", "reason"])
    .where("id", "=", deliveryId)
    .executeTakeFirstOrThrow();
}

export async function pollProviders(
  db: Kysely<Database>,
  providers: Providers,
  now: string,
): Promise<void> {
  await pollProgress(db, providers, now);
  const limits = { ...limitSettings, TEXTS_A_DAY: 50 };
  const settings = { linkKey, timeZone: "UTC", limits, logInfo: () => undefined };
  await pollTexts(db, settings, providers, now);
}
