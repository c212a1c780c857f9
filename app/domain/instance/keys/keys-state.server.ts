import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { readFact } from "../facts.server.ts";

/** Written by each start: db/keys.ts. */
const fact = "keys_fingerprint";

type Problem = "missing" | "damaged" | "unreadable";

/** "renewed": a command made new keys, which this process takes by starting again. */
export type KeysState = Problem | "fine" | "renewed" | "changed";

/** Compares the keys that a running process uses with the file and with the database, by their fingerprints. */
export async function findKeysState(
  db: Kysely<Database>,
  { used, found }: { used: string; found: string | Problem },
): Promise<KeysState> {
  const known = await readFact(db, fact);
  if (found === "missing" || found === "damaged" || found === "unreadable") return found;
  if (found === used && (known === undefined || known === used)) return "fine";
  return found === known ? "renewed" : "changed";
}
