import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { type AuditSource, recordAudit } from "../audit/record-audit.server.ts";
import { removeGoogleAccount } from "../google/google-account.server.ts";
import { removeOidcAccounts } from "../oidc/oidc-account.server.ts";

const removals = { google: removeGoogleAccount, oidc: removeOidcAccounts };

type Provider = keyof typeof removals;

/** Returns false if the user has no account there, or no password to sign in with instead. */
export async function unlinkProvider(
  db: Kysely<Database>,
  { userId, provider, source }: { userId: string; provider: Provider; source: AuditSource },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select("password_hash")
      .where("id", "=", userId)
      .executeTakeFirst();
    return user?.password_hash ? unlink(trx, provider, userId, source) : false;
  });
}

/** Unlinks all providers of an account whose real owner has got it back. */
export async function unlinkProviders(trx: Transaction<Database>, userId: string): Promise<void> {
  await unlink(trx, "google", userId);
  await unlink(trx, "oidc", userId);
}

async function unlink(
  trx: Transaction<Database>,
  provider: Provider,
  userId: string,
  source?: AuditSource,
): Promise<boolean> {
  const wasLinked = await removals[provider](trx, userId);
  if (wasLinked) await recordAudit(trx, { kind: "sign_in_provider_unlinked", userId, source });
  return wasLinked;
}
