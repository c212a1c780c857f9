import type { Kysely } from "kysely";
import { canBeAsked, findFamily, listFamily } from "#app/domain/household/family/family-members.server.ts";
import type { Database } from "#db/schema.ts";
import { addressFor, type Contact, contactsOf } from "../contacts.server.ts";
import type { AskMethod } from "../input.ts";

interface Viewer {
  userId: string;
  householdId: string;
}

/** Whom the viewer can ask: spouses and partners, by name (specification, section 5); nobody asks themselves. */
export async function listDelegates(db: Kysely<Database>, viewer: Viewer): Promise<Contact[]> {
  const family = await listFamily(db, viewer);
  return contactsOf(
    db,
    family.filter(({ relation }) => canBeAsked(relation)),
  );
}

/** The one of them with this id. */
export async function findDelegate(db: Kysely<Database>, viewer: Viewer, id: string): Promise<Contact | undefined> {
  const member = await findFamily(db, viewer, id);
  return member && canBeAsked(member.relation) ? (await contactsOf(db, [member]))[0] : undefined;
}

/** Where somebody is asked by this method: a number (E.164), an e-mail address, or nowhere. */
export function addressOf(delegate: Pick<Contact, "phone" | "email">, method: AskMethod): string | null {
  return method === "link" ? null : addressFor(method, delegate);
}
