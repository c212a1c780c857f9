import type { Kysely } from "kysely";
import { findSession, type Session } from "#app/domain/accounts/sessions/session.server.ts";
import { findPlace, type Place } from "#app/domain/household/members/membership.server.ts";
import type { Database } from "#db/schema.ts";

export type Viewer = Session & Place;

/** Null if the session has ended or never existed. */
export async function findViewer(db: Kysely<Database>, token: string): Promise<Viewer | null> {
  const session = await findSession(db, token);
  const place = session && (await findPlace(db, session.userId));
  return place ? { ...session, ...place } : null;
}
