import type { Kysely, Selectable } from "kysely";
import { compileOnce } from "#db/sql/compile-once.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { World } from "../world.ts";

/** The tables that are read after each action, since steps compare their rows. */
const stepTables = [
  "tasks",
  "delegations",
  "series",
  "series_occurrences",
  "series_turns",
  "series_turn_people",
  "people",
  "user_preferences",
] as const;

/** Only rules about states read these tables. */
const stateTables = [
  "away_dates",
  "household_members",
  "reminders",
  "calendar_entries",
  "calendar_connections",
] as const;

type StepTable = (typeof stepTables)[number];
type StateTable = (typeof stateTables)[number];
type RowsOf<Table extends keyof Database> = { [Name in Table]: Selectable<Database[Name]>[] };

/** Rules about steps compare two of these. */
export interface StepSnapshot extends RowsOf<StepTable> {
  now: string;
  messages: Pick<
    Selectable<Database["deliveries"]>,
    "id" | "kind" | "state" | "subject_id" | "channel" | "dedupe_key" | "user_id"
  >[];
  person: (id: string | null) => Selectable<Database["people"]> | undefined;
  task: (id: string | null) => Selectable<Database["tasks"]> | undefined;
}

/** Rules about states read the other tables, too. */
export type Snapshot = StepSnapshot & RowsOf<StateTable>;

export async function takeSnapshot({ db }: Pick<World, "db">): Promise<StepSnapshot> {
  const rows = await readAll(db, stepTables);
  const messages = await readMessages(db);
  const people = new Map(rows.people.map((row) => [row.id, row]));
  const tasks = new Map(rows.tasks.map((row) => [row.id, row]));
  return {
    ...rows,
    now: nowIso(),
    messages,
    person: (id) => people.get(id ?? ""),
    task: (id) => tasks.get(id ?? ""),
  };
}

/** Adds the tables that rules about states read. */
export async function completeSnapshot(
  { db }: Pick<World, "db">,
  snapshot: StepSnapshot,
): Promise<Snapshot> {
  return { ...snapshot, ...(await readAll(db, stateTables)) };
}

const readers = new Map(
  [...stepTables, ...stateTables].map((table) => [
    table,
    compileOnce((db) => db.selectFrom(table).selectAll()),
  ]),
);

async function readAll<Table extends StepTable | StateTable>(
  db: Kysely<Database>,
  tables: readonly Table[],
): Promise<RowsOf<Table>> {
  const rows = tables.map(async (table) => [table, await readers.get(table)!(db)] as const);
  return Object.fromEntries(await Promise.all(rows)) as never;
}

const readMessages = compileOnce((db) =>
  db
    .selectFrom("deliveries")
    .select(["id", "kind", "state", "subject_id", "channel", "dedupe_key", "user_id"])
    .where("kind", "in", [
      "delegation_request",
      "delegation_change",
      "delegation_release",
      "delegation_handover",
      "calendar_event",
    ]),
);

export const titleOf = (task: Selectable<Database["tasks"]>) =>
  `“${task.title}” of ${task.due_local ?? "no date"}`;
