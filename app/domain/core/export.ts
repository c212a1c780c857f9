import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

export type ExportPart = (db: Kysely<Database>, viewer: { userId: string; householdId: string }) => Promise<unknown>;
