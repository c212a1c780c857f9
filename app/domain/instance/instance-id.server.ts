import type { Kysely } from "kysely";
import { v4 as newRandomId } from "uuid";
import type { Database } from "#db/schema.ts";
import { readFact, writeNewFact } from "./facts.server.ts";

const fact = "instance_id";

/** Distinguishes this Mila from others that use the same Redis. */
export async function readInstanceId(db: Kysely<Database>): Promise<string> {
  await writeNewFact(db, fact, newRandomId());
  return (await readFact(db, fact)) ?? "";
}
