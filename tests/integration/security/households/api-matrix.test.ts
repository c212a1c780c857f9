import { v7 as newId } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeApi } from "#app/doors/api/description.ts";
import { operations } from "#app/doors/api/operations.ts";
import { newBearer } from "../../../support/api/bearer.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { newFamily, type TestFamily } from "../../../support/records/family.ts";
import { dump } from "./dump.ts";
import { insertAllRecords, type InsertedRecord } from "./insert-record.ts";

let mila: SharedMila;
let ours: TestFamily;
let ourRecords: Record<string, InsertedRecord>;

beforeAll(async () => {
  mila = await sharedMila();
  ours = await newFamily(mila.db, { Emma: "child" });
  const series = mila.db
    .selectFrom("series")
    .select("id")
    .where("household_id", "=", ours.householdId);
  const people = mila.db
    .selectFrom("people")
    .select("id")
    .where("household_id", "=", ours.householdId);
  ourRecords = {
    ...(await insertAllRecords(mila, ours)),
    series: await series.executeTakeFirstOrThrow(),
    person: await people.executeTakeFirstOrThrow(),
  };
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Bodies that are valid but for their ids. */
const bodies: Record<string, (id: string) => object> = {
  updateTask: () => ({ title: "Stolen" }),
  delegateTask: (id) => ({ person_id: id, method: "link" }),
  updateList: () => ({ name: "Stolen" }),
  addItems: () => ({ names: ["Stolen"] }),
  updateItem: () => ({ is_ticked: true, name: "Stolen" }),
  createSeries: (id) => ({ task_id: id, rule: "FREQ=DAILY" }),
  createReminder: (id) => ({ task_id: id, minutes_before: 5 }),
  snoozeReminder: () => ({ minutes: 5 }),
};

const aboutRecord = operations.filter(
  ({ id, path }) => path.includes("{") || id === "createSeries" || id === "createReminder",
);

test("operations that name a record in their body are here as well", () => {
  const { paths } = describeApi() as { paths: Record<string, Record<string, object>> };
  const naming = Object.values(paths)
    .flatMap((some) => Object.values(some))
    .filter((described) => JSON.stringify(described).includes('"task_id":{'))
    .flatMap((described) => ("requestBody" in described ? [described] : []));
  expect(naming).toMatchObject([
    { operationId: "createSeries" },
    { operationId: "createReminder" },
  ]);
});

test.for(aboutRecord.map(({ id, method, path }) => ({ id, method, path })))(
  "$id shows and changes nothing of another household",
  async ({ id, method, path }) => {
    const stranger = await newBearer(mila);
    const ask = async (record: InsertedRecord) => {
      const address = path
        .replace("{item_id}", record.iid ?? record.id)
        .replace("{id}", encodeURIComponent(record.id));
      const body = bodies[id]?.(record.id);
      const answer = await fetch(`${mila.url}/api/v1${address}`, {
        method: method.toUpperCase(),
        headers: {
          Authorization: `Bearer ${stranger.secret}`,
          ...(body && { "Content-Type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, text: await answer.text() };
    };
    const nobodys = await ask({ id: newId() });
    expect([id, nobodys.status]).toEqual([id, 404]);
    const before = await dump(mila.db);
    for (const [kind, record] of Object.entries(ourRecords))
      expect([id, kind, await ask(record)]).toEqual([id, kind, nobodys]);
    expect(await dump(mila.db)).toEqual(before);
  },
);

test("ids of another household's people are refused in fields, and filter nothing in", async () => {
  const stranger = await newBearer(mila);
  const { id } = ourRecords.person!;
  const post = await fetch(`${mila.url}/api/v1/tasks`, {
    method: "POST",
    headers: { Authorization: `Bearer ${stranger.secret}`, "Content-Type": "application/json" },
    body: JSON.stringify({ title: "X", assignee_id: id }),
  });
  expect(post.status).toBe(422);
  for (const query of [`who=${id}`, `about=${id}`]) {
    const answer = await fetch(`${mila.url}/api/v1/tasks?${query}`, {
      headers: { Authorization: `Bearer ${stranger.secret}` },
    });
    expect(await answer.json()).toMatchObject({ tasks: [] });
  }
});

test("a list, the week, a search and the events have nothing of another household", async () => {
  const stranger = await newBearer(mila);
  for (const path of [
    "/tasks?updated_since=" + new Date(Date.now() - 3_600_000).toISOString(),
    "/week",
    "/search?q=milk",
    "/series",
    "/reminders",
    "/lists",
  ]) {
    const answer = await fetch(`${mila.url}/api/v1${path}`, {
      headers: { Authorization: `Bearer ${stranger.secret}` },
    });
    const text = await answer.text();
    expect(answer.status).toBe(200);
    const known = Object.values(ourRecords).filter(({ id }) => text.includes(id));
    expect(known.filter(({ id }) => id !== "shopping")).toEqual([]);
  }
});
