import type { Kysely } from "kysely";
import { formatFullDate } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** Dates are in the viewer's time zone: "Nov 21, 2026". */
export interface PasskeySummary {
  id: string;
  name: string;
  addedOn: string;
  lastUsedOn: string | null;
}

/** Lists the oldest first. */
export async function listPasskeys(
  db: Kysely<Database>,
  { userId, timeZone }: { userId: string; timeZone: string },
): Promise<PasskeySummary[]> {
  const rows = await db
    .selectFrom("passkeys")
    .select(["id", "name", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows.map(({ id, name, created_at, last_used_at }) => ({
    id,
    name,
    addedOn: formatFullDate(created_at, timeZone),
    lastUsedOn: last_used_at && formatFullDate(last_used_at, timeZone),
  }));
}

/** Returns the passkeys in the form of WebAuthn's options. */
export async function findCredentials(
  db: Kysely<Database>,
  userId: string,
): Promise<{ id: string; transports: string[] }[]> {
  const rows = await db
    .selectFrom("passkeys")
    .select(["credential_id", "transports"])
    .where("user_id", "=", userId)
    .execute();
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: transports.split(" ").filter(Boolean),
  }));
}
