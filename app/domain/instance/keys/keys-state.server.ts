import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { readFact } from "../facts.server.ts";

/** Each start writes this (db/keys.ts). */
const fact = "keys_fingerprint";

type Problem = "missing" | "damaged" | "unreadable";

/** "renewed": a command made new keys, and this process must restart to use them. */
export type KeysState = Problem | "fine" | "renewed" | "changed";

/** Compares the fingerprint of the keys in use with those of the file and the database. */
export async function findKeysState(
  db: Kysely<Database>,
  { used, found }: { used: string; found: string | Problem },
): Promise<KeysState> {
  const known = await readFact(db, fact);
  if (found === "missing" || found === "damaged" || found === "unreadable") return found;
  if (found === used && (known === undefined || known === used)) return "fine";
  return found === known ? "renewed" : "changed";
}
