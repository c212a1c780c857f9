import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { readFact, writeFact } from "./facts.server.ts";

const fact = "two_step_required";

export async function isTwoStepRequired(db: Kysely<Database>): Promise<boolean> {
  return (await readFact(db, fact)) === "yes";
}

/** Applies to the next sign-in of everyone without a second step. */
export async function requireTwoStep(db: Kysely<Database>, isRequired: boolean): Promise<void> {
  await writeFact(db, fact, isRequired ? "yes" : "no");
}
