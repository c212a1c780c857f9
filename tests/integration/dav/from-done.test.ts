// Series that count from when they are done.
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiClient } from "../../support/api/client.ts";
import { dataOf } from "../../support/api/bearer.ts";
import { newDavClient } from "../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newPlants() {
  const nora = await newDavClient(mila);
  const api = apiClient(mila.url, nora.secret);
  const { tasks } = dataOf(
    await api.POST("/tasks", {
      body: { title: "Plants", category: "Household", due_date: "2031-01-05" },
    }),
  );
  const body = {
    task_id: tasks[0]!.id,
    rule: "FREQ=DAILY;INTERVAL=3",
    counts_from: "done",
  } as const;
  const series = dataOf(await api.POST("/series", { body }));
  const [name] = Object.keys((await nora.sync("household")).changes);
  const path = nora.at("household", name);
  const read = async () => (await nora.get(path)).text;
  const find = async () => dataOf(await api.GET("/series")).series[0];
  return { ...nora, api, series, path, read, find };
}

test("an interval that an app changes still counts from when it is done", async () => {
  const { path, read, find, series, ...nora } = await newPlants();
  expect(series.counts_from).toBe("done");
  const text = await read();
  expect(text).toContain("RRULE:FREQ=DAILY;INTERVAL=3");
  expect((await nora.put(path, text.replace("INTERVAL=3", "INTERVAL=5"))).status).toBe(204);
  expect(await find()).toMatchObject({ rule: "FREQ=DAILY;INTERVAL=5", counts_from: "done" });
  await nora.put(path, (await read()).replace("INTERVAL=5", "INTERVAL=1;BYDAY=MO,TH"));
  expect(await find()).toMatchObject({ counts_from: "due" });
});

test("an app that completes one by moving it on skips nothing", async () => {
  const { path, read, find, api, ...nora } = await newPlants();
  await nora.put(path, (await read()).replaceAll("20310105", "20310108"));
  const { tasks } = dataOf(await api.GET("/tasks", { params: { query: { sort: "due_date" } } }));
  expect(tasks.map(({ is_completed }) => is_completed)).toEqual([false, true]);
  // Three days from today, and not from the date that it had.
  expect(tasks[0]!.due_local! < "2031").toBe(true);
  expect(await find()).toMatchObject({ counts_from: "done", open_task_id: tasks[0]!.id });
});
