import type { Kysely } from "kysely";
import { findSession, type Session } from "#app/domain/accounts/sessions/session.server.ts";
import { isTwoStepRequired } from "#app/domain/instance/required-two-step.server.ts";
import {
  findMembershipNow,
  type CurrentMembership,
} from "#app/domain/people/household/membership.server.ts";
import type { Database } from "#db/schema.ts";

export interface SessionViewer extends Session, CurrentMembership {
  /**
   * The household's revision, read before the page's data: a concurrent change is then loaded twice
   * rather than not at all.
   */
  revision: number;
}

/** Returns null if the session has ended or never existed. */
export async function findViewer(
  db: Kysely<Database>,
  token: string,
  network: string,
): Promise<SessionViewer | null> {
  const session = await findSession(db, token, network);
  const membership = session && (await findMembershipNow(db, session.userId));
  if (!membership) return null;
  // The owner may have stopped requiring a second step.
  const mustAddFactor = session.mustAddFactor && (await isTwoStepRequired(db));
  return { ...session, ...membership, mustAddFactor };
}
