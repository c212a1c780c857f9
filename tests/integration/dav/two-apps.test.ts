// Apps of two kinds in one family: one completes by exceptions, and one moves the date on.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newSecret } from "../../support/api/bearer.ts";
import { dataOf } from "../../support/api/bearer.ts";
import { apiClient } from "../../support/api/client.ts";
import { calendarOf, davClient, newDavClient, todo } from "../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newApps() {
  const desktop = await newDavClient(mila);
  const phone = davClient(mila.url, desktop, await newSecret(mila.db, desktop, "write"));
  const path = desktop.at("household", "trash.ics");
  const api = apiClient(mila.url, desktop.secret);
  const days = async () => {
    const query = { sort: "due_date" } as const;
    const { tasks } = dataOf(await api.GET("/tasks", { params: { query } }));
    const of = (isDone: boolean) =>
      tasks
        .filter(({ is_completed }) => is_completed === isDone)
        .map(({ due_local }) => due_local?.slice(5, 10) ?? "");
    return { done: of(true), open: of(false) };
  };
  return { desktop, phone, path, days };
}

const trash = (day: string, count = "") =>
  todo(
    "trash",
    "SUMMARY:Trash",
    `DTSTART;VALUE=DATE:203101${day}`,
    `DUE;VALUE=DATE:203101${day}`,
    `RRULE:FREQ=WEEKLY${count}`,
    "X-KEPT:1",
  );

const linesIn = (text: string) => text.split("\r\n").slice(3, -2);

const doneOn = (day: string) => [
  "BEGIN:VTODO",
  "UID:trash",
  "DTSTAMP:20300101T000000Z",
  "SUMMARY:Trash",
  `RECURRENCE-ID;VALUE=DATE:203101${day}`,
  `DUE;VALUE=DATE:203101${day}`,
  "STATUS:COMPLETED",
  "COMPLETED:20261130T100000Z",
  "PERCENT-COMPLETE:100",
  "END:VTODO",
];

const by = (text: string, ...days: string[]) =>
  calendarOf([...linesIn(text), ...days.flatMap(doneOn)]);

test("each of them sees the other's ticks", async () => {
  const { desktop, phone, path, days } = await newApps();
  await desktop.put(path, trash("06"));
  await desktop.put(path, by(trash("06"), "06"));
  expect(await days()).toEqual({ done: ["01-06"], open: ["01-13"] });
  expect((await desktop.get(path)).text).toBe(by(trash("06"), "06"));
  const onPhone = await phone.get(path);
  expect(onPhone.text).toContain("\r\nDUE;VALUE=DATE:20310113\r\n");
  expect(onPhone.text).toContain("\r\nDTSTART;VALUE=DATE:20310113\r\n");
  expect(onPhone.text).toContain("\r\nX-KEPT:1\r\n");
  expect(onPhone.text).not.toMatch(/RECURRENCE-ID|COMPLETED/);
  const ifMatch = { "If-Match": onPhone.headers.get("ETag")! };
  const moved = onPhone.text.replaceAll("20310113", "20310120");
  expect((await phone.put(path, moved, ifMatch)).status).toBe(204);
  expect(await days()).toEqual({ done: ["01-06", "01-13"], open: ["01-20"] });
  const onDesktop = (await desktop.get(path)).text;
  expect(onDesktop).toContain("\r\nDUE;VALUE=DATE:20310120\r\n");
  await desktop.put(path, by(onDesktop, "20"));
  expect(await days()).toEqual({ done: ["01-06", "01-13", "01-20"], open: ["01-27"] });
  expect((await phone.get(path)).text).toContain("\r\nDUE;VALUE=DATE:20310127\r\n");
});

test("the last date that one has done is done for the other", async () => {
  const { desktop, phone, path, days } = await newApps();
  const twice = trash("06", ";COUNT=2");
  await desktop.put(path, twice);
  await desktop.put(path, by(twice, "06"));
  const { text } = await phone.get(path);
  expect(text).toContain("\r\nRRULE:FREQ=WEEKLY;COUNT=1\r\n");
  await desktop.put(path, by(twice, "06", "13"));
  expect((await days()).open).toEqual([]);
  expect((await phone.get(path)).text).toContain("\r\nSTATUS:COMPLETED\r\n");
});
