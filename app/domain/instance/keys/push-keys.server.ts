import type { Kysely } from "kysely";
import { decrypt, encrypt } from "#app/domain/core/encryption.server.ts";
import { z } from "#app/domain/core/zod.ts";
import { newPushKeys } from "#app/services/push/new-keys.server.ts";
import type { PushKeys } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import { deleteFact, readFact, writeFact, writeNewFact } from "../facts.server.ts";

const pushKeys: z.ZodType<PushKeys> = z.object({ publicKey: z.string(), privateKey: z.string() });
const fact = "push_keys";

/**
 * Makes the keys at the first call. Browsers are bound to them, so they stay in the database and
 * its backups.
 */
export async function readPushKeys(db: Kysely<Database>, encryptionKey: string): Promise<PushKeys> {
  const seal = () => encrypt(encryptionKey, JSON.stringify(newPushKeys()), fact);
  // Another process may have been first, and its keys win.
  await writeNewFact(db, fact, seal());
  const sealed = (await readFact(db, fact)) ?? "";
  const text = decrypt(encryptionKey, sealed, fact);
  if (text) return pushKeys.parse(JSON.parse(text));
  // The stored keys were encrypted with a key that is lost.
  await writeFact(db, fact, seal());
  return readPushKeys(db, encryptionKey);
}

export async function forgetPushKeys(db: Kysely<Database>): Promise<void> {
  await deleteFact(db, fact);
}
