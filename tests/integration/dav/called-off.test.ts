import { afterAll, beforeAll, expect, test } from "vitest";
import { dataOf } from "../../support/api/bearer.ts";
import { apiClient } from "../../support/api/client.ts";
import { calendarOf, newDavClient, todo } from "../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newNora() {
  const nora = await newDavClient(mila);
  const api = apiClient(mila.url, nora.secret);
  const list = async () =>
    dataOf(await api.GET("/tasks", { params: { query: { sort: "due_date" } } })).tasks;
  const path = nora.at("household", "trash.ics");
  const names = async (calendar = "household") => Object.keys((await nora.sync(calendar)).changes);
  return { ...nora, api, list, path, names };
}

const trash = (...lines: string[]) =>
  todo("trash", "SUMMARY:Trash", "DUE;VALUE=DATE:20310106", ...lines);
const cancelled = "STATUS:CANCELLED";

test("a task that an app calls off is deleted, and its app brings it back", async () => {
  const nora = await newNora();
  await nora.put(nora.path, trash("X-KEPT:1"));
  const [{ id } = { id: "" }] = await nora.list();
  expect((await nora.put(nora.path, trash(cancelled))).status).toBe(204);
  expect([await nora.list(), await nora.names()]).toEqual([[], []]);
  await nora.put(nora.path, trash("STATUS:NEEDS-ACTION"));
  expect(await nora.list()).toMatchObject([{ id, is_completed: false }]);
  await nora.put(nora.path, trash(cancelled));
  dataOf(await nora.api.POST("/tasks/{id}/restore", { params: { path: { id } } }));
  expect(await nora.list()).toMatchObject([{ id, is_completed: false }]);
  expect((await nora.get(nora.path)).text).toContain("STATUS:NEEDS-ACTION");
});

test("a whole series is called off, and one date of it alone is skipped", async () => {
  const nora = await newNora();
  const weekly = trash("DTSTART;VALUE=DATE:20310106", "RRULE:FREQ=WEEKLY");
  const exception = [
    "BEGIN:VTODO",
    "UID:trash",
    "DTSTAMP:20300101T000000Z",
    "SUMMARY:Trash",
    "RECURRENCE-ID;VALUE=DATE:20310106",
    "DUE;VALUE=DATE:20310106",
    cancelled,
    "END:VTODO",
  ];
  await nora.put(nora.path, weekly);
  const both = calendarOf([...weekly.split("\r\n").slice(3, -2), ...exception]);
  await nora.put(nora.path, both);
  expect(await nora.list()).toMatchObject([{ due_local: "2031-01-13T12:00", is_completed: false }]);
  expect((await nora.get(nora.path)).text).toBe(both);
  await nora.put(nora.path, weekly.replace("RRULE", `${cancelled}\r\nRRULE`));
  expect([await nora.list(), await nora.names()]).toEqual([[], []]);
});

test("what was called off before Mila knew it is not open, and stays in its app", async () => {
  const nora = await newNora();
  const text = trash(cancelled);
  expect((await nora.put(nora.path, text)).status).toBe(201);
  expect(await nora.list()).toMatchObject([{ is_completed: true }]);
  expect((await nora.get(nora.path)).text).toBe(text);
});
