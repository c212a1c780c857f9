import { expect, test } from "vitest";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { editTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";

const draft = { title: "Call the vet", category: "Household" } as const;

test("an edit of an outdated version is refused", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id } = await addTask(own.db, family, { text: "Call the vet" });
  const edit = (title: string, version: number) =>
    editTask(own.db, family, id, { ...draft, title, version }, "America/New_York");
  expect(await edit("Call the other vet", 1)).toBe("saved");
  expect(await edit("Call no vet", 1)).toBe("changed");
  expect(await findTask(own.db, family, id)).toMatchObject({
    title: "Call the other vet",
    version: 2,
  });
  expect(await edit("Call no vet", 2)).toBe("saved");
});

test("a task of another household can be neither seen nor changed", async () => {
  await using own = newDatabase();
  const [one, other] = [await newFamily(own.db), await newFamily(own.db)];
  const { id } = await addTask(own.db, one, { text: "Call the vet" });
  expect(await findTask(own.db, other, id)).toBeUndefined();
  expect(await editTask(own.db, other, id, { ...draft, version: 1 }, "UTC")).toBe("missing");
  expect(await findTask(own.db, one, id)).toMatchObject({ version: 1 });
});

test.each([
  // Clock changes: skipped times move forward, repeated ones are the first.
  ["2027-03-28T02:30", "Europe/Berlin", "2027-03-28T01:30:00.000Z"],
  ["2027-10-31T02:30", "Europe/Berlin", "2027-10-31T00:30:00.000Z"],
  ["2027-03-14T02:30", "America/New_York", "2027-03-14T07:30:00.000Z"],
  ["2027-11-07T01:30", "America/New_York", "2027-11-07T05:30:00.000Z"],
  ["2027-04-30T00:00", "Africa/Cairo", "2027-04-29T22:00:00.000Z"],
  ["2027-03-14T00:30", "America/Havana", "2027-03-14T05:30:00.000Z"],
  ["2027-10-03T02:15", "Australia/Lord_Howe", "2027-10-02T15:45:00.000Z"],
  ["2027-04-04T01:45", "Australia/Lord_Howe", "2027-04-03T14:45:00.000Z"],
  ["2027-09-26T02:50", "Pacific/Chatham", "2027-09-25T14:05:00.000Z"],
  ["2027-03-28T00:00", "Asia/Beirut", "2027-03-27T22:00:00.000Z"],
])("%s in %s is the instant %s", async (local, timeZone, instant) => {
  await using own = newDatabase();
  const family = await newFamily(own.db, {}, timeZone);
  const { id } = await addTask(own.db, family, { text: "Change the clocks" });
  await setDueDate(own.db, family, id, local, timeZone);
  expect(await findTask(own.db, family, id)).toMatchObject({
    due_date: instant,
    due_local: local,
    due_time_zone: timeZone,
  });
});
