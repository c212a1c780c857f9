import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

/** Reads a part of what is kept of somebody and their household, as they get it in their file. */
export type ExportPart = (db: Kysely<Database>, viewer: { userId: string; householdId: string }) => Promise<unknown>;
