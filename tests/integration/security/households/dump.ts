import { type Kysely, sql } from "kysely";
import { vi } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { eachEngine } from "#db/sql/each-engine.ts";
import type { Database } from "#db/schema.ts";
import { listTables } from "../../../support/records/tables.ts";

/** Tables that the worker writes to; search entries only repeat what tasks say. */
const workersOwn = new Set([
  "workers",
  "instance_facts",
  "messages_to_others",
  "search_entries",
  "households_to_index",
]);

/** The worker's writes to other rows. */
const workersColumns: Record<string, string[]> = {
  deliveries:
    "state reason attempts retry_count enqueued_at claimed_at lease_until not_before ended_at other_way".split(
      " ",
    ),
  webhooks: ["next_send_at", "claimed_until", "failures", "due_until"],
  // Nobody answers at their addresses, so that they go on waiting.
  webhook_messages: ["position", "attempts", "next_at", "first_tried_at", "tried_at", "status"],
};

/** A download changes nothing, but is recorded. */
const recordsDownload = /^audit_events .*"kind":"data_exported"/;

/**
 * Wrong passwords of a minute are counted, and recorded when it is over, which may be in another
 * test.
 */
const recordsCount = /^audit_events .*"kind":"sign_in_failed".*"times":(?!1\b)\d/;

/** When users were last seen, and how far the worker has logged and compared. */
const passingColumns = ["last_used_at", "last_seen_at", "logged_at", "compare_at", "compare_since"];

/** Counters of commits by others (data_version) and of our own changed rows (total_changes). */
interface LastDump {
  version: string;
  lines: string[];
}
const lastDumps = new WeakMap<Kysely<Database>, LastDump>();

/**
 * Every row as text, without session use times and the worker's writes. Waits for what the worker
 * does in pieces.
 */
export async function dump(db: Kysely<Database>): Promise<string[]> {
  await vi.waitUntil(async () => !(await isAtWork(db)), { timeout: 60_000, interval: 20 });
  const version = await versionOf(db);
  const last = lastDumps.get(db);
  if (last?.version === version) return last.lines;
  const lines: string[] = [];
  for (const select of await selectsOf(db)) lines.push(...(await select()));
  lines.sort();
  lastDumps.set(db, { version, lines });
  return lines;
}

const queues = ["accounts_to_remove", "departures", "households_to_announce", "tasks_to_announce"];

async function isAtWork(db: Kysely<Database>): Promise<boolean> {
  const compared = sql`select 1 from calendar_connections where compare_at <= ${nowIso()}`;
  const unread = sql`select 1 from shown_calendars where tried_at is null and held_at is null`;
  const unreadMail = sql`select 1 from mailboxes where tried_at is null and held_at is null`;
  const unplanned = sql`select 1 from series where plans_at <= ${nowIso()} and ended_at is null`;
  const waiting = [
    ...queues.map((table) => sql`select 1 from ${sql.table(table)}`),
    compared,
    unread,
    unreadMail,
    unplanned,
  ];
  // A worker that starts goes through all tasks once, maybe before it has its row.
  const uncompared = sql`select 1 from sessions where not exists (
    select 1 from instance_facts where name = 'time_zone_rules')`;
  const { rows } = await sql`
    select 1 where exists (${uncompared}) union all
    select 1 from workers where ${sql.join(
      waiting.map((query) => sql`exists (${query})`),
      sql` or `,
    )} limit 1`.execute(db);
  return rows.length > 0;
}

/** Changes with every write by any connection. */
async function versionOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await eachEngine({
    sqlite: sql`
      select (select data_version from pragma_data_version) as others, total_changes() as ours`,
    postgres: sql`select pg_current_snapshot()`,
  }).execute(db);
  return JSON.stringify(rows);
}

type Select = () => Promise<string[]>;
const selects = new WeakMap<Kysely<Database>, Promise<Select[]>>();

function selectsOf(db: Kysely<Database>): Promise<Select[]> {
  const known = selects.get(db) ?? makeSelects(db);
  selects.set(db, known);
  return known;
}

async function makeSelects(db: Kysely<Database>): Promise<Select[]> {
  const ordinary = new Set(await listTables(db));
  const tables = (await db.introspection.getTables()).filter(
    ({ name }) => ordinary.has(name) && !workersOwn.has(name),
  );
  return tables.map(({ name, columns }) => {
    const left = workersColumns[name] ?? passingColumns;
    const kept = columns.filter((column) => !left.includes(column.name));
    const pairs = kept.map((column) => sql`${sql.lit(column.name)}, ${sql.ref(column.name)}`);
    const line = sql<string>`${sql.lit(`${name} `)} || ${eachEngine<string>({
      sqlite: sql`json_object(${sql.join(pairs)})`,
      postgres: sql`replace(json_build_object(${sql.join(pairs)})::text, '" : ', '":')`,
    })}`;
    return async () => {
      const { rows } = await sql<{
        line: string;
      }>`select ${line} as line from ${sql.table(name)}`.execute(db);
      return rows
        .map((row) => row.line)
        .filter((row) => !recordsDownload.test(row) && !recordsCount.test(row));
    };
  });
}

export function changes(before: string[], after: string[]): { gone: string[]; come: string[] } {
  const [earlier, later] = [new Set(before), new Set(after)];
  return {
    gone: before.filter((line) => !later.has(line)),
    come: after.filter((line) => !earlier.has(line)),
  };
}
