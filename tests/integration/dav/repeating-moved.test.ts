// Completions and moves of repeating tasks that look alike.
import { afterAll, beforeAll, expect, test } from "vitest";
import { tickSeries } from "#app/domain/series/tick-series.server.ts";
import { apiClient } from "../../support/api/client.ts";
import { dataOf } from "../../support/api/bearer.ts";
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
  const list = async () => {
    const { tasks } = dataOf(await api.GET("/tasks", { params: { query: { sort: "due_date" } } }));
    return tasks.map(({ id, title, due_local, is_completed, done_at }) => {
      const on = due_local?.slice(5, 10) ?? "";
      return { id, title, on, isDone: is_completed, done_at };
    });
  };
  /** The days that are done, and the open ones. */
  const days = async () => {
    const tasks = await list();
    const of = (isDone: boolean) =>
      tasks.filter((task) => task.isDone === isDone).map(({ on }) => on);
    return { done: of(true), open: of(false) };
  };
  const move = async (due_date: string) => {
    const id = (await list()).find((task) => !task.isDone)!.id;
    dataOf(await api.PATCH("/tasks/{id}", { params: { path: { id } }, body: { due_date } }));
  };
  const read = async () => (await nora.get(path)).text;
  const write = async (text: string) => {
    const { status, headers } = await nora.put(path, text);
    expect(status).toBeLessThan(300);
    return headers.get("ETag");
  };
  return { ...nora, api, path, list, days, move, read, write };
}

const trash = (day: string, rule = "FREQ=WEEKLY") =>
  todo(
    "trash",
    "SUMMARY:Trash",
    `DTSTART;VALUE=DATE:203101${day}`,
    `DUE;VALUE=DATE:203101${day}`,
    `RRULE:${rule}`,
  );

const exception = (on: string, due: string, ...lines: string[]) => [
  "BEGIN:VTODO",
  "UID:trash",
  "DTSTAMP:20300101T000000Z",
  "SUMMARY:Trash",
  `RECURRENCE-ID;VALUE=DATE:203101${on}`,
  `DTSTART;VALUE=DATE:203101${due}`,
  `DUE;VALUE=DATE:203101${due}`,
  ...lines,
  "END:VTODO",
];

const withExceptions = (...exceptions: string[][]) =>
  calendarOf([...trash("06").split("\r\n").slice(3, -2), ...exceptions.flat()]);

const isDone = ["STATUS:COMPLETED", "COMPLETED:20261130T100000Z", "PERCENT-COMPLETE:100"];

test("an open exception moves its date, and only a done one completes it", async () => {
  const nora = await newNora();
  await nora.write(trash("06"));
  const moved = withExceptions(exception("06", "08", "STATUS:NEEDS-ACTION"));
  expect(await nora.write(moved)).not.toBeNull();
  expect(await nora.days()).toEqual({ done: [], open: ["01-08"] });
  expect(await nora.read()).toBe(moved);
  await nora.write(withExceptions(exception("06", "08", ...isDone)));
  expect(await nora.days()).toEqual({ done: ["01-08"], open: ["01-13"] });
});

test("a date that was moved to the next one's day is completed by its exception", async () => {
  const nora = await newNora();
  await nora.write(trash("06"));
  await nora.write(withExceptions(exception("06", "13")));
  expect(await nora.days()).toEqual({ done: [], open: ["01-13"] });
  await nora.write(withExceptions(exception("06", "13", ...isDone)));
  expect((await nora.days()).done).toEqual(["01-13"]);
});

test("an exception at another time is for its date alone", async () => {
  const nora = await newNora();
  const at = (time: string) => `TZID=America/New_York:20310106T${time}0000`;
  const lines = (time: string) => ["SUMMARY:Trash", `DTSTART;${at(time)}`, `DUE;${at(time)}`];
  const master = todo("trash", ...lines("18"), "RRULE:FREQ=WEEKLY");
  await nora.write(master);
  const own = todo("trash", ...lines("19"), `RECURRENCE-ID;${at("18")}`);
  const both = [master, own].flatMap((text) => text.split("\r\n").slice(3, -2));
  await nora.write(calendarOf(both));
  const { series } = dataOf(await nora.api.GET("/series"));
  expect(series.map(({ local_time }) => local_time)).toEqual(["18:00"]);
  const { tasks } = dataOf(await nora.api.GET("/tasks"));
  expect(tasks.map(({ due_local }) => due_local)).toEqual(["2031-01-06T19:00"]);
});

test("a rule on another weekday completes nothing", async () => {
  const nora = await newNora();
  await nora.write(trash("06", "FREQ=WEEKLY;BYDAY=MO"));
  await nora.write(trash("07", "FREQ=WEEKLY;BYDAY=TU"));
  expect(await nora.days()).toEqual({ done: [], open: ["01-07"] });
  const { series } = dataOf(await nora.api.GET("/series"));
  expect(series.map(({ rule }) => rule)).toEqual(["FREQ=WEEKLY;BYDAY=TU"]);
  await nora.write(trash("14", "FREQ=WEEKLY;BYDAY=TU"));
  expect(await nora.days()).toEqual({ done: ["01-07"], open: ["01-14"] });
});

test("the same rule in other words still completes", async () => {
  const nora = await newNora();
  await nora.write(trash("06"));
  await nora.write(trash("13", "FREQ=WEEKLY;INTERVAL=1;BYDAY=MO"));
  expect(await nora.days()).toEqual({ done: ["01-06"], open: ["01-13"] });
});

test.for(["the page", "the client"])(
  "a date that was moved by %s is ticked by moving it on, and the rule's next one opens",
  async (where) => {
    const nora = await newNora();
    await nora.write(trash("06"));
    if (where === "the page") await nora.move("2031-01-08");
    else await nora.write(trash("08"));
    const read = await nora.read();
    expect(read).toContain("DUE;VALUE=DATE:20310108");
    await nora.write(read.replaceAll("20310108", "20310115"));
    expect(await nora.days()).toEqual({ done: ["01-08"], open: ["01-13"] });
    expect(await nora.read()).toContain("DUE;VALUE=DATE:20310113");
    await nora.write(trash("20"));
    expect(await nora.days()).toEqual({ done: ["01-08", "01-13"], open: ["01-20"] });
  },
);

test("a date that a page has moved is an exception, and completed alone", async () => {
  const nora = await newNora();
  await nora.write(trash("06"));
  await nora.write(withExceptions(exception("06", "06", ...isDone)));
  await nora.move("2031-01-15");
  const read = await nora.read();
  const [, moved = ""] = /(RECURRENCE-ID;VALUE=DATE:20310113.*?)END:VTODO/s.exec(read) ?? [];
  expect(moved).toContain("DUE;VALUE=DATE:20310115");
  expect(read).not.toContain("EXDATE");
  await nora.write(read.replace(moved, `${moved}${isDone.join("\r\n")}\r\n`));
  expect(await nora.days()).toEqual({ done: ["01-06", "01-15"], open: ["01-20"] });
});

test("a moved date that is done on a page is done in its exception", async () => {
  const nora = await newNora();
  await nora.write(trash("06"));
  await nora.write(withExceptions(exception("06", "06", ...isDone)));
  for (const on of ["2031-01-15", "2031-01-16"]) await nora.move(on);
  expect((await nora.read()).match(/RECURRENCE-ID/g)).toHaveLength(2);
  const { id } = (await nora.list()).find((task) => !task.isDone)!;
  await nora.api.POST("/tasks/{id}/complete", { params: { path: { id } } });
  const read = await nora.read();
  expect(read.match(/RECURRENCE-ID.*/g)).toHaveLength(2);
  expect(read.match(/STATUS:COMPLETED/g)).toHaveLength(2);
  await nora.write(read.replace("SUMMARY:Trash", "SUMMARY:Bins"));
  expect(await nora.days()).toEqual({ done: ["01-06", "01-16"], open: ["01-20"] });
});

test("a count falls to one with the tick before the last", async () => {
  const nora = await newNora();
  await nora.write(trash("05", "FREQ=DAILY;COUNT=3"));
  await nora.write(trash("06", "FREQ=DAILY;COUNT=2"));
  await nora.write(trash("07", "FREQ=DAILY;COUNT=1"));
  expect(await nora.days()).toEqual({ done: ["01-05", "01-06"], open: ["01-07"] });
  // The last one is not ticked by a move.
  await nora.write(trash("08", "FREQ=DAILY;COUNT=1"));
  expect(await nora.days()).toEqual({ done: ["01-05", "01-06"], open: ["01-08"] });
  await nora.write(trash("08", "FREQ=DAILY;COUNT=1").replace("RRULE", `${isDone[0]}\r\nRRULE`));
  expect(await nora.days()).toEqual({ done: ["01-05", "01-06", "01-08"], open: [] });
});

test("an open copy that a client completes is the date of the series", async () => {
  const nora = await newNora();
  await nora.write(trash("06"));
  const copy = (...lines: string[]) =>
    todo("copy", "SUMMARY:Trash", "DUE;VALUE=DATE:20310106", ...lines);
  const at = nora.at("household", "copy.ics");
  await nora.put(at, copy());
  await nora.put(at, copy(...isDone));
  await nora.write(trash("13"));
  expect(await nora.days()).toEqual({ done: ["01-06"], open: ["01-13"] });
  expect((await nora.get(at)).text).toBe(copy(...isDone));
  // It is the series' open date again.
  await nora.put(at, copy());
  expect(await nora.days()).toEqual({ done: [], open: ["01-06"] });
  expect((await nora.get(at)).status).toBe(404);
});

const late = {
  "an exception": () => withExceptions(exception("06", "06", ...isDone)),
  "its status": () => trash("06").replace("RRULE", `${isDone.join("\r\n")}\r\nRRULE`),
  "a copy": () => todo("copy", "SUMMARY:Trash", "DUE;VALUE=DATE:20310106", ...isDone),
};

test.for(Object.entries(late))("a late tick by %s counts", async ([kind, text]) => {
  const nora = await newNora();
  await nora.write(trash("06"));
  await tickSeries(mila.db, () => "2031-01-12T12:00:00.000Z");
  expect(await nora.days()).toEqual({ done: [], open: ["01-13"] });
  if (kind === "a copy") await nora.put(nora.at("household", "copy.ics"), text());
  else await nora.write(text());
  expect(await nora.days()).toEqual({ done: ["01-06"], open: ["01-13"] });
  const [done] = await nora.list();
  expect(done?.done_at).toBe("2026-11-30T10:00:00.000Z");
  const occurrence = await mila.db
    .selectFrom("series_occurrences")
    .select("state")
    .where("task_id", "=", done!.id)
    .executeTakeFirst();
  expect(occurrence?.state).toBe("done");
});

test("a late tick that moves the date counts if it was written before Mila went on", async () => {
  const nora = await newNora();
  await nora.write(trash("06"));
  await tickSeries(mila.db, () => "2031-01-12T12:00:00.000Z");
  // The app has read the new date, and writes it once more.
  const stamped = (stamp: string) => trash("13").replace("20300101T000000Z", stamp);
  await nora.write(stamped("20310112T130000Z"));
  expect(await nora.days()).toEqual({ done: [], open: ["01-13"] });
  await nora.write(stamped("20200102T000000Z"));
  expect(await nora.days()).toEqual({ done: [], open: ["01-13"] });
  const other = await newNora();
  await other.write(trash("06"));
  await tickSeries(mila.db, () => "2031-01-12T12:00:00.000Z");
  await other.write(stamped("20200102T000000Z"));
  expect(await other.days()).toEqual({ done: ["01-06"], open: ["01-13"] });
});

test("an exception says when its date was done", async () => {
  const nora = await newNora();
  await nora.write(trash("06"));
  await nora.write(
    withExceptions(exception("06", "06", ...isDone), exception("13", "13", ...isDone)),
  );
  expect(await nora.days()).toEqual({ done: ["01-06", "01-13"], open: ["01-20"] });
  const doneAt = (await nora.list()).flatMap(({ done_at }) => done_at ?? []);
  expect(doneAt).toEqual(Array(2).fill("2026-11-30T10:00:00.000Z"));
});

const from = (start: string, due: string, rule: string) =>
  trash(start, rule).replace(`DUE;VALUE=DATE:203101${start}`, `DUE;VALUE=DATE:203101${due}`);

test.for(["FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO"])(
  "a date that is due with the next one, and starts as before, is only moved: %s",
  async (rule) => {
    const nora = await newNora();
    await nora.write(trash("06", rule));
    await nora.write(from("06", "13", rule));
    expect(await nora.days()).toEqual({ done: [], open: ["01-13"] });
    const { series } = dataOf(await nora.api.GET("/series"));
    expect(series.map((each) => each.rule)).toEqual([rule]);
    await nora.write(from("13", "20", rule));
    expect(await nora.days()).toEqual({ done: ["01-13"], open: ["01-20"] });
    expect(await nora.read()).toContain("DUE;VALUE=DATE:20310120");
  },
);
