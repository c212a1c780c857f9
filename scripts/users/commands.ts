import type { Kysely } from "kysely";
import { env } from "#app/config/env.server.ts";
import { instanceOrigin } from "#app/config/instance-origin.server.ts";
import { makeResetLink } from "#app/domain/accounts/credentials/password-reset.server.ts";
import {
  findAccountByAddress,
  type ListedAccount,
} from "#app/domain/accounts/owner/account-list.server.ts";
import { turnOffTwoStep } from "#app/domain/accounts/factors/factors.server.ts";
import { giveOwnership } from "#app/domain/accounts/owner/owner.server.ts";
import { endAllSessions } from "#app/domain/accounts/sessions/session-list.server.ts";
import { passwordResetLink } from "#app/domain/core/links.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { readFittingSecrets } from "#db/keys.ts";
import type { Database } from "#db/schema.ts";
import { findRunningAddress } from "../start/running-address.ts";
import { count } from "../start/words.ts";
import { deleteAfterAsking } from "./delete.ts";
import { printAccounts } from "./list.ts";
import { makeNewKeys } from "./new-keys.ts";
import { UsersError } from "./open-accounts.ts";

const usage = `Use: npm run users                              lists the accounts
     npm run users -- reset-link ADDRESS        prints a link to choose a new password
     npm run users -- make-owner ADDRESS        makes it Mila's owner
     npm run users -- end-sessions ADDRESS      signs it out everywhere
     npm run users -- turn-off-two-step ADDRESS lets in someone who lost phone and recovery codes
     npm run users -- delete ADDRESS [--yes]    deletes it; --yes doesn't ask
     npm run users -- new-keys [--yes]          makes new keys in place of lost ones; ends all sessions and links`;

type Command = (
  db: Kysely<Database>,
  account: ListedAccount,
  options: { isSure: boolean },
) => Promise<void>;

const commands: Record<string, Command> = {
  "reset-link": printResetLink,
  "make-owner": changeOwner,
  "end-sessions": endSessions,
  "turn-off-two-step": turnOffSecondStep,
  delete: deleteAfterAsking,
};

/** @throws UsersError for an unknown command or address */
export async function runUsers(db: Kysely<Database>, args: string[]): Promise<void> {
  const isSure = args.includes("--yes");
  const [name, address, ...more] = args.filter((word) => word !== "--yes");
  if (name === undefined || name === "list") return printAccounts(db);
  if (name === "new-keys" && address === undefined) return makeNewKeys(db, { isSure });
  const command = commands[name];
  if (!command || !address || more.length > 0 || (isSure && name !== "delete"))
    throw new UsersError(usage);
  const account = await findAccountByAddress(db, address);
  if (!account)
    throw new UsersError(
      `No account has the address ${address}. To list the accounts: npm run users`,
    );
  await command(db, account, { isSure });
}

async function printResetLink(db: Kysely<Database>, { id, email }: ListedAccount): Promise<void> {
  const { link: linkKey } = await readFittingSecrets(db, env.DATA_DIR);
  const resetId = await makeResetLink(db, id, "command");
  const running = findRunningAddress(env.DATA_DIR);
  const origin = running ?? instanceOrigin;
  const link = passwordResetLink({ origin, linkKey }, resetId);
  console.log(`With this link, ${email} can choose a new password:\n\n${link}\n`);
  console.log("It works once, for 30 minutes, and ends earlier links. Give it to nobody else.");
  const isGuessed = running === undefined && env.APP_URL === undefined;
  if (!isGuessed && new URL(origin).hostname !== "localhost") return;
  const why = isGuessed
    ? "Mila isn't running, so I guessed where you open it"
    : "Mila knows no other address";
  console.log(
    `\n${why}. If that isn't ${origin}, as in a container, put your address in its place, or set APP_URL.`,
  );
}

async function changeOwner(
  db: Kysely<Database>,
  { id, email, isOwner }: ListedAccount,
): Promise<void> {
  if (isOwner) return console.log(`${email} is Mila's owner already.`);
  await db.transaction().execute((trx) => giveOwnership(trx, id, "command", nowIso()));
  console.log(`${email} is Mila's owner now.`);
}

async function turnOffSecondStep(
  db: Kysely<Database>,
  { id, email }: ListedAccount,
): Promise<void> {
  const wasOn = await turnOffTwoStep(db, { userId: id, by: "command" });
  if (!wasOn) return console.log(`${email} has no two-step sign-in.`);
  console.log(
    `Turned off two-step sign-in for ${email}: removed its authenticator app, passkeys and recovery codes.`,
  );
}

async function endSessions(db: Kysely<Database>, { id, email }: ListedAccount): Promise<void> {
  console.log(
    `Signed out ${email}: ended ${count(await endAllSessions(db, id, "command"), "session")}.`,
  );
}
