import type { Kysely } from "kysely";
import { formatFullDate } from "#app/domain/core/time.ts";
import type { Database, HouseholdRole } from "#db/schema.ts";
import { changeMember } from "./change-member.server.ts";
import { mayHandOver } from "./rules.ts";

interface Viewer {
  userId: string;
  householdId: string;
  timeZone: string;
}

/** A person with an account in the household, as the list shows them. */
export interface HouseholdMember {
  id: string;
  name: string;
  email: string;
  role: HouseholdRole;
  /** The day in the viewer's zone: "Nov 21, 2026". */
  joinedOn: string;
  isViewer: boolean;
}

/** Everybody with an account in the viewer's household, the newest first (specification, section 7). */
export async function listHouseholdMembers(db: Kysely<Database>, viewer: Viewer): Promise<HouseholdMember[]> {
  const rows = await db
    .selectFrom("household_members as member")
    .innerJoin("users", "users.id", "member.user_id")
    .innerJoin("profiles", "profiles.id", "member.user_id")
    .select(["member.id", "member.user_id", "member.role", "member.joined_at", "users.email"])
    .select(["profiles.first_name", "profiles.last_name"])
    .where("member.household_id", "=", viewer.householdId)
    .orderBy("member.joined_at", "desc")
    .orderBy("member.id", "desc")
    .execute();
  return rows.map(({ id, user_id, role, joined_at, email, first_name, last_name }) => ({
    id,
    name: [first_name, last_name].filter(Boolean).join(" ") || email,
    email,
    role,
    joinedOn: formatFullDate(joined_at, viewer.timeZone),
    isViewer: user_id === viewer.userId,
  }));
}

/** Makes the member the owner, and the owner a member. */
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
