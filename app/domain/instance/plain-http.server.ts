import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { readFact, writeFact } from "./facts.server.ts";

const fact = "tasks_apps_over_http";

/** True if tasks apps at home may send their access tokens without encryption. */
export async function isPlainHttpAllowed(db: Kysely<Database>): Promise<boolean> {
  return (await readFact(db, fact)) === "yes";
}

export async function allowPlainHttp(db: Kysely<Database>, isAllowed: boolean): Promise<void> {
  await writeFact(db, fact, isAllowed ? "yes" : "no");
}
