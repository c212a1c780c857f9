import { sql } from "kysely";

/**
 * SQLite takes any value for a column unless a table ends so. Usage:
 * `createTable(name).modifyEnd(strict)`.
 */
export const strict = sql`strict`;
