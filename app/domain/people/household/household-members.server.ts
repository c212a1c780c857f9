import type { Kysely, Transaction } from "kysely";
import { recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { personName } from "#app/domain/accounts/profile/person-name.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { formatFullDate } from "#app/domain/core/time.ts";
import type { Viewer, ZonedViewer } from "#app/domain/core/viewer.ts";
import type { AuditActor, Database, HouseholdRole } from "#db/schema.ts";
import { changeMember } from "./change-member.server.ts";
import { mayHandOver } from "./rules.ts";

interface HouseholdMember {
  id: string;
  userId: string;
  name: string;
  email: string;
  role: HouseholdRole;
  /** In the viewer's time zone: "Nov 21, 2026". */
  joinedOn: string;
  isViewer: boolean;
}

/** Lists the newest first (specification, section 7). */
export async function listHouseholdMembers(
  db: Kysely<Database>,
  viewer: ZonedViewer,
): Promise<HouseholdMember[]> {
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
    const { email } = person;
    const name = personName(person);
    const joinedOn = formatFullDate(joined_at, viewer.timeZone);
    return [
      { id, userId: user_id, name, email, role, joinedOn, isViewer: user_id === viewer.userId },
    ];
  });
}

export function handOverHousehold(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  id: string,
): Promise<"done" | "missing" | "forbidden"> {
  return changeMember(db, viewer, id, async (trx, actor, target, now) => {
    if (!mayHandOver(actor, target)) return "forbidden";
    await swapRoles(trx, actor, target, "self", now);
    return "done";
  });
}

/**
 * Hands the household to the member who joined first, when Mila's owner deletes its owner. Notifies
 * all members.
 */
export async function handOverToNext(
  trx: Transaction<Database>,
  owner: Viewer,
  by: AuditActor,
  now: string,
): Promise<void> {
  const next = await trx
    .selectFrom("household_members")
    .select("user_id as userId")
    .where("household_id", "=", owner.householdId)
    .where("user_id", "!=", owner.userId)
    .orderBy("joined_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  await swapRoles(trx, owner, next, by, now);
  await trx
    .updateTable("household_members")
    .set({ notice: "new_owner" })
    .where("household_id", "=", owner.householdId)
    .where("notice", "is", null)
    .execute();
}

async function swapRoles(
  trx: Transaction<Database>,
  from: { userId: string },
  to: { userId: string },
  by: AuditActor,
  now: string,
): Promise<void> {
  const set = (role: HouseholdRole, { userId }: { userId: string }) =>
    trx.updateTable("household_members").set({ role }).where("user_id", "=", userId).execute();
  await set("member", from);
  await set("owner", to);
  await recordAudit(trx, { kind: "stopped_being_household_owner", userId: from.userId, by }, now);
  await recordAudit(trx, { kind: "became_household_owner", userId: to.userId, by }, now);
}
