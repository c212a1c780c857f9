import { sql } from "kysely";
import { eachEngine } from "./each-engine.ts";

/**
 * Without this, SQLite accepts any value for a column. Usage:
 * `createTable(name).modifyEnd(strict)`.
 */
export const strict = eachEngine({ sqlite: sql`strict`, postgres: sql`` });
