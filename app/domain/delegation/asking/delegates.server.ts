import type { Kysely } from "kysely";
import { canBeAsked, familyQuery } from "#app/domain/household/family/family-members.server.ts";
import type { Database, Relation } from "#db/schema.ts";
import type { AskMethod } from "../input.ts";

interface Viewer {
  userId: string;
  householdId: string;
}

/** Somebody who can be asked to take a task over. */
export interface Delegate {
  id: string;
  name: string;
  relation: Relation;
  /** E.164; their account's own, where the family has written none down. */
  phone: string | null;
  email: string | null;
  /** IANA name; null for somebody without an account, or whose zone nobody knows. */
  timeZone: string | null;
}

/** Whom the viewer can ask: spouses and partners, by name (specification, section 5); nobody asks themselves. */
export async function listDelegates(db: Kysely<Database>, viewer: Viewer): Promise<Delegate[]> {
  const rows = await delegateQuery(db, viewer).orderBy("name").orderBy("member.id").execute();
  return rows.flatMap(delegateOf);
}

/** The one of them with this id. */
export async function findDelegate(db: Kysely<Database>, viewer: Viewer, id: string): Promise<Delegate | undefined> {
  const row = await delegateQuery(db, viewer).where("member.id", "=", id).executeTakeFirst();
  return row && delegateOf(row)[0];
}

/** Where somebody is asked by this method: a number (E.164), an e-mail address, or nowhere. */
export function addressOf(delegate: Pick<Delegate, "phone" | "email">, method: AskMethod): string | null {
  if (method === "link") return null;
  return method === "email" ? delegate.email : delegate.phone;
}

/** With what their own account says, for those who have one. */
function delegateQuery(db: Kysely<Database>, viewer: Viewer) {
  return familyQuery(db, viewer).select(({ selectFrom }) => [
    selectFrom("users").select("users.email").whereRef("users.id", "=", "member.linked_user_id").as("account_email"),
    selectFrom("user_preferences")
      .select("user_preferences.phone_number")
      .whereRef("user_preferences.user_id", "=", "member.linked_user_id")
      .as("account_phone"),
    selectFrom("profiles")
      .select("profiles.time_zone")
      .whereRef("profiles.id", "=", "member.linked_user_id")
      .as("time_zone"),
  ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof delegateQuery>["execute"]>>[number];

function delegateOf({ id, name, relation, phone, email, ...account }: Row): Delegate[] {
  if (!canBeAsked(relation)) return [];
  const { account_phone, account_email, time_zone: timeZone } = account;
  return [{ id, name, relation, phone: phone ?? account_phone, email: email ?? account_email, timeZone }];
}
