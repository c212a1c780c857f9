import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

/** Tables that the worker writes to by itself. */
const workersOwn = new Set(["workers", "instance_facts"]);

/** What the worker, which runs beside the tests, writes into rows of others. */
const workersColumns = "state reason attempts retry_count enqueued_at claimed_at lease_until not_before ended_at".split(
  " ",
);

/** Every row of every table as a line of text, but for when a session was last used and what the worker has done. */
export async function dump(db: Kysely<Database>): Promise<string[]> {
  const lines: string[] = [];
  for (const { name } of await db.introspection.getTables()) {
    if (workersOwn.has(name)) continue;
    const rows = (await db
      .selectFrom(name as "sessions")
      .selectAll()
      .execute()) as object[];
    const left = name === "deliveries" ? workersColumns : ["last_used_at"];
    const without = Object.fromEntries(left.map((column) => [column, undefined]));
    lines.push(...rows.map((row) => `${name} ${JSON.stringify({ ...row, ...without })}`));
  }
  return lines.toSorted();
}

/** What came and went between two dumps. */
export function changes(before: string[], after: string[]): { gone: string[]; come: string[] } {
  return {
    gone: before.filter((line) => !after.includes(line)),
    come: after.filter((line) => !before.includes(line)),
  };
}
