import { expect, test } from "vitest";
import { action } from "#app/routes/api/parse-task.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { routeArgs } from "../../support/text/route.ts";

const path = "/api/parse-task";
const nothingElse = {
  remind_at: null,
  repeats: null,
  repeats_from: null,
  confident: { due: true, category: true, title: true },
  other_due_dates: [],
};
const body = {
  text: "pick up Quill at 3pm tomorrow",
  timeZone: "Europe/Berlin",
  nowIso: "2026-10-07T12:30:00Z",
};

test("parse-task returns a request's meaning in the asking household", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db, { Quill: "grandparent" });
  const answer = await action(await routeArgs(own.db, { path, userId, json: body }));
  expect(await answer.json()).toEqual({
    type: "task",
    title: "Pick up Quill",
    category: "Elders",
    description: null,
    due_date: "2026-10-08T13:00:00.000Z",
    assignee: null,
    who: null,
    about: "Quill",
    ...nothingElse,
    others: [],
    unused: [],
  });
});

test("parse-task returns a reminder, a repetition and what an unsure date may be instead", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const ask = async (text: string) =>
    (await action(await routeArgs(own.db, { path, userId, json: { ...body, text } }))).json();
  expect(await ask("dentist tomorrow at 3 and remind me an hour before")).toMatchObject({
    due_date: "2026-10-08T13:00:00.000Z",
    remind_at: "2026-10-08T12:00:00.000Z",
  });
  expect(await ask("change the filter every 3 months after it was done")).toMatchObject({
    repeats: "FREQ=MONTHLY;INTERVAL=3",
    repeats_from: "done",
  });
  expect(await ask("soccer on Saturday at 8")).toMatchObject({
    due_date: "2026-10-10T06:00:00.000Z",
    confident: { due: false },
    other_due_dates: ["2026-10-10T18:00:00.000Z"],
  });
});

test("parse-task returns the assignee and further tasks in the same shape", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db, { Dan: "spouse" });
  const text = "ask Dan to order groceries; call the vet on Friday at 9am";
  const answer = await action(await routeArgs(own.db, { path, userId, json: { ...body, text } }));
  const task = { category: "Household", description: null, about: null, ...nothingElse };
  expect(await answer.json()).toEqual({
    type: "task",
    ...task,
    title: "Order groceries",
    due_date: null,
    assignee: "Dan",
    who: "Dan",
    others: [
      {
        ...task,
        title: "Call the vet",
        due_date: "2026-10-09T07:00:00.000Z",
        assignee: null,
        who: null,
      },
    ],
    unused: [],
  });
});

test("an hour with an offset equals its instant in UTC, in any calendar year", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const due = async (nowIso: string) => {
    const answer = await action(
      await routeArgs(own.db, { path, userId, json: { ...body, nowIso } }),
    );
    return (await answer.json()).due_date;
  };
  expect(await due("2026-10-08T01:30:00+13:00")).toBe(await due("2026-10-07T12:30:00Z"));
  expect(await due("2031-02-28T12:00:00.5Z")).toBe("2031-03-01T14:00:00.000Z");
});

test.each([
  ["no JSON", "{", 400, { code: "not_json" }],
  [
    "no text",
    { ...body, text: "  " },
    422,
    { code: "invalid", fields: { text: [expect.any(String)] } },
  ],
  [
    "too long a text",
    { ...body, text: "x".repeat(2_001) },
    422,
    { fields: { text: [expect.any(String)] } },
  ],
  [
    "no such zone",
    { ...body, timeZone: "Mars/Olympus" },
    422,
    { fields: { timeZone: [expect.any(String)] } },
  ],
  [
    "no instant",
    { ...body, nowIso: "tomorrow" },
    422,
    { fields: { nowIso: [expect.any(String)] } },
  ],
  ["no object", [1], 422, { code: "invalid" }],
])("%s is refused with the reason", async (_, json, status, error) => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const answer = await refused(action(await routeArgs(own.db, { path, userId, json })));
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ error });
});

test("parse-task requires a session", async () => {
  await using own = newDatabase();
  const answer = await refused(action(await routeArgs(own.db, { path, json: body })));
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ error: { code: "unauthorized" } });
});

async function refused(answer: Promise<unknown>): Promise<Response> {
  return answer.then(
    () => Promise.reject(new Error("it was not refused")),
    (thrown: Response) => thrown,
  );
}

test("an account may send 60 requests a minute", async () => {
  await using own = newDatabase();
  const [one, other] = [await newFamily(own.db), await newFamily(own.db)];
  const statusFor = async ({ userId }: { userId: string }) =>
    (await action(await routeArgs(own.db, { path, userId, json: body }))).status;
  const statuses: number[] = [];
  for (let call = 0; call < 61; call += 1) statuses.push(await statusFor(one));
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
  expect(await statusFor(other)).toBe(200);
});

test("parse-task tells a question, a change and a list from a task", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db, { Dan: "spouse" });
  const ask = async (text: string) =>
    (await action(await routeArgs(own.db, { path, userId, json: { ...body, text } }))).json();
  expect(await ask("what's on Saturday")).toMatchObject({
    type: "question",
    title: "What's on Saturday",
    category: "Household",
    description: null,
    due_date: null,
    words: null,
    day: "2026-10-10",
  });
  expect(await ask("move the dentist to Friday")).toMatchObject({
    type: "change",
    action: "move",
    words: "dentist",
    due_date: "2026-10-09T10:00:00.000Z",
  });
  expect(await ask("we're out of milk")).toMatchObject({
    type: "items",
    list: "Shopping",
    items: ["Milk"],
  });
  expect(await ask("cancel Netflix")).toMatchObject({ type: "task", or: "change" });
});

test("parse-task reads “next Tuesday” by the day on which weeks begin", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const sunday = { ...body, text: "dentist next Tuesday", nowIso: "2026-10-11T12:30:00Z" };
  const ask = async (weekStart?: number) =>
    action(await routeArgs(own.db, { path, userId, json: { ...sunday, weekStart } }));
  expect(await (await ask()).json()).toMatchObject({ due_date: "2026-10-13T10:00:00.000Z" });
  expect(await (await ask(0)).json()).toMatchObject({ due_date: "2026-10-20T10:00:00.000Z" });
  await expect(ask(2)).rejects.toMatchObject({ status: 422 });
});
