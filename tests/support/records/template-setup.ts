import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    databaseTemplate: string;
    /** The name of a database of PostgreSQL; empty if the tests run on SQLite. */
    postgresTemplate: string;
  }
}

export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "mila-tests-"));
  process.env.DATA_DIR = folder;
  const { openDatabase } = await import("#db/connection.server.ts");
  const { newSecrets, replaceSecrets } = await import("#app/config/secrets.server.ts");
  const { migrateToLatest } = await import("#db/migrate.ts");
  const databaseTemplate = join(folder, "template.db");
  const db = openDatabase(databaseTemplate);
  await migrateToLatest(db);
  replaceSecrets(newSecrets(), folder);
  await db.destroy();
  project.provide("databaseTemplate", databaseTemplate);
  const { dropCopies, makeTemplate, postgresServer } = await import("../postgres/databases.ts");
  const postgresTemplate = postgresServer && (await makeTemplate());
  project.provide("postgresTemplate", postgresTemplate);
  return async () => {
    rmSync(folder, { recursive: true });
    if (postgresTemplate) await dropCopies(postgresTemplate);
  };
}
