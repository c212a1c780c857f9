import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import {
  canBeAsked,
  findFamilyRow,
  isAdult,
  listFamily,
} from "#app/domain/people/family/family-members.server.ts";
import type { Channel, Database } from "#db/schema.ts";
import { type Contact, addressFor, resolveContacts } from "../contacts.server.ts";
import { type AskMethod, askMethods } from "../input.ts";

/**
 * Lists the adults of the family by name, without the viewer. Spouses and partners come first
 * (specification, section 5).
 */
export async function listDelegates(db: Kysely<Database>, viewer: Viewer) {
  const adults = (await listFamily(db, viewer)).filter(({ relation }) => isAdult(relation));
  const contacts = await resolveContacts(db, adults);
  return [
    ...contacts.filter(({ relation }) => canBeAsked(relation)),
    ...contacts.filter(({ relation }) => !canBeAsked(relation)),
  ];
}

export async function findDelegate(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
): Promise<Contact | undefined> {
  const member = await findFamilyRow(db, viewer, id);
  return member && isAdult(member.relation) ? (await resolveContacts(db, [member]))[0] : undefined;
}

export function addressForMethod(
  delegate: Pick<Contact, "phone" | "email">,
  method: AskMethod,
): string | null {
  return method === "link" ? null : addressFor(method, delegate);
}

export function chooseMethod(
  delegate: Contact | undefined,
  preferred: AskMethod,
  isSetUp: (channel: Channel) => boolean,
): AskMethod {
  return [preferred, ...askMethods].find((method) => canAsk(delegate, method, isSetUp)) ?? "link";
}

function canAsk(
  delegate: Contact | undefined,
  method: AskMethod,
  isSetUp: (channel: Channel) => boolean,
): boolean {
  return (
    method === "link" ||
    (isSetUp(method) && Boolean(delegate && addressForMethod(delegate, method)))
  );
}
