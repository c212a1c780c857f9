import type { Kysely, Transaction } from "kysely";
import { formatFullDate, nowIso } from "#app/domain/core/time.ts";
import type { Database, HouseholdRole } from "#db/schema.ts";
import { countOthers, membershipOf } from "./membership.server.ts";
import { moveOut } from "#app/domain/lifecycle/move-household.server.ts";
import { leaving, mayHandOver, mayRemove } from "./rules.ts";

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

type Change = "done" | "missing" | "forbidden";

/** Takes a member out of the household, into a new one of their own. They are told on their next page. */
export function removeHouseholdMember(db: Kysely<Database>, viewer: Viewer, id: string): Promise<Change> {
  return changeMember(db, viewer, id, async (trx, actor, target, now) => {
    if (!mayRemove(actor, target)) return "forbidden";
    await moveOut(trx, target.userId, target.householdId, "removed", now);
    return "done";
  });
}

/** Makes the member the owner, and the owner a member. */
export function handOverHousehold(db: Kysely<Database>, viewer: Viewer, id: string): Promise<Change> {
  return changeMember(db, viewer, id, async (trx, actor, target) => {
    if (!mayHandOver(actor, target)) return "forbidden";
    const set = (role: HouseholdRole, memberId: string) =>
      trx.updateTable("household_members").set({ role }).where("id", "=", memberId).execute();
    await set("member", actor.id);
    await set("owner", target.id);
    return "done";
  });
}

/** Leaves the household for a new one of one's own; only for oneself, so anybody else's place is not there. */
export function leaveHousehold(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
): Promise<Change | "hand_over_first" | "is_alone"> {
  return changeMember(db, viewer, id, async (trx, actor, target, now) => {
    if (actor.id !== target.id) return "missing";
    const outcome = leaving(actor, await countOthers(trx, actor.householdId, actor.userId));
    if (outcome !== "leaves") return outcome;
    await moveOut(trx, actor.userId, actor.householdId, undefined, now);
    return "done";
  });
}

type Member = Awaited<ReturnType<typeof membershipOf>>;

/** Reads both again in the transaction: another request may have changed their roles since. */
function changeMember<Outcome>(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
  change: (trx: Transaction<Database>, actor: Member, target: Member, now: string) => Promise<Outcome>,
): Promise<Outcome | "missing"> {
  return db.transaction().execute(async (trx) => {
    const actor = await membershipOf(trx, viewer.userId);
    const target = await trx
      .selectFrom("household_members")
      .select(["id", "user_id as userId", "household_id as householdId", "role as householdRole"])
      .where("id", "=", id)
      .where("household_id", "=", actor.householdId)
      .executeTakeFirst();
    return target ? change(trx, actor, target, nowIso()) : "missing";
  });
}
