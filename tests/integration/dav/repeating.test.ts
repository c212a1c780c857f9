import { afterAll, beforeAll, expect, test } from "vitest";
import { apiClient } from "../../support/api/client.ts";
import { dataOf } from "../../support/api/bearer.ts";
import { calendarOf, type DavClient, newDavClient, todo } from "../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function datesOf({ secret }: DavClient, is_completed: "true" | "false" = "false") {
  const api = apiClient(mila.url, secret);
  const query = { is_completed, sort: "due_date" } as const;
  const { tasks } = dataOf(await api.GET("/tasks", { params: { query } }));
  return tasks.map(({ due_local, due_has_time }) =>
    due_has_time ? due_local : due_local!.slice(0, 10),
  );
}

const trash = (due: string, ...lines: string[]) =>
  todo("trash", "SUMMARY:Trash", `DTSTART${due}`, `DUE${due}`, "RRULE:FREQ=WEEKLY", ...lines);

test("a client that moves the date on completes it, and the next one opens", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("household", "trash.ics");
  await nora.put(path, trash(";VALUE=DATE:20310106"));
  expect(await datesOf(nora)).toEqual(["2031-01-06"]);
  const next = trash(";VALUE=DATE:20310113", "X-KEPT:1");
  const put = await nora.put(path, next);
  expect([put.status, (await nora.get(path)).text]).toEqual([204, next]);
  expect(put.headers.get("ETag")).not.toBeNull();
  expect([await datesOf(nora), await datesOf(nora, "true")]).toEqual([
    ["2031-01-13"],
    ["2031-01-06"],
  ]);
});

test("Mila moves the date on for such a client", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("household", "trash.ics");
  await nora.put(path, trash(";TZID=Europe/Berlin:20310324T190000", "X-KEPT:1"));
  const api = apiClient(mila.url, nora.secret);
  const { tasks } = dataOf(await api.GET("/tasks"));
  await api.POST("/tasks/{id}/complete", { params: { path: { id: tasks[0]!.id } } });
  const { text } = await nora.get(path);
  expect(text).toContain("\r\nDUE;TZID=Europe/Berlin:20310331T190000\r\n");
  expect(text).toContain("\r\nDTSTART;TZID=Europe/Berlin:20310331T190000\r\n");
  expect(text).toContain("\r\nX-KEPT:1\r\n");
  expect(text).toContain("\r\nRRULE:FREQ=WEEKLY\r\n");
});

const exception = (day: string, ...lines: string[]) => [
  "BEGIN:VTODO",
  "UID:trash",
  "DTSTAMP:20300101T000000Z",
  "SUMMARY:Trash",
  `RECURRENCE-ID;VALUE=DATE:${day}`,
  `DUE;VALUE=DATE:${day}`,
  ...lines,
  "END:VTODO",
];

const master = [
  "BEGIN:VTODO",
  "UID:trash",
  "DTSTAMP:20300101T000000Z",
  "SUMMARY:Trash",
  "DTSTART;VALUE=DATE:20310106",
  "DUE;VALUE=DATE:20310106",
  "RRULE:FREQ=WEEKLY",
  "X-KEPT:1",
  "END:VTODO",
];

const done = ["STATUS:COMPLETED", "COMPLETED:20310106T100000Z", "PERCENT-COMPLETE:100"];

test("a client that writes an exception completes that date, and the next one opens", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("household", "trash.ics");
  await nora.put(path, calendarOf(master));
  const both = calendarOf([...master, ...exception("20310106", ...done)]);
  const put = await nora.put(path, both);
  expect(put.headers.get("ETag")).not.toBeNull();
  expect((await nora.get(path)).text).toBe(both);
  expect([await datesOf(nora), await datesOf(nora, "true")]).toEqual([
    ["2031-01-13"],
    ["2031-01-06"],
  ]);
  await nora.put(path, calendarOf(master));
  expect([await datesOf(nora), await datesOf(nora, "true")]).toEqual([["2031-01-06"], []]);
});

test("an exception counts by its start, which may be on another day than the date", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("household", "trash.ics");
  const early = master.map((line) =>
    line.replace("DTSTART;VALUE=DATE:20310106", "DTSTART;VALUE=DATE:20310105"),
  );
  const both = calendarOf([
    ...early,
    ...exception("20310105", ...done).map((line) =>
      line.replace("DUE;VALUE=DATE:20310105", "DUE;VALUE=DATE:20310106"),
    ),
    ...exception("20310113").map((line) =>
      line.replace("RECURRENCE-ID;", "RECURRENCE-ID;RANGE=THISANDFUTURE;"),
    ),
  ]);
  await nora.put(path, calendarOf(early));
  expect((await nora.put(path, both)).headers.get("ETag")).not.toBeNull();
  expect([await datesOf(nora), await datesOf(nora, "true")]).toEqual([
    ["2031-01-13"],
    ["2031-01-06"],
  ]);
  const api = apiClient(mila.url, nora.secret);
  const { tasks } = dataOf(
    await api.GET("/tasks", { params: { query: { is_completed: "false" } } }),
  );
  await api.POST("/tasks/{id}/complete", { params: { path: { id: tasks[0]!.id } } });
  const { text } = await nora.get(path);
  expect(text).toContain("RECURRENCE-ID;VALUE=DATE:20310112");
  expect(text).toContain("RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20310113");
});

test("Mila writes an exception for such a client", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("household", "trash.ics");
  await nora.put(path, calendarOf([...master, ...exception("20310106", ...done)]));
  expect(await datesOf(nora)).toEqual(["2031-01-13"]);
  const api = apiClient(mila.url, nora.secret);
  const find = async () => dataOf(await api.GET("/tasks")).tasks.find((one) => !one.is_completed)!;
  await api.POST("/tasks/{id}/complete", { params: { path: { id: (await find()).id } } });
  const { text } = await nora.get(path);
  expect(text).toContain("\r\nDUE;VALUE=DATE:20310106\r\nRRULE:FREQ=WEEKLY\r\nX-KEPT:1\r\n");
  expect(text).toContain("RECURRENCE-ID;VALUE=DATE:20310113");
  expect(text.match(/STATUS:COMPLETED/g)).toHaveLength(2);
  await api.POST("/tasks/{id}/skip", { params: { path: { id: (await find()).id } } });
  expect((await nora.get(path)).text).toContain("EXDATE;VALUE=DATE:20310120");
  expect(await datesOf(nora)).toEqual(["2031-01-27"]);
});

test("a client that writes twice what it has completed completes it once", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("household", "trash.ics");
  await nora.put(path, trash(";VALUE=DATE:20310106"));
  for (const stamp of ["1", "1", "2"])
    await nora.put(path, trash(";VALUE=DATE:20310106", ...done, `X-STAMP:${stamp}`));
  expect([await datesOf(nora), await datesOf(nora, "true")]).toEqual([
    ["2031-01-13"],
    ["2031-01-06"],
  ]);
  const { text } = await nora.get(path);
  expect(text).toContain("DUE;VALUE=DATE:20310113");
  expect(text).not.toContain("COMPLETED");
});

test("a date that a client leaves out is skipped", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("household", "trash.ics");
  await nora.put(path, calendarOf(master));
  const without = master.toSpliced(6, 0, "EXDATE;VALUE=DATE:20310106");
  await nora.put(path, calendarOf(without));
  expect((await nora.get(path)).text).toBe(calendarOf(without));
  expect([await datesOf(nora), await datesOf(nora, "true")]).toEqual([["2031-01-13"], []]);
});

test("a rule changes, ends and begins from either side", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("household", "trash.ics");
  const text = (...lines: string[]) =>
    todo(
      "trash",
      "SUMMARY:Trash",
      "DTSTART;VALUE=DATE:20310106",
      "DUE;VALUE=DATE:20310106",
      ...lines,
    );
  const api = apiClient(mila.url, nora.secret);
  const rulesOf = async () => {
    const { series } = dataOf(await api.GET("/series"));
    return series.map(({ rule }) => rule);
  };
  await nora.put(path, text());
  expect(await rulesOf()).toEqual([]);
  await nora.put(path, text("RRULE:FREQ=WEEKLY;INTERVAL=2"));
  expect(await rulesOf()).toEqual(["FREQ=WEEKLY;INTERVAL=2"]);
  await nora.put(path, text("RRULE:FREQ=DAILY;UNTIL=20310201"));
  expect(await rulesOf()).toEqual(["FREQ=DAILY;UNTIL=20310201"]);
  await nora.put(path, text());
  expect(await datesOf(nora)).toEqual(["2031-01-06"]);
  const { tasks } = dataOf(await api.GET("/tasks"));
  await api.POST("/tasks/{id}/complete", { params: { path: { id: tasks[0]!.id } } });
  expect(await datesOf(nora)).toEqual([]);
  expect((await nora.get(path)).text).toContain("STATUS:COMPLETED");
});

test("the last date of a rule ends it", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("household", "trash.ics");
  const twice = master.with(6, "RRULE:FREQ=WEEKLY;COUNT=2");
  await nora.put(path, calendarOf(twice));
  await nora.put(path, calendarOf([...twice, ...exception("20310106", ...done)]));
  expect(await datesOf(nora)).toEqual(["2031-01-13"]);
  const both = [...twice, ...exception("20310106", ...done), ...exception("20310113", ...done)];
  await nora.put(path, calendarOf(both));
  expect([await datesOf(nora), await datesOf(nora, "true")]).toEqual([
    [],
    ["2031-01-06", "2031-01-13"],
  ]);
});

test("a copy of the date that a client has done is that date", async () => {
  const nora = await newDavClient(mila);
  await nora.put(nora.at("household", "trash.ics"), trash(";VALUE=DATE:20310106"));
  const copy = todo("copy", "SUMMARY:Trash", "DUE;VALUE=DATE:20310106", ...done);
  expect((await nora.put(nora.at("household", "copy.ics"), copy)).status).toBe(201);
  await nora.put(nora.at("household", "trash.ics"), trash(";VALUE=DATE:20310113"));
  expect((await nora.get(nora.at("household", "copy.ics"))).text).toBe(copy);
  expect([await datesOf(nora), await datesOf(nora, "true")]).toEqual([
    ["2031-01-13"],
    ["2031-01-06"],
  ]);
});

test("a to-do that a client completes without its rule, and goes on as another, is one done and one open", async () => {
  for (const order of ["old first", "new first"]) {
    const nora = await newDavClient(mila);
    await nora.put(nora.at("household", "trash.ics"), trash(";VALUE=DATE:20310106"));
    const old = () =>
      nora.put(
        nora.at("household", "trash.ics"),
        todo("trash", "SUMMARY:Trash", "DUE;VALUE=DATE:20310106", ...done),
      );
    const next = () =>
      nora.put(
        nora.at("household", "next.ics"),
        todo("next", "SUMMARY:Trash", "DUE;VALUE=DATE:20310113", "RRULE:FREQ=WEEKLY"),
      );
    for (const act of order === "old first" ? [old, next] : [next, old]) await act();
    expect([order, await datesOf(nora), await datesOf(nora, "true")]).toEqual([
      order,
      ["2031-01-13"],
      ["2031-01-06"],
    ]);
  }
});

test("a rule that Mila can't say comes back as it was sent", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("household", "pill.ics");
  const text = todo(
    "pill",
    "SUMMARY:Pill",
    "DTSTART:20310106T080000Z",
    "DUE:20310106T080000Z",
    "RRULE:FREQ=HOURLY;INTERVAL=8",
  );
  expect((await nora.put(path, text)).headers.get("ETag")).not.toBeNull();
  expect((await nora.get(path)).text).toBe(text);
  expect(await datesOf(nora)).toEqual(["2031-01-06T03:00"]);
});

test("a series of Mila's is one object with its rule", async () => {
  const nora = await newDavClient(mila);
  const api = apiClient(mila.url, nora.secret);
  await api.POST("/tasks", { body: { text: "every Monday at 7 pm take out the trash" } });
  const { changes } = await nora.sync("household");
  const [name] = Object.keys(changes);
  const { text } = await nora.get(nora.at("household", name));
  expect(text).toContain("RRULE:FREQ=WEEKLY;BYDAY=MO");
  expect(text).toMatch(/DUE;TZID=America\/New_York:\d{8}T190000/);
  expect(text).toContain("BEGIN:VTIMEZONE");
  expect(text).toContain("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU");
});
