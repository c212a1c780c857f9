import type { Kysely } from "kysely";
import { env } from "#app/config/env.server.ts";
import {
  accountPageSize,
  listAccounts,
  type ListedAccount,
} from "#app/domain/accounts/owner/account-list.server.ts";
import { formatFullDate } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { printable } from "../start/words.ts";

export async function printAccounts(db: Kysely<Database>): Promise<void> {
  const accounts: ListedAccount[] = [];
  let page;
  do {
    page = await listAccounts(db, accounts.at(-1)?.id);
    accounts.push(...page);
  } while (page.length === accountPageSize);
  if (accounts.length === 0)
    return console.log("There are no accounts. The first one will be Mila's owner.");
  const width = Math.max(...accounts.map(({ email }) => printable(email).length));
  for (const account of accounts) console.log(toLine(account, width));
  if (!accounts.some(({ isOwner }) => isOwner)) {
    console.log("\nMila has no owner. To name one: npm run users -- make-owner ADDRESS");
  }
}

function toLine({ email, createdAt, lastSeenAt, isOwner }: ListedAccount, width: number): string {
  const day = (instant: string) => formatFullDate(instant, env.MILA_TIME_ZONE ?? "UTC").padEnd(12);
  const lastSeen = lastSeenAt ? `last seen ${day(lastSeenAt)}` : "never seen".padEnd(22);
  return `${printable(email).padEnd(width)}  since ${day(createdAt)}  ${lastSeen}${isOwner ? "  owner" : ""}`.trimEnd();
}
