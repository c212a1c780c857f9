import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import {
  canBeAsked,
  findFamilyRow,
  listFamily,
} from "#app/domain/people/family/family-members.server.ts";
import type { Database } from "#db/schema.ts";
import { addressFor, type Contact, resolveContacts } from "../contacts.server.ts";
import type { AskMethod } from "../input.ts";

/** Lists the viewer's spouses and partners by name (specification, section 5), never the viewer. */
export async function listDelegates(db: Kysely<Database>, viewer: Viewer) {
  const family = await listFamily(db, viewer);
  return resolveContacts(
    db,
    family.filter(({ relation }) => canBeAsked(relation)),
  );
}

export async function findDelegate(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
): Promise<Contact | undefined> {
  const member = await findFamilyRow(db, viewer, id);
  return member && canBeAsked(member.relation)
    ? (await resolveContacts(db, [member]))[0]
    : undefined;
}

export function addressForMethod(
  delegate: Pick<Contact, "phone" | "email">,
  method: AskMethod,
): string | null {
  return method === "link" ? null : addressFor(method, delegate);
}
