import { hash, randomBytes } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { type AuditSource, recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { formatDue, laterBy, nowIso, secondsBetween } from "#app/domain/core/time.ts";
import type { Viewer, ZonedViewer } from "#app/domain/core/viewer.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import type { Database, TokenAccess } from "#db/schema.ts";
import { maxTokens, type NewToken } from "./input.ts";

export interface ListedToken {
  id: string;
  name: string;
  access: TokenAccess;
  /** "Nov 21, 3:00 PM", in the viewer's zone. */
  madeOn: string;
  endsOn: string;
  hasEnded: boolean;
  /** Null if it was never used. */
  lastUse: { when: string; network: string | null } | null;
}

export async function listTokens(
  db: Kysely<Database>,
  { userId, timeZone }: ZonedViewer,
  now: string = nowIso(),
): Promise<ListedToken[]> {
  const rows = await db
    .selectFrom("access_tokens")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    access: row.access,
    madeOn: formatDue(row.made_at, timeZone),
    endsOn: formatDue(row.expires_at, timeZone),
    hasEnded: row.expires_at <= now,
    lastUse: row.last_used_at
      ? { when: formatDue(row.last_used_at, timeZone), network: row.last_network }
      : null,
  }));
}

export async function countTokens(db: Kysely<Database>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("access_tokens")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** A token with its secret, which is shown once: the database only stores its hash. */
export interface MadeToken {
  name: string;
  secret: string;
}

export async function makeToken(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  { name, access, days }: NewToken,
  source?: AuditSource,
  now: string = nowIso(),
): Promise<MadeToken | "too_many"> {
  return db.transaction().execute(async (trx) => {
    if ((await countTokens(trx, userId)) >= maxTokens) return "too_many";
    const { householdId } = await getMembership(trx, userId);
    const secret = newSecret();
    await trx
      .insertInto("access_tokens")
      .values({
        id: newId(),
        user_id: userId,
        household_id: householdId,
        name,
        access,
        token_hash: hashOf(secret),
        made_at: now,
        expires_at: laterBy(now, { hours: 24 * Number(days) }),
      })
      .execute();
    await recordAudit(trx, { kind: "token_made", userId, source }, now);
    return { name, secret };
  });
}

/** Gives it another secret, valid for as long as the one before was. Null if it is not there. */
export async function renewToken(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  id: string,
  source?: AuditSource,
  now: string = nowIso(),
): Promise<MadeToken | null> {
  return db.transaction().execute(async (trx) => {
    const token = await trx
      .selectFrom("access_tokens")
      .select(["name", "made_at", "expires_at"])
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (!token) return null;
    const secret = newSecret();
    await trx
      .updateTable("access_tokens")
      .set({
        token_hash: hashOf(secret),
        made_at: now,
        expires_at: laterBy(now, { seconds: secondsBetween(token.made_at, token.expires_at) }),
        last_used_at: null,
        last_network: null,
      })
      .where("id", "=", id)
      .execute();
    await recordAudit(trx, { kind: "token_renewed", userId, source }, now);
    return { name: token.name, secret };
  });
}

/** Returns its name. Undefined if the account has no such token. */
export async function revokeToken(
  db: Kysely<Database>,
  { userId }: Pick<Viewer, "userId">,
  id: string,
  source?: AuditSource,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const revoked = await trx
      .deleteFrom("access_tokens")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .returning("name")
      .executeTakeFirst();
    if (revoked) await recordAudit(trx, { kind: "token_revoked", userId, source });
    return revoked?.name;
  });
}

/** An account that leaves, or has a new password, may have been in a stranger's hands. */
export async function endTokens(
  trx: Transaction<Database>,
  { userId, keepsTokens = false }: { userId: string; keepsTokens?: boolean },
): Promise<void> {
  if (!keepsTokens) await trx.deleteFrom("access_tokens").where("user_id", "=", userId).execute();
}

/** Begins with a word that scanners for leaked secrets can find. */
const newSecret = () => `mila_${randomBytes(32).toString("base64url")}`;

/** Prevents the hash of another secret from being a token's. */
export function hashOf(secret: string): string {
  return hash("sha256", `access-token\n${secret}`, "base64url");
}
