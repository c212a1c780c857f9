import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** Inserts a passkey that no device has. Returns its id. */
export async function insertPasskey(
  db: Kysely<Database>,
  userId: string,
  name: string,
): Promise<string> {
  const id = newId();
  const credential = { credential_id: id, public_key: "none", counter: 0, transports: "" };
  await db
    .insertInto("passkeys")
    .values({ id, user_id: userId, name, ...credential, created_at: nowIso() })
    .execute();
  return id;
}
