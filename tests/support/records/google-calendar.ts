import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import "#app/domain/wiring/rules.server.ts";
import { readSettings } from "#app/config/env.server.ts";
import { compareCalendars } from "#app/domain/calendar/google/compare-calendars.server.ts";
import { connectCalendar } from "#app/domain/calendar/google/connection.server.ts";
import { dueColumns } from "#app/domain/tasks/due/due.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Outbox } from "#app/domain/outbox/message-type.ts";
import { readGoogleClient } from "#app/services/google/client.server.ts";
import type { Database } from "#db/schema.ts";
import { type FakeGoogle, startFakeGoogle } from "../../fakes/google.ts";
import { newSender } from "../messages/deliveries.ts";
import { newFamily, type TestFamily } from "./family.ts";

export async function newConnectedUser(db: Kysely<Database>) {
  const google = await startFakeGoogle();
  const sender = newSender(db, google.settings);
  const nora = { ...(await newFamily(db)), email: "nora@example.com" };
  const connect = () => connectUser(db, google, nora, sender.outbox);
  await connect();
  google.requests.length = 0;
  return {
    google,
    nora,
    sender,
    connect,
    entries: () => google.events(nora.email).filter(({ status }) => status === "confirmed"),
    ends: async () => {
      const rows = db
        .selectFrom("deliveries")
        .select(["state", "reason"])
        .where("kind", "=", "calendar_event");
      return (await rows.orderBy("id").execute()).map(({ state, reason }) =>
        reason ? `${state}: ${reason}` : state,
      );
    },
    [Symbol.asyncDispose]: () => google[Symbol.asyncDispose](),
  };
}

/** Connects, and compares the calendar until nothing is left, as the worker does within seconds. */
export async function connectUser(
  db: Kysely<Database>,
  google: FakeGoogle,
  { userId, email }: { userId: string; email: string },
  { encryptionKey, id: instanceId }: Outbox,
) {
  const grant = { sub: google.person(email).sub, email, refreshToken: google.allow(email) };
  const connected = await db
    .transaction()
    .execute((trx) => connectCalendar(trx, userId, grant, encryptionKey));
  const client = readGoogleClient(readSettings(google.settings));
  const left = () =>
    db
      .selectFrom("calendar_connections")
      .select("user_id")
      .where("compare_at", "<=", nowIso())
      .execute();
  while ((await left()).length > 0)
    await compareCalendars(db, { google: client, encryptionKey, instanceId }, nowIso());
  return connected;
}

/**
 * Returns the task's id.
 * @param local New York wall clock time, or null for no date
 */
export async function newTaskDue(
  db: Kysely<Database>,
  { userId, householdId }: TestFamily,
  local: string | null = "2041-05-04T15:00",
  title: string = "Call the vet",
): Promise<string> {
  const id = newId();
  const row = {
    id,
    household_id: householdId,
    user_id: userId,
    title,
    category: "Household",
    created_at: nowIso(),
  };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("tasks")
      .values({ ...row, category: "Household", ...dueColumns(local, "America/New_York") })
      .execute();
    await announceTaskChange(trx, [id]);
  });
  return id;
}
