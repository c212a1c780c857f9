// Times that are given to one date of a series, or to all of them.
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
  const path = nora.at("household", "trash.ics");
  const open = async () => {
    const query = { is_completed: "false" } as const;
    const { tasks } = dataOf(await api.GET("/tasks", { params: { query } }));
    return tasks.map(({ due_local, due_has_time }) =>
      due_has_time ? due_local : due_local!.slice(0, 10),
    );
  };
  const time = async () => dataOf(await api.GET("/series")).series[0]?.local_time;
  const complete = async () => {
    const query = { is_completed: "false" } as const;
    const { tasks } = dataOf(await api.GET("/tasks", { params: { query } }));
    await api.POST("/tasks/{id}/complete", { params: { path: { id: tasks[0]!.id } } });
  };
  const read = async () => (await nora.get(path)).text;
  const write = async (text: string) =>
    expect((await nora.put(path, text)).status).toBeLessThan(300);
  return { ...nora, api, path, open, time, complete, read, write };
}

const allDay = ";VALUE=DATE:20310106";
const at = (time: string, day = "06") => `;TZID=America/New_York:203101${day}T${time}00`;

const trash = (due: string) =>
  todo("trash", "SUMMARY:Trash", `DTSTART${due}`, `DUE${due}`, "RRULE:FREQ=WEEKLY");

const withException = (recurrenceId: string, due: string, ...lines: string[]) =>
  calendarOf([
    ...trash(allDay).split("\r\n").slice(3, -2),
    "BEGIN:VTODO",
    "UID:trash",
    "DTSTAMP:20300101T000000Z",
    "SUMMARY:Trash",
    `RECURRENCE-ID${recurrenceId}`,
    `DTSTART${due}`,
    `DUE${due}`,
    ...lines,
    "END:VTODO",
  ]);

test.for(["0800", "1200"])("an app gives a series of whole days the time %s", async (time) => {
  const nora = await newNora();
  const clock = `${time.slice(0, 2)}:${time.slice(2)}`;
  await nora.write(trash(allDay));
  expect(await nora.time()).toBeNull();
  await nora.write(trash(at(time)));
  expect([await nora.time(), await nora.open()]).toEqual([clock, [`2031-01-06T${clock}`]]);
  await nora.complete();
  expect(await nora.open()).toEqual([`2031-01-13T${clock}`]);
  await nora.write(trash(";VALUE=DATE:20310113"));
  expect([await nora.time(), await nora.open()]).toEqual([null, ["2031-01-13"]]);
});

test("Thunderbird gives one date of a series of whole days a time", async () => {
  const nora = await newNora();
  await nora.write(trash(allDay));
  const timed = withException(allDay, at("1500"));
  await nora.write(timed);
  expect([await nora.time(), await nora.open()]).toEqual([null, ["2031-01-06T15:00"]]);
  expect(await nora.read()).toBe(timed);
  await nora.write(withException(allDay, at("1500"), "STATUS:COMPLETED"));
  expect(await nora.open()).toEqual(["2031-01-13"]);
});

test("a page gives one date of a series of whole days a time", async () => {
  const nora = await newNora();
  await nora.write(trash(allDay));
  const { tasks } = dataOf(await nora.api.GET("/tasks"));
  const params = { path: { id: tasks[0]!.id } };
  await nora.api.PATCH("/tasks/{id}", { params, body: { due_date: "2031-01-06T15:00" } });
  const text = await nora.read();
  expect(text).toContain(`\r\nDUE${at("1500")}\r\n`);
  await nora.write(text.replace("SUMMARY:Trash", "SUMMARY:Bins"));
  expect([await nora.time(), await nora.open()]).toEqual([null, ["2031-01-06T15:00"]]);
  // The app moves it on with its time.
  await nora.write((await nora.read()).replaceAll("20310106", "20310113"));
  expect(await nora.open()).toEqual(["2031-01-13"]);
  expect(await nora.read()).toContain("\r\nDUE;VALUE=DATE:20310113\r\n");
});
