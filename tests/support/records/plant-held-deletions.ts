import { v7 as newId } from "uuid";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import type { HasData } from "../product/mila.ts";
import { findUserId } from "../people/owner.ts";
import { noon } from "./add-delivery.ts";
import { openData } from "./open-data.ts";

/** Inserts tasks that a tasks app has deleted all at once. */
export async function plantHeldDeletions(
  mila: HasData,
  { email }: { email: string },
  titles: readonly string[],
): Promise<void> {
  await using db = openData(mila.dataFolder);
  const userId = await findUserId(mila, email);
  const { householdId } = await getMembership(db, userId);
  for (const [position, title] of titles.entries()) {
    const id = newId();
    const task = { id, household_id: householdId, user_id: userId, title, created_at: noon };
    await db
      .insertInto("tasks")
      .values({ ...task, category: "Household" })
      .execute();
    const columns = { household_id: householdId, calendar: "household", name: `${id}.ics` };
    const held = { deleted_at: noon, deleted_by: userId, held_at: noon };
    const subject = { uid: id, subject_id: id, task_id: id, fingerprint: "", position };
    await db
      .insertInto("dav_objects")
      .values({ ...columns, ...subject, ...held })
      .execute();
  }
}
