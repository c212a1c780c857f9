import { expect, test } from "vitest";
import { deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";
import { failOn } from "../../support/records/fail-on.ts";

test("a change to a task and what follows from it are saved together or not at all", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id } = await addTask(own.db, family, { text: "call the vet on June 10, 2031 at 3pm" });
  const words = "no reminders";
  await using _noNew = await failOn(own.db, "reminders", { before: "insert", words });
  await using _noChange = await failOn(own.db, "reminders", { before: "update", words });

  const other = addTask(own.db, family, { text: "order groceries on June 11, 2031 at 3pm" });
  await expect(other).rejects.toThrow("no reminders");
  await expect(deleteTask(own.db, family, id)).rejects.toThrow("no reminders");
  expect(await own.db.selectFrom("tasks").select(["id", "deleted_at"]).execute()).toEqual([
    { id, deleted_at: null },
  ]);
});
