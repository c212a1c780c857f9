import { openDatabase } from "#db/connection.server.ts";
import { migrateToLatest } from "#db/migrate.ts";
const db = openDatabase(process.argv[2]!);
await migrateToLatest(db);
await db.destroy();
