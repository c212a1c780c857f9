import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";
import { type Calendar, eventsSegment } from "./calendars.server.ts";
import type { DavObject } from "./dav-object.ts";
import { recordChanges } from "./record-changes.server.ts";

type Household = Pick<Viewer, "householdId">;
type Place = Pick<Calendar, "segment">;

/** Call `recordChanges` before, as for the next two. */
export async function listObjects(
  db: Kysely<Database>,
  { householdId }: Household,
  { segment }: Place,
): Promise<DavObject[]> {
  return objectsOf(db, householdId, segment)
    .where("deleted_at", "is", null)
    .orderBy("position")
    .execute();
}

export async function listObjectsNamed(
  db: Kysely<Database>,
  { householdId }: Household,
  { segment }: Place,
  names: readonly string[],
): Promise<DavObject[]> {
  return objectsOf(db, householdId, segment)
    .where("deleted_at", "is", null)
    .where("name", "in", idList(names))
    .execute();
}

export async function listObjectsByUid(
  db: Kysely<Database>,
  { householdId }: Household,
  uid: string,
): Promise<DavObject[]> {
  return db
    .selectFrom("dav_objects")
    .selectAll()
    .where("household_id", "=", householdId)
    .where("uid", "=", uid)
    .where("deleted_at", "is", null)
    .execute();
}

/** Returns those of the UIDs that a client's objects have, also while they wait for a word. */
export async function findUids(
  db: Kysely<Database>,
  household: Household,
  uids: readonly string[],
): Promise<Set<string>> {
  const find = () =>
    db
      .selectFrom("dav_objects")
      .select("uid")
      .where("household_id", "=", household.householdId)
      .where("uid", "in", idList(uids))
      .where("calendar", "!=", eventsSegment)
      .where(({ eb, or }) => or([eb("deleted_at", "is", null), eb("held_at", "is not", null)]))
      .execute();
  if ((await find()).length === 0) return new Set();
  await recordChanges(db, household);
  return new Set((await find()).map(({ uid }) => uid));
}

/** Lists what has left, or waits for a person's word, the last first. */
export async function listGoneByUid(
  db: Kysely<Database>,
  { householdId }: Household,
  uid: string,
): Promise<DavObject[]> {
  return db
    .selectFrom("dav_objects")
    .selectAll()
    .where("household_id", "=", householdId)
    .where("uid", "=", uid)
    .where("deleted_at", "is not", null)
    .where("calendar", "!=", eventsSegment)
    .orderBy("position", "desc")
    .execute();
}

const objectsOf = (db: Kysely<Database>, householdId: string, segment: string) =>
  db
    .selectFrom("dav_objects")
    .selectAll()
    .where("household_id", "=", householdId)
    .where("calendar", "=", segment);

const tokenForm = /^urn:mila:caldav:([\w-]{36}):(\d{1,15})$/;

/** Also changes whenever anything in the household's calendars does. */
export async function syncToken(db: Kysely<Database>, household: Household): Promise<string> {
  return tokenOf(await recordChanges(db, household));
}

const tokenOf = ({ epoch, position }: { epoch: string; position: number }) =>
  `urn:mila:caldav:${epoch}:${position}`;

export interface Changes {
  token: string;
  /** Objects in the calendar, and objects that have left it since. */
  objects: DavObject[];
  isCut: boolean;
}

/**
 * Lists what has changed since a token (RFC 6578); everything for an empty one.
 * @returns null for a token that is too old, or not Mila's
 */
export async function listChanges(
  db: Kysely<Database>,
  household: Household,
  { segment }: Place,
  { since, most }: { since: string; most: number },
): Promise<Changes | null> {
  const state = await recordChanges(db, household);
  const [, epoch, position = ""] = tokenForm.exec(since) ?? [];
  const after = since === "" ? -1 : Number(position);
  const isKnown = epoch === state.epoch && after >= state.floor && after <= state.position;
  if (since !== "" && !isKnown) return null;
  const rows = await objectsOf(db, household.householdId, segment)
    .where("position", ">", after)
    .$if(since === "", (query) => query.where("deleted_at", "is", null))
    .orderBy("position")
    .limit(most + 1)
    .execute();
  const objects = rows.slice(0, most);
  const isCut = rows.length > most;
  const token = tokenOf(isCut ? { ...state, position: objects.at(-1)!.position } : state);
  return { token, objects, isCut };
}
