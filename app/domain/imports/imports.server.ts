import type { Kysely, Selectable } from "kysely";
import { formatFullDate } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import type { Viewer, ZonedViewer } from "#app/domain/core/viewer.ts";
import {
  type HouseholdPerson,
  listHouseholdPeople,
  onlyNamed,
} from "#app/domain/people/people.server.ts";
import { findNoRoom } from "#app/domain/tasks/adding/room.server.ts";
import type { Database, ImportFormat } from "#db/schema.ts";
import type { ImportChoices } from "./input.ts";
import { newPerson, whyStoppedByLeaving } from "./limits.ts";
import { type ImportSummary, parseSummary } from "./summary.ts";

export type Import = Selectable<Database["imports"]>;
export type ImportRow = Selectable<Database["import_rows"]>;

const formatNames: Record<ImportFormat, string> = {
  calendar: "Calendar file",
  donetick: "Donetick",
  google: "Google Tasks",
  mila: "Mila",
  spreadsheet: "Mila, for spreadsheets",
  trello: "Trello",
  ticktick: "TickTick",
  todoist: "Todoist",
  tududi: "tududi",
  vikunja: "Vikunja",
};

const mostListed = 20;

/** Lists the account's imports, the latest first. */
export async function listImports(db: Kysely<Database>, viewer: ZonedViewer) {
  const rows = await db
    .selectFrom("imports")
    .select(["id", "format", "file_name", "state", "created_at"])
    .where("user_id", "=", viewer.userId)
    .where(({ eb, or }) =>
      or([
        eb("household_id", "=", viewer.householdId),
        eb("stopped_because", "=", whyStoppedByLeaving),
      ]),
    )
    .where("state", "!=", "reading")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(mostListed)
    .execute();
  return rows.map(({ id, format, file_name: fileName, state, created_at }) => ({
    id,
    format: formatNames[format],
    fileName,
    state,
    on: formatFullDate(created_at, viewer.timeZone),
  }));
}

/** Only the account that made it sees an import, and only in the household to which it brings. */
const importsOf = (db: Kysely<Database>, { userId, householdId }: Viewer) =>
  db.selectFrom("imports").where("user_id", "=", userId).where("household_id", "=", householdId);

/** A name of the file, with the person of the household whom it seems to mean. */
interface MatchedPerson {
  name: string;
  count: number;
  /** An id, `newPerson`, or empty. */
  personId: string;
  /** True if the file says enough to add them to the family. */
  canBeAdded: boolean;
}

interface ImportPage {
  format: string;
  fileName: string;
  state: "waiting" | "running" | "done" | "undoing" | "undone";
  summary: Omit<ImportSummary, "people" | "madeLists">;
  matches: MatchedPerson[];
  people: { id: string; label: string }[];
  /** The rows of the file by what became of them. */
  counts: { waiting: number; added: number; changed: number; refused: number; kept: number };
  stoppedBecause: string | null;
}

/** An import into a household that the account has left since. */
interface ImportElsewhere {
  format: string;
  fileName: string;
  state: "elsewhere";
  words: string;
}

/** Returns null for an import of somebody else. */
export async function findImport(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
): Promise<ImportPage | ImportElsewhere | null> {
  const found = await db
    .selectFrom("imports")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", viewer.userId)
    .executeTakeFirst();
  if (!found || found.state === "reading") return null;
  if (found.household_id !== viewer.householdId) return viewElsewhere(found);
  const { people: names, madeLists: _, ...summary } = parseSummary(found.summary);
  const people = await listHouseholdPeople(db, viewer.householdId);
  return {
    format: formatNames[found.format],
    fileName: found.file_name,
    state: found.state,
    summary,
    matches: names.map((one) => ({
      name: one.name,
      count: one.count,
      personId: personMeant(people, one, viewer),
      canBeAdded: one.relation !== undefined && !one.isMe,
    })),
    people: people.map(({ id: personId, label }) => ({ id: personId, label })),
    counts: await countRows(db, id),
    stoppedBecause: found.stopped_because,
  };
}

function viewElsewhere({ format, file_name, state, stopped_because }: Import): ImportElsewhere {
  const nothing = "You chose it in a household that you have left. Nothing was imported.";
  const brought = "It was for a household that you have left.";
  const words = stopped_because === whyStoppedByLeaving ? stopped_because : brought;
  return {
    format: formatNames[format],
    fileName: file_name,
    state: "elsewhere",
    words: state === "waiting" ? nothing : words,
  };
}

/** Programs often have the whole name, and families only the first. */
function personMeant(
  people: readonly HouseholdPerson[],
  { name, relation, isMe }: ImportSummary["people"][number],
  { userId }: Viewer,
): string {
  const [first = ""] = name.split(" ", 1);
  const named = onlyNamed(people, name) ?? onlyNamed(people, first);
  const meant = isMe ? people.find((person) => person.userId === userId) : named;
  return meant?.id ?? (relation ? newPerson : "");
}

async function countRows(db: Kysely<Database>, id: string): Promise<ImportPage["counts"]> {
  const rows = await countsQuery(db, id).execute();
  const counts = { waiting: 0, added: 0, changed: 0, refused: 0, kept: 0 };
  for (const { state, count } of rows) if (state !== "known") counts[state] = count;
  return counts;
}

export function countsQuery(db: Kysely<Database>, id: string) {
  return db
    .selectFrom("import_rows")
    .select("state")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("import_id", "=", id)
    .groupBy("state");
}

/** Says how an import ended, as other programs see it. Null if the household has none such. */
export async function findEndedImport(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
  id: string,
) {
  const found = await db
    .selectFrom("imports")
    .select(["id", "format", "state"])
    .where("id", "=", id)
    .where("household_id", "=", householdId)
    .where("state", "in", ["done", "undone"])
    .executeTakeFirst();
  if (!found) return null;
  const { added, changed, kept } = await countRows(db, id);
  const isUndone = found.state === "undone";
  const rows = isUndone ? kept : added + changed;
  return { id: found.id, format: found.format, is_undone: isUndone, rows };
}

const chosenPeople = z.record(z.string(), z.string());

export const parsePeople = (json: string) => chosenPeople.parse(JSON.parse(json));

/**
 * Lets the worker bring in what the preview showed. A second press changes nothing.
 * @returns null if the account has no such import
 */
export async function startImport(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
  { people, takesChanges }: ImportChoices,
): Promise<"started" | { refused: string } | null> {
  const found = await importsOf(db, viewer)
    .select(["state", "summary"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found || found.state === "reading") return null;
  if (found.state !== "waiting") return "started";
  const summary = parseSummary(found.summary);
  const { tasks, done, repeating, people: named } = summary;
  const noRoom = await findNoRoom(db, viewer.householdId, {
    tasks: tasks - done,
    series: repeating,
  });
  if (noRoom) return { refused: noRoom.refused };
  const own = await listHouseholdPeople(db, viewer.householdId);
  const isKnown = ({ name, person }: { name: string; person: string }) =>
    person === newPerson
      ? named.some((one) => one.name === name && one.relation !== undefined)
      : own.some((each) => each.id === person);
  const chosen = people.filter(isKnown).map(({ name, person }) => [name, person]);
  await db
    .updateTable("imports")
    .set({
      state: "running",
      people: JSON.stringify(Object.fromEntries(chosen)),
      summary: JSON.stringify({ ...summary, takesChanges: takesChanges === "on" }),
    })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
  return "started";
}

/**
 * Lets the worker take the whole import back, also while it is still under way.
 * @returns null if the account has no such import
 */
export async function undoImport(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
): Promise<boolean | null> {
  const found = await importsOf(db, viewer).select("state").where("id", "=", id).executeTakeFirst();
  if (!found || found.state === "reading") return null;
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set({ state: "undoing" })
    .where("id", "=", id)
    .where("state", "in", ["running", "done"])
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
