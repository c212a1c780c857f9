// Migrates a database in its own process: node migrator.ts FILE
import { openDatabase } from "#db/connection.server.ts";
import { migrateToLatest } from "#db/migrate.ts";

const db = openDatabase(process.argv[2] ?? "");
process.send?.("it begins");
await migrateToLatest(db);
await db.destroy();
