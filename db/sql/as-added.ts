import { type RawBuilder, sql } from "kysely";
import { eachEngine } from "./each-engine.ts";

/**
 * Sorts rows of one instant as they were added. SQLite's indexes have this order already, and on
 * PostgreSQL the ids begin with their time.
 */
export const asAdded = (table: "deliveries" | "reminders" | "tasks"): RawBuilder<string> =>
  eachEngine<string>({ sqlite: sql.ref(`${table}.rowid`), postgres: sql.ref(`${table}.id`) });
