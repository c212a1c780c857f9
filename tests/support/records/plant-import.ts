import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { takeFile } from "#app/domain/imports/take-file.server.ts";
import type { Database } from "#db/schema.ts";

interface Planted {
  rows: readonly string[];
  fileName: string;
}

/**
 * Reads a Todoist file into a preview. The worker leaves it alone, also once it is started.
 * @returns its id
 */
export async function plantImport(
  db: Kysely<Database>,
  family: { userId: string; householdId: string },
  { rows, fileName }: Planted,
): Promise<string> {
  const content = ["TYPE,CONTENT,RESPONSIBLE,DATE,DATE_LANG", ...rows].join("\n");
  return plantFile(db, family, { content, fileName });
}

/** The same with any file that Mila knows. */
export async function plantFile(
  db: Kysely<Database>,
  family: { userId: string; householdId: string },
  { content, fileName }: { content: string; fileName: string },
): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), "mila-import-")), "file");
  writeFileSync(path, content);
  const taken = await takeFile(db, { ...family, timeZone: "UTC" }, { path, fileName });
  if ("refused" in taken) throw new Error(taken.refused);
  await db
    .updateTable("imports")
    .set({ next_at: "2101-01-01T00:00:00.000Z" })
    .where("id", "=", taken.id)
    .execute();
  return taken.id;
}
