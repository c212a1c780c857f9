import type { Kysely } from "kysely";
import { recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { changeMember } from "#app/domain/people/household/change-member.server.ts";
import { countOtherMembers } from "#app/domain/people/household/membership.server.ts";
import { checkLeave, mayRemove } from "#app/domain/people/household/rules.ts";
import type { Database } from "#db/schema.ts";
import { moveOut } from "./move-household.server.ts";

type Change = "done" | "missing" | "forbidden";

/** Moves the member to a new household. Their next page says so. */
export function removeHouseholdMember(
  db: Kysely<Database>,
  viewer: { userId: string },
  id: string,
): Promise<Change> {
  return changeMember(db, viewer, id, async (trx, actor, target, now) => {
    if (!mayRemove(actor, target)) return "forbidden";
    await moveOut(
      trx,
      { userId: target.userId, from: target.householdId, by: actor.userId },
      "removed",
      now,
    );
    await recordAudit(trx, { kind: "removed_from_household", userId: target.userId }, now);
    return "done";
  });
}

/** Users can only remove themselves here, so any other member is "missing". */
export function leaveHousehold(
  db: Kysely<Database>,
  viewer: { userId: string },
  id: string,
): Promise<Change | "hand_over_first" | "is_alone"> {
  return changeMember(db, viewer, id, async (trx, actor, target, now) => {
    if (actor.id !== target.id) return "missing";
    const outcome = checkLeave(
      actor,
      await countOtherMembers(trx, actor.householdId, actor.userId),
    );
    if (outcome !== "leaves") return outcome;
    await moveOut(
      trx,
      { userId: actor.userId, from: actor.householdId, by: actor.userId },
      undefined,
      now,
    );
    return "done";
  });
}
