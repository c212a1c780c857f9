import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

/** Tables that the worker writes to by itself. */
const workersOwn = new Set(["workers", "instance_facts"]);

/** Every row of every table as a line of text, but for when a session was last used. */
export async function dump(db: Kysely<Database>): Promise<string[]> {
  const lines: string[] = [];
  for (const { name } of await db.introspection.getTables()) {
    if (workersOwn.has(name)) continue;
    const rows = (await db
      .selectFrom(name as "sessions")
      .selectAll()
      .execute()) as object[];
    lines.push(...rows.map((row) => `${name} ${JSON.stringify({ ...row, last_used_at: undefined })}`));
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
