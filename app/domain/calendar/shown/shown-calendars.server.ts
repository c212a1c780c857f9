import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { decrypt, encrypt } from "#app/domain/core/encryption.server.ts";
import { allow } from "#app/domain/core/rate-limits/allow.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer, ZonedViewer } from "#app/domain/core/viewer.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { bumpRevision, bumpRevisions } from "#app/domain/people/revision.server.ts";
import { isAllowedAddress } from "#app/services/transport/allowed-address.ts";
import { endSources } from "#db/sql/sources.ts";
import type { Database } from "#db/schema.ts";
import { maxShownCalendars, type ShownCalendarInput } from "../input.ts";
import { createCalendarNames } from "./calendar-names.server.ts";
import { describeState } from "./describe-state.ts";

export interface ShownCalendar {
  id: string;
  name: string;
  host: string;
  state: string;
  /** False for somebody else's Google calendar. */
  canRemove: boolean;
}

export async function listShownCalendars(
  db: Kysely<Database>,
  { userId, householdId, timeZone }: ZonedViewer,
  now: string = nowIso(),
): Promise<ShownCalendar[]> {
  const rows = await db
    .selectFrom("shown_calendars")
    .select(["id", "name", "host", "added_by", "google_detail"])
    .select(["tried_at", "read_at", "problem", "held_at"])
    .where("household_id", "=", householdId)
    .orderBy("added_at")
    .orderBy("id")
    .execute();
  const nameOf = await createCalendarNames(db, householdId, rows);
  return rows.map((row) => ({
    id: row.id,
    name: nameOf(row),
    host: row.host,
    state: describeState(row, timeZone, now),
    canRemove: row.google_detail === null || row.added_by === userId,
  }));
}

type Added = "added" | "not_allowed" | "there_already" | "too_many" | "too_often";

interface About {
  encryptionKey: string;
  /** Servers inside the network, or on plain HTTP. */
  trustedHosts: readonly string[];
}

/** The worker reads it for the first time within seconds. */
export async function addShownCalendar(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  { name, address }: ShownCalendarInput,
  { encryptionKey, trustedHosts }: About,
  now: string = nowIso(),
): Promise<Added> {
  if (!isAllowedAddress(address, trustedHosts)) return "not_allowed";
  return db.transaction().execute(async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const others = await trx
      .selectFrom("shown_calendars")
      .select(["id", "address"])
      .where("household_id", "=", householdId)
      .execute();
    if (others.some((other) => decrypt(encryptionKey, other.address, other.id) === address))
      return "there_already";
    if (others.length >= maxShownCalendars) return "too_many";
    if (await isReadTooOften(trx, householdId, now)) return "too_often";
    const id = newId();
    await trx
      .insertInto("shown_calendars")
      .values({
        id,
        household_id: householdId,
        added_by: userId,
        name: name || null,
        host: new URL(address).host,
        address: encrypt(encryptionKey, address, id),
        added_at: now,
        next_read_at: now,
      })
      .execute();
    await bumpRevision(trx, householdId);
    return "added";
  });
}

/**
 * Returns its name. Undefined if the household shows no such calendar, or if it is somebody else's
 * Google calendar.
 */
export async function removeShownCalendar(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  id: string,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const removed = await trx
      .deleteFrom("shown_calendars")
      .where("id", "=", id)
      .where("household_id", "=", householdId)
      .where(({ eb, or }) => or([eb("google_detail", "is", null), eb("added_by", "=", userId)]))
      .returning(["name", "host", "added_by", "google_detail"])
      .executeTakeFirst();
    if (!removed) return undefined;
    await bumpRevision(trx, householdId);
    return (await createCalendarNames(trx, householdId, [removed]))(removed);
  });
}

/** Lets the worker read a calendar again within seconds. */
export async function askToRead(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  id: string,
  now: string = nowIso(),
): Promise<"asked" | "held" | "too_often" | "missing"> {
  return db.transaction().execute(async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const found = await trx
      .selectFrom("shown_calendars")
      .select("held_at")
      .where("id", "=", id)
      .where("household_id", "=", householdId)
      .executeTakeFirst();
    if (!found) return "missing";
    if (found.held_at) return "held";
    if (await isReadTooOften(trx, householdId, now)) return "too_often";
    await trx
      .updateTable("shown_calendars")
      .set({ next_read_at: now, tried_at: null })
      .where("id", "=", id)
      .execute();
    return "asked";
  });
}

/** Counts another reading that a household asks for. Returns true if it has asked too often. */
export async function isReadTooOften(
  trx: Transaction<Database>,
  householdId: string,
  now: string,
): Promise<boolean> {
  const { refused } = await allow(trx, [["calendar_reads", householdId]], now);
  return refused !== null;
}

/**
 * Removes an account's calendars when it leaves: their addresses are its secrets, and its Google
 * calendar is private.
 */
export async function endShownCalendars(
  trx: Transaction<Database>,
  account: { userId: string; householdId?: string },
): Promise<void> {
  await bumpRevisions(trx, await endSources(trx, "shown_calendars", account));
}
