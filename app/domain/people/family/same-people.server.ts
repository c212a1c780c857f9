import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { findPreferencesByUser } from "#app/domain/preferences/preferences.server.ts";
import type { Database } from "#db/schema.ts";
import { normalizeName } from "../same-name.ts";
import type { PersonRow } from "./family-members.server.ts";

/** A person who joins a household, and the entry there that is the same person. */
export interface SamePair {
  incoming: PersonRow;
  present: PersonRow;
}

/** A person who joins a household, and the entries there that may be the same person. */
export interface SameQuestion {
  incoming: PersonRow;
  candidates: PersonRow[];
  /**
   * The person with the same number or address, but another name. One person matches at most one
   * other.
   */
  likely: PersonRow | null;
}

interface Joining {
  userId: string;
  from: string;
  to: string;
  /** True if the whole family joins, not only the user. */
  bringsAll: boolean;
}

interface Known {
  row: PersonRow;
  /** The account that the person has now, or had. */
  account: string | null;
  phones: string[];
  emails: string[];
}

/**
 * The same account, number or address makes two people one. A name alone is a question. One person
 * matches at most one of the other household.
 */
export async function comparePeople(
  db: Kysely<Database>,
  { userId, from, to, bringsAll }: Joining,
): Promise<{ pairs: SamePair[]; questions: SameQuestion[] }> {
  const present = await listKnown(db, to);
  const incoming = (await listKnown(db, from)).filter(
    ({ row }) => bringsAll || row.user_id === userId,
  );
  const taken = new Set<Known>();
  const pairUp = (isSame: (one: Known, other: Known) => boolean) =>
    incoming.flatMap((one) => {
      const same = present.find((other) => !taken.has(other) && isSame(one, other));
      if (!same || taken.has(one)) return [];
      taken.add(same).add(one);
      return isReturning(one, same) ? [] : [{ incoming: one.row, present: same.row }];
    });
  // Somebody else of the family may have the number of an account.
  const accounts = pairUp((one, other) => one.account !== null && one.account === other.account);
  const pairs = [...accounts, ...pairUp((one, other) => compare(one, other) === "same")];
  const likelies = new Set<PersonRow>();
  const questions = incoming
    .filter((one) => !taken.has(one))
    .flatMap((one) => {
      const likenesses = present
        .filter((other) => !taken.has(other))
        .map((other) => ({ row: other.row, likeness: compare(one, other) }));
      const candidates = likenesses.filter(({ likeness }) => likeness !== "other");
      const likely = candidates.find(
        ({ row, likeness }) => likeness === "likely" && !likelies.has(row),
      )?.row;
      if (likely) likelies.add(likely);
      const rows = candidates.map(({ row }) => row);
      return rows.length > 0
        ? [{ incoming: one.row, candidates: rows, likely: likely ?? null }]
        : [];
    });
  return { pairs, questions };
}

/** Two people may share an address or a number, but hardly a name as well. */
function compare(one: Known, other: Known): "same" | "likely" | "possible" | "other" {
  if (one.account && other.account) return one.account === other.account ? "same" : "other";
  if (differ(one.row.phone, other.row.phone)) return "other";
  const isShared = share(one.phones, other.phones) || share(one.emails, other.emails);
  const isNamesake = normalizeName(one.row.name) === normalizeName(other.row.name);
  if (!isShared) return isNamesake ? "possible" : "other";
  // One person cannot keep two addresses.
  if (differ(one.row.email, other.row.email)) return "possible";
  return isNamesake || one.account || other.account ? "same" : "likely";
}

const differ = (one: string | null, other: string | null) =>
  one !== null && other !== null && one !== other;

const share = (some: string[], others: string[]) => some.some((each) => others.includes(each));

/** In this case, `arrive` finds the person that the account was before it left. */
const isReturning = (one: Known, other: Known) =>
  one.account === other.account && (one.row.user_id ?? other.row.user_id) !== null;

/** Lists the family, and everyone who has an account in the household. */
async function listKnown(db: Kysely<Database>, householdId: string): Promise<Known[]> {
  const rows = await db
    .selectFrom("people")
    .selectAll()
    .where("household_id", "=", householdId)
    .where("left_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const userIds = rows.flatMap(({ user_id }) => user_id ?? []);
  const accounts = await findPeople(db, userIds);
  const preferences = await findPreferencesByUser(db, userIds);
  return rows.map((row) => {
    const own = preferences.get(row.user_id ?? "");
    const confirmed = own?.phone_confirmed_at ? own.phone_number : null;
    const address = accounts.get(row.user_id ?? "")?.email;
    return {
      row,
      account: row.user_id ?? row.former_user_id,
      phones: [row.phone, confirmed].filter((phone) => phone !== null),
      emails: [row.email, address ?? null].filter((email) => email !== null),
    };
  });
}
