import { expect, test } from "vitest";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";

const now = "2026-11-23T15:00:00.000Z";

test.each([
  ["trash: Sam and Emma in turns", "Trash", "2026-11-30", "FREQ=WEEKLY in turns"],
  ["trash every day: Sam and Emma in turns", "Trash", "2026-11-23", "FREQ=DAILY in turns"],
  // Once, so there are no turns to take.
  [
    "read to Mia tonight, Sam and Emma in turns",
    "Read to Mia, Sam and Emma in turns",
    "2026-11-23",
    "once",
  ],
  ["buy milk, anyone can take it", "Buy milk, anyone can take it", undefined, "once"],
])("“%s” is “%s”", async (text, title, dueOn, repeats) => {
  await using own = newDatabase();
  const nora = await newFamily(own.db, { Sam: "partner", Emma: "child" });
  const { id } = await addTask(own.db, nora, { text, now });
  const task = await findTask(own.db, nora, id);
  expect([task?.title, task?.due_local?.slice(0, 10)]).toEqual([title, dueOn]);
  const series = await own.db
    .selectFrom("series")
    .innerJoin("series_turns", "series_turns.series_id", "series.id")
    .select("rule")
    .executeTakeFirst();
  expect(series ? `${series.rule} in turns` : "once").toBe(repeats);
});
