import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { decrypt, encrypt } from "#app/domain/core/encryption.server.ts";
import { earlierBy, formatDue, nowIso } from "#app/domain/core/time.ts";
import type { Viewer, ZonedViewer } from "#app/domain/core/viewer.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import type { Database } from "#db/schema.ts";
import { addressOf, alphabet, type Around, tokenLength } from "./recipients.ts";

export interface ListedAddress {
  id: string;
  address: string;
  state: string;
}

interface Keys {
  encryptionKey: string;
  around: Around;
}

export async function listAddresses(
  db: Kysely<Database>,
  { householdId, timeZone }: ZonedViewer,
  { encryptionKey, around }: Keys,
  now: string = nowIso(),
): Promise<ListedAddress[]> {
  const rows = await db
    .selectFrom("mail_addresses")
    .select(["id", "content", "last_mail_at", "left_out", "left_out_at", "held_at"])
    .where("household_id", "=", householdId)
    .orderBy("added_at")
    .orderBy("id")
    .execute();
  return rows.flatMap((row) => {
    const token = decrypt(encryptionKey, row.content, row.id);
    if (token === null) return [];
    return [{ id: row.id, address: addressOf(token, around), state: describe(row, timeZone, now) }];
  });
}

interface State {
  last_mail_at: string | null;
  left_out: number;
  left_out_at: string | null;
  held_at: string | null;
}

const daysShown = 7;

function describe(row: State, timeZone: string, now: string): string {
  if (row.held_at)
    return "Mila was restored from a backup, so mails wait until Mila's owner lets me read them.";
  if (row.left_out_at && row.left_out_at > earlierBy(now, { hours: 24 * daysShown })) {
    const mails = row.left_out === 1 ? "1 mail" : `${row.left_out} mails`;
    const since = formatDue(row.left_out_at, timeZone, now);
    return `Too many mails came within a day, so I left out ${mails} from ${since} on.`;
  }
  if (!row.last_mail_at) return "No mail has come yet.";
  return `The last mail came ${formatDue(row.last_mail_at, timeZone, now)}.`;
}

const newToken = () => Array.from(randomBytes(tokenLength), (byte) => alphabet[byte & 31]).join("");

/** Of 130 random bits, so that it needs no salt. */
const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

/** Makes the household's address. Does nothing if there is one. */
export async function makeAddress(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  encryptionKey: string,
  now: string = nowIso(),
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const [id, token] = [newId(), newToken()];
    const found = await trx
      .selectFrom("mail_addresses")
      .select("id")
      .where("household_id", "=", householdId)
      .executeTakeFirst();
    if (found) return;
    await trx
      .insertInto("mail_addresses")
      .values({
        id,
        household_id: householdId,
        added_by: userId,
        token_hash: hashOf(token),
        content: encrypt(encryptionKey, token, id),
        added_at: now,
      })
      .execute();
    await bumpRevision(trx, householdId);
  });
}

/** Mails to the old address are dropped from then on. Returns false without such an address. */
export async function renewAddress(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  id: string,
  encryptionKey: string,
  now: string = nowIso(),
): Promise<boolean> {
  const token = newToken();
  return db.transaction().execute(async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const { numUpdatedRows } = await trx
      .updateTable("mail_addresses")
      .set({
        added_by: userId,
        token_hash: hashOf(token),
        content: encrypt(encryptionKey, token, id),
        added_at: now,
        last_mail_at: null,
      })
      .where("id", "=", id)
      .where("household_id", "=", householdId)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await bumpRevision(trx, householdId);
    return numUpdatedRows > 0n;
  });
}

/** Returns false without such an address. */
export async function endAddress(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  id: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { householdId } = await getMembership(trx, userId);
    const { numDeletedRows } = await trx
      .deleteFrom("mail_addresses")
      .where("id", "=", id)
      .where("household_id", "=", householdId)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await bumpRevision(trx, householdId);
    return numDeletedRows > 0n;
  });
}

/** Finds addresses by their secret parts. */
export async function findAddresses(db: Kysely<Database>, tokens: readonly string[]) {
  if (tokens.length === 0) return [];
  return db
    .selectFrom("mail_addresses")
    .select(["id", "household_id", "added_by"])
    .where("token_hash", "in", tokens.map(hashOf))
    .orderBy("id")
    .execute();
}
