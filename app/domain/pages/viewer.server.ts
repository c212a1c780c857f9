import type { Kysely } from "kysely";
import { findSession, type Session } from "#app/domain/accounts/sessions/session.server.ts";
import { findPlace, type Place } from "#app/domain/household/members/membership.server.ts";
import type { Database } from "#db/schema.ts";

/** Who looks at a page, and what every page needs of them. */
export type Viewer = Session & Place;

/** Whose session this is, or null when it has ended or never was. */
export async function findViewer(db: Kysely<Database>, token: string): Promise<Viewer | null> {
  const session = await findSession(db, token);
  const place = session && (await findPlace(db, session.userId));
  return place ? { ...session, ...place } : null;
}
