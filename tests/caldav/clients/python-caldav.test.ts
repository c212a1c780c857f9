import { v7 as newId } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataOf } from "../../support/api/bearer.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { type PythonTodo, runPython } from "../drivers/python-caldav.ts";
import { newDavFamily } from "../family.ts";
import { toDo } from "../ics.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newNora(calendar: string) {
  const nora = await newDavFamily(mila);
  const run = (what: string, values: Record<string, string> = {}) =>
    runPython(nora, what, { calendar, ...values });
  const toDos = async (what: "open_to_dos" | "all_to_dos") => (await run(what)) as PythonTodo[];
  return { ...nora, run, toDos };
}

test("python3-caldav finds every calendar, and makes a list", async () => {
  const nora = await newNora("Garden");
  expect(await nora.run("calendars")).toEqual(
    expect.arrayContaining(["Elders", "Household", "Kids", "Shopping"]),
  );
  expect(await nora.run("make_list", { name: "Garden" })).toBe("Garden");
  expect(await nora.run("calendars")).toContain("Garden");
  await nora.run("add", { ical: toDo(newId(), "Bean seeds") });
  const { lists } = dataOf(await nora.api.GET("/lists"));
  expect(lists).toContainEqual(expect.objectContaining({ name: "Garden", open_items: 1 }));
});

test("python3-caldav adds, changes, completes, reopens and deletes a task", async () => {
  const nora = await newNora("Kids");
  const uid = newId();
  await nora.run("add", { ical: toDo(uid, "Pack lunch", "DUE;VALUE=DATE:20310105", "X-KEPT:yes") });
  expect(await nora.toDos("open_to_dos")).toMatchObject([
    { UID: uid, SUMMARY: "Pack lunch", DUE: "20310105", "X-KEPT": "yes" },
  ]);
  expect(await nora.tasks()).toMatchObject([{ title: "Pack lunch", category: "Kids" }]);

  await nora.run("rename", { uid, summary: "Pack two lunches" });
  expect(await nora.tasks()).toMatchObject([{ title: "Pack two lunches", is_completed: false }]);

  await nora.run("complete", { uid });
  expect(await nora.tasks()).toMatchObject([{ title: "Pack two lunches", is_completed: true }]);
  expect(await nora.toDos("open_to_dos")).toEqual([]);
  expect(await nora.toDos("all_to_dos")).toMatchObject([{ STATUS: "COMPLETED", "X-KEPT": "yes" }]);

  await nora.run("uncomplete", { uid });
  expect(await nora.tasks()).toMatchObject([{ title: "Pack two lunches", is_completed: false }]);

  await nora.run("delete", { uid });
  expect(await nora.tasks()).toEqual([]);
  expect(await nora.toDos("all_to_dos")).toEqual([]);
});

test("a task that a page made is there, and python3-caldav completes it", async () => {
  const nora = await newNora("Household");
  const due_date = "2031-01-05T15:00";
  await nora.api.POST("/tasks", {
    body: { title: "Call the plumber", category: "Household", description: null, due_date },
  });
  const [found] = await nora.toDos("open_to_dos");
  expect(found).toMatchObject({ SUMMARY: "Call the plumber", DUE: "20310105T150000" });
  await nora.run("complete", { uid: found?.UID ?? "" });
  expect(await nora.tasks()).toMatchObject([{ title: "Call the plumber", is_completed: true }]);
});

// It moves the rest of the series to a week after the completion, whatever the dates were.
test("a repeating task that python3-caldav completes opens its next one", async () => {
  const nora = await newNora("Household");
  const uid = newId();
  const dates = ["DTSTART;VALUE=DATE:20310105", "DUE;VALUE=DATE:20310106", "RRULE:FREQ=WEEKLY"];
  await nora.run("add", { ical: toDo(uid, "Water the plants", ...dates) });
  await nora.run("complete_repeating", { uid });
  const tasks = await nora.tasks();
  expect(tasks.filter(({ is_completed }) => is_completed)).toMatchObject([
    { title: "Water the plants", due_local: expect.stringMatching(/^2031-01-06/) },
  ]);
  const [open, ...others] = tasks.filter(({ is_completed }) => !is_completed);
  expect([open?.title, others]).toEqual(["Water the plants", []]);
  const listed = (await nora.toDos("open_to_dos")).filter(({ RRULE }) => RRULE !== null);
  expect(listed).toMatchObject([{ UID: uid, RRULE: "FREQ=WEEKLY" }]);
  expect(open?.due_date?.replaceAll(/[-:]|\..*/g, "").slice(0, 13)).toBe(
    listed[0]?.DUE?.slice(0, 13),
  );
});

test("a repeating task whose date python3-caldav completes beside the rule opens its next one", async () => {
  const nora = await newNora("Household");
  const uid = newId();
  const dates = ["DTSTART;VALUE=DATE:20310105", "DUE;VALUE=DATE:20310106", "RRULE:FREQ=WEEKLY"];
  await nora.run("add", { ical: toDo(uid, "Water the plants", ...dates) });
  await nora.run("complete_this_and_future", { uid });
  const tasks = await nora.tasks();
  expect(tasks.filter(({ is_completed }) => is_completed)).toHaveLength(1);
  expect(tasks.filter(({ is_completed }) => !is_completed)).toHaveLength(1);
});

test("python3-caldav is told what changed since its last sync", async () => {
  const nora = await newNora("Elders");
  const uid = newId();
  await nora.run("add", { ical: toDo(uid, "Call grandma") });
  await nora.run("add", { ical: toDo(newId(), "Call grandpa") });
  const added = { uid, ical: toDo(newId(), "Visit both") };
  expect(await nora.run("changes", added)).toEqual([2, 1, 1]);
});
