import type { Kysely } from "kysely";
import { env } from "#app/config/env.server.ts";
import { newSecrets, replaceSecrets } from "#app/config/secrets.server.ts";
import { dropSealed } from "#app/domain/lifecycle/drop-sealed.server.ts";
import { recordKeys } from "#db/keys.ts";
import { migrateToLatest, readPending } from "#db/migrate.ts";
import type { Database } from "#db/schema.ts";
import { isRunning } from "../start/running-address.ts";
import { count } from "../start/words.ts";
import { confirm } from "./confirm.ts";
import { UsersError } from "./open-accounts.ts";

const question = `New keys sign everybody out and end all links in messages, links to reset a password and calendar feeds.
Google calendars and notifications on devices must be set up again. Two-step sign-in by authenticator app is off until its
user adds one again. You can't undo it. Type yes to make new keys: `;

/** @throws UsersError if the answer is anything but yes, or while an older Mila runs */
export async function makeNewKeys(
  db: Kysely<Database>,
  { isSure }: { isSure: boolean },
): Promise<void> {
  if (!isSure && !(await confirm(question))) throw new UsersError("The keys are as before.");
  const secrets = newSecrets();
  if (!env.DATABASE_URL && (await readPending(db)).length > 0) {
    if (isRunning(env.DATA_DIR))
      throw new UsersError("The Mila that runs is older than this one: stop her first.");
    await migrateToLatest(db, secrets);
  }
  const { sessions, authenticators, calendars, shownCalendars, ...mail } = await db
    .transaction()
    .execute(async (trx) => {
      const dropped = await dropSealed(trx);
      await recordKeys(trx, secrets);
      // If the command is interrupted after this, the keys don't fit, and it can be repeated.
      replaceSecrets(secrets, env.DATA_DIR);
      return dropped;
    });
  console.log(
    `Made new keys: ended ${count(sessions, "session")}, all links and all calendar feeds.`,
  );
  const removed = [
    count(authenticators, "authenticator app"),
    count(calendars, "Google calendar"),
    count(shownCalendars, "calendar address"),
    count(mail.mails, "school mail"),
    `${mail.mailboxes} ${mail.mailboxes === 1 ? "mailbox" : "mailboxes"}`,
    `${mail.addresses} ${mail.addresses === 1 ? "mail address" : "mail addresses"}`,
    count(mail.webhooks, "webhook"),
    count(mail.devices, "device"),
  ];
  console.log(
    `Removed ${removed.slice(0, -1).join(", ")} and ${removed.at(-1)}. If Mila runs, she takes them within a minute.`,
  );
}
