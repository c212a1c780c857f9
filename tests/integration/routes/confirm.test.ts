import { expect, test } from "vitest";
import { listTaskCards } from "#app/domain/pages/task-cards.server.ts";
import { action, loader } from "#app/routes/tasks/confirm.tsx";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { routeArgs } from "../../support/text/route.ts";

const path = "/tasks/confirm?text=Vacuum";
const drafts = {
  "drafts[0].title": "Vacuum",
  "drafts[0].category": "Household",
  "drafts[0].dueDate": "2031-01-05T15:00",
  "drafts[1].title": "Call Ines",
  "drafts[1].category": "Elders",
  "drafts[1].assignee": "Sam",
  requestId: "form-0001",
};

test("several drafts become several tasks, once even when submitted twice", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  for (const _ of [1, 2])
    await action(await routeArgs(own.db, { path, userId: family.userId, fields: drafts }));
  const tasks = (await listTaskCards(own.db, family)).tasks.toSorted((one, other) =>
    one.title.localeCompare(other.title),
  );
  expect(tasks).toMatchObject([
    { title: "Call Ines", category: "Elders", assignee: "Sam", due: null },
    { title: "Vacuum", category: "Household", due: { label: "Jan 5, 2031, 3:00 PM" } },
  ]);
});

test("one invalid draft prevents saving all, with the error beside its field", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const fields = { ...drafts, "drafts[1].title": " ", "drafts[0].dueDate": "2031-02-30T15:00" };
  const answer = await action(await routeArgs(own.db, { path, userId: family.userId, fields }));
  expect(answer).toMatchObject({
    init: { status: 400 },
    data: {
      submission: {
        error: {
          "drafts[0].dueDate": [expect.any(String)],
          "drafts[1].title": [expect.any(String)],
        },
      },
    },
  });
  expect((await listTaskCards(own.db, family)).tasks).toEqual([]);
});

test("empty text leads back to the input", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const args = await routeArgs(own.db, { path: "/tasks/confirm?text=+", userId });
  const thrown = await loader(args).catch((response: Response) => response);
  expect((thrown as Response).headers.get("Location")).toBe("/dashboard?text=+");
});

test("a misread date can be cleared from its draft, which keeps all other input", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const fields = {
    clearDateOf: "1",
    "drafts[0].title": "",
    "drafts[0].category": "Kids",
    "drafts[0].dueDate": "2031-01-05T15:00",
    "drafts[0].undatedTitle": "Vacuum on Friday",
    "drafts[1].title": "Piano, changed",
    "drafts[1].category": "Kids",
    "drafts[1].description": "every Tuesday",
    "drafts[1].dueDate": "2031-01-07T16:00",
    "drafts[1].assignee": "Sam",
    "drafts[1].undatedTitle": "Piano every Tuesday",
  };
  const answer = await action(await routeArgs(own.db, { path, userId: family.userId, fields }));
  expect(answer).toMatchObject({
    data: {
      drafts: [
        {
          title: "",
          category: "Kids",
          dueDate: "2031-01-05T15:00",
          undatedTitle: "Vacuum on Friday",
        },
        {
          title: "Piano every Tuesday",
          category: "Kids",
          description: "",
          dueDate: "",
          assignee: "Sam",
          undatedTitle: "",
        },
      ],
    },
  });
  expect((await listTaskCards(own.db, family)).tasks).toEqual([]);
});
