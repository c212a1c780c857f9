import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

/** Reads one part of a user's data export. */
export type ExportPart = (db: Kysely<Database>, viewer: { userId: string; householdId: string }) => Promise<unknown>;
