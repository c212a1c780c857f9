import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildIfNeeded } from "../../scripts/start/build.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A migrated database, for tests to copy. */
    databaseTemplate: string;
  }
}

/** Builds the product and migrates a database once, before all tests. */
export default async function setup(project: TestProject) {
  await buildIfNeeded();
  const folder = mkdtempSync(join(tmpdir(), "mila-tests-"));
  process.env.DATA_DIR = folder;
  // A developer's own key is not for tests.
  process.env.OPENAI_API_KEY = "";
  process.env.MILA_TIME_ZONE = "America/New_York";
  const { openDatabase } = await import("#db/connection.server.ts");
  const { migrateToLatest } = await import("#db/migrate.ts");
  const databaseTemplate = join(folder, "template.db");
  const db = openDatabase(databaseTemplate);
  await migrateToLatest(db);
  await db.destroy();
  project.provide("databaseTemplate", databaseTemplate);
  return () => rmSync(folder, { recursive: true });
}
