import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findMembershipNow } from "#app/domain/people/household/membership.server.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database, TokenAccess } from "#db/schema.ts";
import { hashOf } from "./tokens.server.ts";

export interface TokenBearer extends Viewer {
  tokenId: string;
  access: TokenAccess;
  /** When its present secret was made. */
  madeAt: string;
  /** IANA name, or null while unknown. */
  timeZone: string | null;
  /** The household's revision, read before anything else. */
  revision: number;
}

const secretForm = /^mila_[\w-]{43}$/;

/** Returns null for a secret that was never a token's, or whose token has ended. */
export async function findToken(
  db: Kysely<Database>,
  secret: string,
  network: string | null,
  now: string = nowIso(),
): Promise<TokenBearer | null> {
  if (!secretForm.test(secret)) return null;
  const [token] = await listByHash(db, hashOf(secret));
  if (!token || token.expires_at <= now) return null;
  const { user_id: userId, household_id: householdId } = token;
  const membership = await findMembershipNow(db, userId);
  const person = (await findPeople(db, [userId])).get(userId);
  if (membership?.householdId !== householdId || !person) return null;
  if ((token.last_used_at ?? "") < earlierBy(now, { hours: 1 }))
    await db
      .updateTable("access_tokens")
      .set({ last_used_at: now, last_network: network })
      .where("id", "=", token.id)
      .execute();
  const { access, id: tokenId, made_at: madeAt } = token;
  const { revision } = membership;
  return { tokenId, userId, householdId, access, madeAt, timeZone: person.timeZone, revision };
}

/**
 * True until the token has ended, was revoked or renewed, or its account is in another household.
 */
export async function isTokenValid(
  db: Kysely<Database>,
  { tokenId, madeAt, userId, householdId }: TokenBearer,
  now: string = nowIso(),
): Promise<boolean> {
  const found = await db
    .selectFrom("access_tokens")
    .select("id")
    .where("id", "=", tokenId)
    .where("made_at", "=", madeAt)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (!found) return false;
  return (await findMembershipNow(db, userId))?.householdId === householdId;
}

const listByHash = compileOnce((db, tokenHash: string) =>
  db
    .selectFrom("access_tokens")
    .select(["id", "user_id", "household_id", "access"])
    .select(["made_at", "expires_at", "last_used_at"])
    .where("token_hash", "=", tokenHash),
);
