import { utimesSync } from "node:fs";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { addMailbox, listMailboxes } from "#app/domain/mail/mailbox/mailboxes.server.ts";
import { createMailboxReader } from "#app/domain/mail/mailbox/read-mailboxes.server.ts";
import { listMails } from "#app/domain/mail/mails.server.ts";
import type { Database } from "#db/schema.ts";
import type { Updateable } from "kysely";
import { readerSettings } from "../mails/reader-settings.ts";
import { newDatabase } from "../records/database.ts";
import { newFamily } from "../records/family.ts";
import { password, startMailServer } from "./dovecot.ts";
import { mailOf } from "./mail-of.ts";

const encryptionKey = Buffer.alloc(32, 7).toString("base64url");
const timeZone = "America/New_York";

/** A family whose mailbox is "nora" at a real IMAP server; its folder "School" is read. */
export async function withMailbox() {
  const server = await startMailServer();
  const database = newDatabase();
  const { db } = database;
  const nora = await newFamily(db);
  const viewer = { ...nora, timeZone };
  const about = { ...readerSettings(encryptionKey), trustedHosts: [server.host] };
  // Dovecot knows the folder once it has a mail.
  const first = server.deliver("nora", "School", mailOf({ text: "Welcome." }));
  const input = { address: "nora", password, folder: "School", server: server.host };
  const added = await addMailbox(db, nora, input, about);
  if (added.status !== "added") throw new Error(JSON.stringify(added));
  server.remove("nora", "School", first);
  const { id: mailboxId } = await db.selectFrom("mailboxes").select("id").executeTakeFirstOrThrow();
  const reader = createMailboxReader(db, { ...about, timeZone });
  let time = nowIso();
  const mails = () => listMails(db, nora, encryptionKey);
  return {
    db,
    nora,
    server,
    about,
    encryptionKey,
    mailboxId,
    mails,
    deliver: (mail: string, { daysAgo = 0 } = {}) => {
      const name = server.deliver("nora", "School", mail);
      const at = new Date(Date.now() - daysAgo * 86_400_000);
      utimesSync(server.pathOf("nora", "School", name), at, at);
      return name;
    },
    read: (now = laterBy(nowIso(), { seconds: 1 })) => {
      if (now > time) time = now;
      return reader.read(now);
    },
    /** Reads when the next reading is due. */
    readLater: () => {
      time = laterBy(time, { hours: 7 });
      return reader.read(time);
    },
    titles: async () =>
      (await mails()).flatMap(({ things }) => things.map(({ title }) => title)).toSorted(),
    mailCount: async () => (await db.selectFrom("mails").select("id").execute()).length,
    state: async () => (await listMailboxes(db, viewer))[0]?.state,
    nextReadAt: async () =>
      (await db.selectFrom("mailboxes").select("next_read_at").executeTakeFirstOrThrow())
        .next_read_at,
    set: (changes: Updateable<Database["mailboxes"]>) =>
      db.updateTable("mailboxes").set(changes).execute(),
    [Symbol.asyncDispose]: async () => {
      reader.end();
      await database[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
