import type { Kysely } from "kysely";
import { listCustomReminders } from "#app/domain/reminders/lists/custom-minutes.server.ts";
import type { Database } from "#db/schema.ts";
import { eventsSegment, listCalendars } from "./calendars.server.ts";
import { type Fields, isSame } from "./fields.ts";
import type { DavObject } from "./dav-object.ts";
import { findShown } from "./show-objects.server.ts";
import type { Shown } from "./write-object.server.ts";

/** A state of an object that clients may have read. */
interface KnownState {
  /** Without anybody's alarms. */
  fields: Fields;
  /** Minutes, keyed by user. */
  alarms: Record<string, number[]>;
  openOn: string | null;
}

/** A client that is further behind is taken as if it had read the first of them. */
const maxStates = 6;

/** Adds to objects that have changed what clients get of them now. */
export async function withStates(
  db: Kysely<Database>,
  householdId: string,
  rows: readonly DavObject[],
): Promise<DavObject[]> {
  if (rows.length === 0) return [];
  const byCalendar = Map.groupBy(rows, ({ calendar }) => calendar);
  const calendars = await listCalendars(db, { householdId });
  const nobody = { userId: "", householdId, timeZone: "UTC" };
  const shown = new Map<DavObject, Shown>();
  for (const calendar of calendars) {
    const own = byCalendar.get(calendar.segment) ?? [];
    if (own.length === 0 || calendar.segment === eventsSegment) continue;
    for (const [row, now] of await findShown(db, nobody, calendar, own)) shown.set(row, now);
  }
  const ids = [...shown.keys()].flatMap(({ task_id }) => task_id ?? []);
  const reminders = Map.groupBy(await listCustomReminders(db, ids), ({ task_id }) => task_id);
  return rows.map((row) => {
    const now = shown.get(row);
    if (!now) return row;
    const alarms: KnownState["alarms"] = {};
    for (const { user_id, minutes_before } of reminders.get(row.task_id ?? "") ?? [])
      (alarms[user_id] ??= []).push(minutes_before);
    return { ...row, states: addState(row, { fields: now.fields, alarms, openOn: now.openOn }) };
  });
}

const readStates = ({ states }: Pick<DavObject, "states">) =>
  JSON.parse(states ?? "[]") as KnownState[];

function addState(row: DavObject, state: KnownState): string {
  const known = readStates(row).filter((each) => !isSame(each, state));
  return JSON.stringify([...known, state].slice(-maxStates));
}

/** Lists the states in which a person may have read an object, the newest first. */
export function listKnown(row: DavObject, userId: string, now: Shown): Shown[] {
  return readStates(row)
    .map(({ fields, alarms, openOn }) => ({
      ...now,
      fields: { ...fields, alarms: [...new Set(alarms[userId] ?? [])] },
      openOn,
      doneOn: new Map([...now.doneOn].filter(([on]) => openOn !== null && on < openOn)),
    }))
    .toReversed();
}
