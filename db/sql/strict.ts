import { sql } from "kysely";

/**
 * Without this, SQLite accepts any value for a column. Usage:
 * `createTable(name).modifyEnd(strict)`.
 */
export const strict = sql`strict`;
