import type { Kysely } from "kysely";
import { type DueView, viewDue } from "#app/domain/tasks/due/due.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** A request that the viewer, who has an account, can answer. */
export interface AskedOfViewer {
  id: string;
  version: number;
  title: string;
  due: DueView | null;
  /** First name of who asks; null while they have not said. */
  asker: string | null;
}

/** What others in the household ask the viewer to do, the newest first. */
export async function listAskedOfViewer(
  db: Kysely<Database>,
  viewer: { userId: string; householdId: string; timeZone: string },
): Promise<AskedOfViewer[]> {
  const now = nowIso();
  const rows = await db
    .selectFrom("family_members as member")
    .innerJoin("tasks", "tasks.delegated_to", "member.id")
    .innerJoin("delegations", (join) =>
      join.onRef("delegations.task_id", "=", "tasks.id").on("delegations.state", "=", "pending"),
    )
    .leftJoin("profiles as asker", "asker.id", "delegations.asked_by")
    .select(["delegations.id", "delegations.version", "tasks.title", "asker.first_name as asker"])
    .select(["due_date", "due_local", "due_time_zone"])
    .where("member.linked_user_id", "=", viewer.userId)
    .where("tasks.household_id", "=", viewer.householdId)
    .orderBy("asked_at", "desc")
    .execute();
  return rows.map(({ id, version, title, asker, ...due }) => ({
    id,
    version,
    title,
    asker,
    due: viewDue(due, viewer.timeZone, now),
  }));
}
