// Objects that an app sends for the first time when some of their dates are over.
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiClient } from "../../support/api/client.ts";
import { dataOf } from "../../support/api/bearer.ts";
import { calendarOf, newDavClient, todo } from "../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const linesIn = (text: string) => text.split("\r\n").slice(3, -2);

const pills = (count: number, ...lines: string[]) =>
  todo(
    "pills",
    "SUMMARY:Pills",
    "DTSTART;VALUE=DATE:20310106",
    "DUE;VALUE=DATE:20310106",
    `RRULE:FREQ=DAILY;COUNT=${count}`,
    ...lines,
  );

const doneOn = (day: string) =>
  linesIn(
    todo(
      "pills",
      `RECURRENCE-ID;VALUE=DATE:203101${day}`,
      `DUE;VALUE=DATE:203101${day}`,
      "STATUS:COMPLETED",
    ),
  );

const withDone = (text: string, ...days: string[]) =>
  calendarOf([...linesIn(text), ...days.flatMap(doneOn)]);

async function newNora() {
  const nora = await newDavClient(mila);
  const api = apiClient(mila.url, nora.secret);
  const path = nora.at("household", "pills.ics");
  const list = async () =>
    dataOf(await api.GET("/tasks", { params: { query: { sort: "due_date" } } })).tasks;
  const openDay = async () =>
    (await list()).find(({ is_completed }) => !is_completed)?.due_local?.slice(5, 10) ?? null;
  const complete = async () => {
    const { id } = (await list()).find(({ is_completed }) => !is_completed)!;
    dataOf(await api.POST("/tasks/{id}/complete", { params: { path: { id } } }));
  };
  return { ...nora, api, path, openDay, complete };
}

test.for([
  ["done", () => withDone(pills(4), "06", "07")],
  ["left out", () => pills(4, "EXDATE;VALUE=DATE:20310106,20310107")],
] as const)("a count includes dates that were %s before", async ([, text]) => {
  const nora = await newNora();
  expect((await nora.put(nora.path, text())).status).toBe(201);
  expect((await nora.get(nora.path)).text).toBe(text());
  expect(await nora.openDay()).toBe("01-08");
  await nora.complete();
  expect(await nora.openDay()).toBe("01-09");
  await nora.complete();
  expect(await nora.openDay()).toBeNull();
});

test("a count that an app raises includes the dates that it has done", async () => {
  const nora = await newNora();
  await nora.put(nora.path, withDone(pills(3), "06", "07"));
  await nora.put(nora.path, withDone(pills(4), "06", "07"));
  for (const day of ["01-08", "01-09"]) {
    expect(await nora.openDay()).toBe(day);
    await nora.complete();
  }
  expect(await nora.openDay()).toBeNull();
});
