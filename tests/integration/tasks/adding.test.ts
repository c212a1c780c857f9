import { expect, test } from "vitest";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";

const now = "2026-10-07T12:30:00.000Z";

test("a request becomes a task with category and due date in its author's zone", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db, { Nora: "child" });
  const added = await addTask(own.db, family, { text: "pick up Nora at 3pm tomorrow", now });
  expect(added).toMatchObject({ category: "Kids", needsDate: false });
  const [task] = (await listTaskCards(own.db, family, now)).tasks;
  expect(task).toMatchObject({
    title: "Pick up Nora",
    due: { label: "Oct 8, 3:00 PM", isOverdue: false },
  });
});

test("names refer only to the household's own family", async () => {
  await using own = newDatabase();
  await newFamily(own.db, { Quill: "child" });
  const family = await newFamily(own.db, { Quill: "grandparent" });
  expect(await addTask(own.db, family, { text: "call Quill", now })).toMatchObject({
    category: "Elders",
  });
});

test("submitting the same form twice creates one task, even at the same moment", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const request = { text: "Order groceries", requestId: "form-0001", now };
  const added = await Promise.all([1, 2, 3].map(() => addTask(own.db, family, request)));
  expect(new Set(added.map(({ id }) => id)).size).toBe(1);
  expect((await listTaskCards(own.db, family, now)).tasks).toHaveLength(1);
});

test("a form filled in again is another request", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  await addTask(own.db, family, { text: "Order groceries", requestId: "form-0001", now });
  await addTask(own.db, family, { text: "Order flowers", requestId: "form-0001", now });
  expect((await listTaskCards(own.db, family, now)).tasks).toHaveLength(2);
});

test("the forms of two users never collide, whatever ids they carry", async () => {
  await using own = newDatabase();
  const [one, other] = [await newFamily(own.db), await newFamily(own.db)];
  const request = { text: "Order groceries", requestId: "form-0001", now };
  await addTask(own.db, one, request);
  await addTask(own.db, other, request);
  expect((await listTaskCards(own.db, other, now)).tasks).toHaveLength(1);
});
