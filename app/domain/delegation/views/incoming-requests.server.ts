import type { Kysely } from "kysely";
import { type DueView, viewDue } from "#app/domain/tasks/due/due.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { personName } from "#app/domain/accounts/profile/person-name.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findPersonId } from "#app/domain/people/people.server.ts";
import { findFollowingOf, withTasks } from "../requests/find-requests.server.ts";
import type { Database } from "#db/schema.ts";

interface IncomingRequest {
  id: string;
  copyVersion: number;
  title: string;
  due: DueView | null;
  asker: string;
  /** "every Tuesday", if those that follow are asked for too. */
  following: string | null;
}

export async function findIncomingRequests(
  db: Kysely<Database>,
  viewer: ZonedViewer,
): Promise<IncomingRequest[]> {
  const personId = await findPersonId(db, viewer.userId);
  if (!personId) return [];
  const now = nowIso();
  const rows = await db
    .selectFrom("delegations")
    .selectAll()
    .where("person_id", "=", personId)
    .where("state", "=", "pending")
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .execute();
  if (rows.length === 0) return [];
  const askers = await findPeople(
    db,
    rows.flatMap(({ asked_by }) => asked_by ?? []),
  );
  const requests = await withTasks(db, rows);
  const following = await findFollowingOf(db, requests);
  return requests.flatMap(({ request: { id, copy_version: copyVersion, asked_by }, task }) => {
    if (task.household_id !== viewer.householdId) return [];
    const asker = askers.get(asked_by ?? "");
    if (!asker) return [];
    const due = viewDue(task, viewer.timeZone, now);
    const followed = following.get(id) ?? null;
    return [
      { id, copyVersion, title: task.title, asker: personName(asker), due, following: followed },
    ];
  });
}
