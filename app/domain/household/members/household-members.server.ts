import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { formatFullDate } from "#app/domain/core/time.ts";
import type { Database, HouseholdRole } from "#db/schema.ts";
import { changeMember } from "./change-member.server.ts";
import { mayHandOver } from "./rules.ts";

interface Viewer {
  userId: string;
  householdId: string;
  timeZone: string;
}

interface HouseholdMember {
  id: string;
  name: string;
  email: string;
  role: HouseholdRole;
  /** In the viewer's time zone: "Nov 21, 2026". */
  joinedOn: string;
  isViewer: boolean;
}

/** Newest first (specification, section 7). */
export async function listHouseholdMembers(db: Kysely<Database>, viewer: Viewer): Promise<HouseholdMember[]> {
  const rows = await db
    .selectFrom("household_members")
    .select(["id", "user_id", "role", "joined_at"])
    .where("household_id", "=", viewer.householdId)
    .orderBy("joined_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const people = await findPeople(
    db,
    rows.map(({ user_id }) => user_id),
  );
  return rows.flatMap(({ id, user_id, role, joined_at }) => {
    const person = people.get(user_id);
    if (!person) return [];
    const { email, firstName, lastName } = person;
    const name = [firstName, lastName].filter(Boolean).join(" ") || email;
    const joinedOn = formatFullDate(joined_at, viewer.timeZone);
    return [{ id, name, email, role, joinedOn, isViewer: user_id === viewer.userId }];
  });
}

export function handOverHousehold(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
): Promise<"done" | "missing" | "forbidden"> {
  return changeMember(db, viewer, id, async (trx, actor, target) => {
    if (!mayHandOver(actor, target)) return "forbidden";
    const set = (role: HouseholdRole, memberId: string) =>
      trx.updateTable("household_members").set({ role }).where("id", "=", memberId).execute();
    await set("member", actor.id);
    await set("owner", target.id);
    return "done";
  });
}
