import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";

/** Tables that the worker writes to by itself. */
const workersOwn = new Set(["workers", "instance_facts"]);

/** What the worker, which runs beside the tests, writes into rows of others. */
const workersColumns = "state reason attempts retry_count enqueued_at claimed_at lease_until not_before ended_at".split(
  " ",
);

/** What the database was like at a commit of others (data_version) and a row of ours (total_changes). */
interface LastDump {
  version: string;
  lines: string[];
}
const lastDumps = new WeakMap<Kysely<Database>, LastDump>();

/** Every row of every table as a line of text, but for when a session was last used and what the worker has done. */
export async function dump(db: Kysely<Database>): Promise<string[]> {
  const version = await versionOf(db);
  const last = lastDumps.get(db);
  if (last?.version === version) return last.lines;
  const lines: string[] = [];
  for (const select of await selectsOf(db)) lines.push(...(await select()));
  lines.sort();
  lastDumps.set(db, { version, lines });
  return lines;
}

/** Differs whenever anything was written since, by whatever connection. */
async function versionOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ others: number; ours: number }>`
    select (select data_version from pragma_data_version) as others, total_changes() as ours`.execute(db);
  return JSON.stringify(rows);
}

type Select = () => Promise<string[]>;
const selects = new WeakMap<Kysely<Database>, Promise<Select[]>>();

/** A query for each table, in which SQLite itself writes the lines. */
function selectsOf(db: Kysely<Database>): Promise<Select[]> {
  const known = selects.get(db) ?? makeSelects(db);
  selects.set(db, known);
  return known;
}

async function makeSelects(db: Kysely<Database>): Promise<Select[]> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !workersOwn.has(name));
  return tables.map(({ name, columns }) => {
    const left = name === "deliveries" ? workersColumns : ["last_used_at"];
    const kept = columns.filter((column) => !left.includes(column.name));
    const pairs = kept.map((column) => sql`${sql.lit(column.name)}, ${sql.ref(column.name)}`);
    const line = sql<string>`${sql.lit(`${name} `)} || json_object(${sql.join(pairs)})`;
    return async () => {
      const { rows } = await sql<{ line: string }>`select ${line} as line from ${sql.table(name)}`.execute(db);
      return rows.map((row) => row.line);
    };
  });
}

/** What came and went between two dumps. */
export function changes(before: string[], after: string[]): { gone: string[]; come: string[] } {
  const [earlier, later] = [new Set(before), new Set(after)];
  return { gone: before.filter((line) => !later.has(line)), come: after.filter((line) => !earlier.has(line)) };
}
