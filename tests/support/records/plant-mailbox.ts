import { type Insertable, type Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import { sealMailbox } from "#app/domain/mail/mailbox/sealed-mailbox.server.ts";
import type { Database } from "#db/schema.ts";

interface Owner {
  userId: string;
  householdId: string;
}

/** Inserts a mailbox that is read, and that the worker leaves alone. */
export async function plantMailbox(
  db: Kysely<Database>,
  { userId, householdId }: Owner,
  encryptionKey: string,
  more: Partial<Insertable<Database["mailboxes"]>> = {},
): Promise<string> {
  const id = newId();
  const address = { host: "imap.invalid", port: 993, user: "nora", password: "p", folder: "S" };
  await db
    .insertInto("mailboxes")
    .values({
      id,
      household_id: householdId,
      added_by: userId,
      host: address.host,
      content: sealMailbox(encryptionKey, address, id),
      added_at: nowIso(),
      tried_at: nowIso(),
      read_at: nowIso(),
      next_read_at: "2101-01-01T00:00:00.000Z",
      ...more,
    })
    .execute();
  return id;
}
