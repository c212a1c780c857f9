import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import {
  type PersonRow,
  findPeopleByIds,
} from "#app/domain/people/family/family-members.server.ts";
import {
  findNumberHolders,
  findPreferencesByUser,
} from "#app/domain/preferences/preferences.server.ts";
import type { Channel, Database, Relation } from "#db/schema.ts";

/** The family's own details come first, then those of a linked account. */
export interface Contact {
  id: string;
  name: string;
  /** The id of the person's account, if they have one. */
  userId: string | null;
  relation: Relation | null;
  /** E.164. */
  phone: string | null;
  email: string | null;
  /** IANA name; null when unknown. */
  timeZone: string | null;
  /**
   * Numbers and addresses that the person has confirmed in their own account, in this household.
   */
  confirmed: string[];
}

export async function findContacts(db: Kysely<Database>, personIds: readonly string[]) {
  const family = await findPeopleByIds(db, personIds);
  const contacts = await resolveContacts(db, [...family.values()]);
  return new Map(contacts.map((contact) => [contact.id, contact]));
}

export async function resolveContacts<Person extends PersonRow>(
  db: Kysely<Database>,
  family: readonly Person[],
): Promise<(Contact & Pick<Person, "relation">)[]> {
  const userIds = family.flatMap(({ user_id }) => user_id ?? []);
  const people = await findPeople(db, userIds);
  const preferences = await findPreferencesByUser(db, userIds);
  const holders = await findNumberHolders(
    db,
    family.flatMap(({ phone }) => phone ?? []),
  );
  const isTheirs = (phone: string, userId: string | null) =>
    !userId || [undefined, userId].includes(holders.get(phone));
  return family.map(({ id, name, relation, phone, email, user_id: userId }) => {
    const person = userId ? people.get(userId) : undefined;
    const own = userId ? preferences.get(userId) : undefined;
    const ownPhone = own?.phone_confirmed_at ? own.phone_number : null;
    const ownEmail = person?.isEmailVerified ? person.email : null;
    return {
      id,
      name,
      userId,
      relation,
      // A number in the family's list may belong to another account by now.
      phone: phone && isTheirs(phone, userId) ? phone : ownPhone,
      email: email ?? person?.email ?? null,
      timeZone: person?.timeZone ?? null,
      confirmed: [ownPhone, ownEmail].filter((address) => address !== null),
    };
  });
}

/** Returns a phone number (E.164) or an email address. */
export function addressFor(
  channel: Channel,
  { phone, email }: Pick<Contact, "phone" | "email">,
): string | null {
  return channel === "email" ? email : phone;
}
