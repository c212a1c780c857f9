import { v7 as newId } from "uuid";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { findUserId } from "../people/owner.ts";
import type { HasData } from "../product/mila.ts";
import { openData } from "./open-data.ts";

const far = "2101-01-01T00:00:00.000Z";

/**
 * Inserts calendars that the worker leaves alone: the school's, with events around June 12, 2041,
 * one that is broken, and one that waits for Mila's owner.
 */
export async function plantShownCalendars(
  mila: HasData,
  { email }: { email: string },
): Promise<void> {
  await using db = openData(mila.dataFolder);
  const userId = await findUserId(mila, email);
  const { householdId } = await getMembership(db, userId);
  const [school, read] = [newId(), earlierBy(nowIso(), { hours: 40 * 24 })];
  const own = { household_id: householdId, added_by: userId, added_at: read, tried_at: read };
  const calendar = { ...own, address: "", host: "calendar.school.example", next_read_at: far };
  await db
    .insertInto("shown_calendars")
    .values([
      { ...calendar, id: school, name: "Hill School", read_at: read, failures: 0 },
      { ...calendar, id: newId(), name: "Club", read_at: read, problem: "gone", failures: 9 },
      { ...calendar, id: newId(), name: null, read_at: read, held_at: read, failures: 0 },
    ])
    .execute();
  await db
    .insertInto("shown_events")
    .values(
      [
        ["Summer fair", "2041-06-12", "2041-06-14"],
        [
          "Parents' evening with all teachers of the upper classes",
          "2041-06-12T19:00",
          "2041-06-12T21:00",
        ],
        ["Early end", "2041-06-12T11:30", "2041-06-12T11:30"],
      ].map(([title, starts, ends]) => ({
        calendar_id: school,
        title: title!,
        starts: starts!,
        ends: ends!,
      })),
    )
    .execute();
}
