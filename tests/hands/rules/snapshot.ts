import type { Kysely, Selectable } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { World } from "../world.ts";

/** The tables whose rows the rules compare. */
const tables = [
  "tasks",
  "delegations",
  "series",
  "series_occurrences",
  "series_turns",
  "series_turn_people",
  "away_dates",
  "people",
  "household_members",
  "reminders",
  "calendar_entries",
  "calendar_connections",
  "user_preferences",
] as const;

type Rows = { [Table in (typeof tables)[number]]: Selectable<Database[Table]>[] };

export interface Snapshot extends Rows {
  now: string;
  messages: Pick<
    Selectable<Database["deliveries"]>,
    "id" | "kind" | "state" | "subject_id" | "channel" | "dedupe_key" | "user_id"
  >[];
  person: (id: string | null) => Selectable<Database["people"]> | undefined;
  task: (id: string | null) => Selectable<Database["tasks"]> | undefined;
}

export async function takeSnapshot({ db }: Pick<World, "db">): Promise<Snapshot> {
  const rows = Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, await readAll(db, table)] as const)),
  ) as unknown as Rows;
  const messages = await db
    .selectFrom("deliveries")
    .select(["id", "kind", "state", "subject_id", "channel", "dedupe_key", "user_id"])
    .where("kind", "in", [
      "delegation_request",
      "delegation_change",
      "delegation_release",
      "delegation_handover",
      "calendar_event",
    ])
    .execute();
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

const readAll = (db: Kysely<Database>, table: (typeof tables)[number]) =>
  db.selectFrom(table).selectAll().execute();

export const titleOf = (task: Selectable<Database["tasks"]>) =>
  `“${task.title}” of ${task.due_local ?? "no date"}`;
