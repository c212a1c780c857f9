// Changes of apps that don't look at what has changed since they read it, such as Tasks.org alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiClient } from "../../support/api/client.ts";
import { dataOf } from "../../support/api/bearer.ts";
import { newDavClient, todo } from "../../support/dav/dav-client.ts";
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
  const open = async () => (await list()).find(({ is_completed }) => !is_completed)!;
  const complete = async () => {
    const params = { path: { id: (await open()).id } };
    dataOf(await api.POST("/tasks/{id}/complete", { params }));
  };
  const change = async (body: { title?: string; description?: string }) =>
    dataOf(await api.PATCH("/tasks/{id}", { params: { path: { id: (await open()).id } }, body }));
  const days = async () => {
    const tasks = await list();
    const of = (isDone: boolean) =>
      tasks
        .filter(({ is_completed }) => is_completed === isDone)
        .map(({ due_local }) => due_local?.slice(5, 10) ?? "");
    return { done: of(true), open: of(false) };
  };
  const path = nora.at("household", "trash.ics");
  const read = async () => (await nora.get(path)).text;
  const write = async (text: string) => expect((await nora.put(path, text)).status).toBe(204);
  return { ...nora, api, path, list, open, complete, change, days, read, write };
}

const single = (title: string, ...lines: string[]) => todo("trash", `SUMMARY:${title}`, ...lines);

const weekly = (title: string, day = "06", ...lines: string[]) =>
  single(
    title,
    `DTSTART;VALUE=DATE:203101${day}`,
    `DUE;VALUE=DATE:203101${day}`,
    "RRULE:FREQ=WEEKLY",
    ...lines,
  );

test("a task that was done meanwhile stays done when an app renames it", async () => {
  const nora = await newNora();
  await nora.put(nora.path, single("Trash"));
  await nora.complete();
  await nora.write(single("Trash and bottles"));
  const [task] = await nora.list();
  expect(task).toMatchObject({ title: "Trash and bottles", is_completed: true });
  expect(await nora.read()).toContain("STATUS:COMPLETED");
  // It has not read that yet.
  await nora.write(single("Trash and bottles", "DESCRIPTION:By eight"));
  const [later] = await nora.list();
  expect(later).toMatchObject({ description: "By eight", is_completed: true });
});

test("a task that was renamed meanwhile is called off", async () => {
  const nora = await newNora();
  await nora.put(nora.path, single("Trash"));
  await nora.change({ title: "Bins" });
  await nora.write(single("Trash", "STATUS:CANCELLED"));
  expect(await nora.list()).toEqual([]);
});

test("of a task of Mila's, an app changes what it has changed", async () => {
  const nora = await newNora();
  await nora.api.POST("/tasks", { body: { title: "Trash", category: "Household" } });
  const [name] = Object.keys((await nora.sync("household")).changes);
  const path = nora.at("household", name);
  const { text } = await nora.get(path);
  await nora.change({ title: "Trash and bottles" });
  await nora.complete();
  await nora.put(path, text.replace("END:VTODO", "DESCRIPTION:By eight\r\nEND:VTODO"));
  expect(await nora.list()).toMatchObject([
    { title: "Trash and bottles", description: "By eight", is_completed: true },
  ]);
});

test("a date that was done meanwhile stays done", async () => {
  const nora = await newNora();
  await nora.put(nora.path, weekly("Trash"));
  await nora.complete();
  await nora.write(weekly("Bins"));
  expect(await nora.days()).toEqual({ done: ["01-06"], open: ["01-13"] });
  expect((await nora.open()).title).toBe("Bins");
});

test("a date that both have done is done once", async () => {
  const nora = await newNora();
  await nora.put(nora.path, weekly("Trash"));
  await nora.complete();
  await nora.complete();
  await nora.write(weekly("Bins", "13"));
  expect(await nora.days()).toEqual({ done: ["01-06", "01-13"], open: ["01-20"] });
});

test("the next tick of an app counts when the one before was taken back meanwhile", async () => {
  const nora = await newNora();
  for (const day of ["06", "13"]) await nora.put(nora.path, weekly("Trash", day));
  const id = (await nora.list()).find(({ is_completed }) => is_completed)!.id;
  dataOf(await nora.api.POST("/tasks/{id}/reopen", { params: { path: { id } } }));
  await nora.write(weekly("Bins", "13"));
  expect(await nora.days()).toEqual({ done: [], open: ["01-06"] });
  await nora.write(weekly("Bins", "20"));
  expect(await nora.days()).toEqual({ done: ["01-06", "01-13"], open: ["01-20"] });
});

test("a task that was moved to another list and done stays done when an app renames it", async () => {
  const nora = await newNora();
  await nora.put(nora.path, single("Trash"));
  const params = { path: { id: (await nora.open()).id } };
  await nora.api.PATCH("/tasks/{id}", { params, body: { category: "Kids" } });
  await nora.complete();
  expect((await nora.put(nora.path, single("Bins"))).status).toBe(201);
  expect(await nora.list()).toMatchObject([{ title: "Bins", is_completed: true }]);
});

test("a new place among an app's tasks reopens nothing", async () => {
  const nora = await newNora();
  const at = (place: number) => single("Trash", `X-APPLE-SORT-ORDER:${place}`);
  await nora.put(nora.path, at(1));
  await nora.complete();
  await nora.write(at(2));
  expect(await nora.list()).toMatchObject([{ is_completed: true }]);
});

test("what was written before somebody has done it reopens nothing", async () => {
  const nora = await newNora();
  const written = single("Trash").replace("20300101T", "20200101T");
  await nora.put(nora.path, written);
  await nora.complete();
  await nora.write(written.replace("20200101T", "20200102T"));
  expect(await nora.list()).toMatchObject([{ is_completed: true }]);
});

test("an app that has read it takes it back", async () => {
  const nora = await newNora();
  await nora.put(nora.path, weekly("Trash"));
  await nora.complete();
  await nora.write(weekly("Trash", "06", "STATUS:NEEDS-ACTION"));
  expect(await nora.days()).toEqual({ done: [], open: ["01-06"] });
});

test("an item that was ticked meanwhile stays ticked when an app renames it", async () => {
  const nora = await newNora();
  const path = nora.at("list-shopping", "milk.ics");
  const params = { path: { id: "shopping" } };
  const items = async () => dataOf(await nora.api.GET("/lists/{id}/items", { params })).items;
  await nora.put(path, todo("milk", "SUMMARY:Milk"));
  const [item] = await items();
  await nora.api.PATCH("/lists/{id}/items/{item_id}", {
    params: { path: { id: "shopping", item_id: item!.id } },
    body: { is_ticked: true },
  });
  await nora.put(path, todo("milk", "SUMMARY:Oat milk"));
  expect(await items()).toMatchObject([{ name: "Oat milk", is_ticked: true }]);
});
