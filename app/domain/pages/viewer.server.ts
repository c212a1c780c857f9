import type { Kysely } from "kysely";
import { findSession, type Session } from "#app/domain/accounts/sessions/session.server.ts";
import { findMembership, type CurrentMembership } from "#app/domain/household/members/membership.server.ts";
import type { Database } from "#db/schema.ts";

export type Viewer = Session & CurrentMembership;

/** Null if the session has ended or never existed. */
export async function findViewer(db: Kysely<Database>, token: string, network: string): Promise<Viewer | null> {
  const session = await findSession(db, token, network);
  const membership = session && (await findMembership(db, session.userId));
  return membership ? { ...session, ...membership } : null;
}
