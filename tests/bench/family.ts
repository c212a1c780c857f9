import { openPlace, placeUrl } from "#app/domain/tasks/lists/home-input.ts";
import { wallClockAt } from "#app/domain/core/time.ts";
import { openDatabase } from "#db/connection.server.ts";
import { seedFamily } from "#db/seed.ts";
import { newFamily } from "../support/product/visitor.ts";

/** Home with every group open, as it shows the most cards. */
export const allCards = placeUrl(openPlace("area"), "area");

const newYork = {
  name: "America/New_York",
  wallClockAt: (instant: string) => wallClockAt(instant, "America/New_York").toString(),
};

export async function familyWithTasks(
  mila: { url: string; dataFolder: string },
  taskCount: number,
) {
  const visitor = await newFamily(mila);
  const db = openDatabase(`${mila.dataFolder}/mila.db`);
  const owner = await db
    .selectFrom("household_members")
    .innerJoin("users", "users.id", "household_members.user_id")
    .select(["users.id as userId", "household_members.household_id as householdId"])
    .where("users.email", "=", visitor.email)
    .executeTakeFirstOrThrow();
  await seedFamily(db, owner, taskCount, newYork);
  await db.destroy();
  return visitor;
}
