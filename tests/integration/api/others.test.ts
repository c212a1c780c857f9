import { afterAll, beforeAll, expect, test } from "vitest";
import { apiClient } from "../../support/api/client.ts";
import { listTokens, revokeToken } from "#app/domain/tokens/tokens.server.ts";
import { dataOf, newBearer, newSecret } from "../../support/api/bearer.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const params = (id: string) => ({ params: { path: { id } } });

test("lists are made, renamed, deleted and restored", async () => {
  const { api } = await newBearer(mila);
  const made = await api.POST("/lists", { body: { name: "Camp" } });
  const camp = dataOf(made);
  expect([made.response.status, camp.name]).toEqual([201, "Camp"]);
  expect(made.response.headers.get("Location")).toContain(`/api/v1/lists/${camp.id}`);
  expect((await api.POST("/lists", { body: { name: "camp" } })).response.status).toBe(200);
  const renamed = await api.PATCH("/lists/{id}", { ...params(camp.id), body: { name: "Lake" } });
  expect(dataOf(renamed)).toEqual({ id: camp.id, name: "Lake", is_shopping: false });
  expect(dataOf(await api.GET("/lists")).lists).toEqual([
    { id: "shopping", name: "Shopping", is_shopping: true, open_items: 0 },
    { id: camp.id, name: "Lake", is_shopping: false, open_items: 0 },
  ]);
  for (const answer of [
    await api.DELETE("/lists/{id}", params("shopping")),
    await api.PATCH("/lists/{id}", { ...params("shopping"), body: { name: "Food" } }),
    await api.PATCH("/lists/{id}", { ...params(camp.id), body: { name: "Shopping" } }),
  ])
    expect(answer.response.status).toBe(409);
  expect((await api.DELETE("/lists/{id}", params(camp.id))).response.status).toBe(204);
  expect((await api.GET("/lists/{id}", params(camp.id))).response.status).toBe(404);
  expect(dataOf(await api.POST("/lists/{id}/restore", params(camp.id))).name).toBe("Lake");
});

test("of ten programs that rename from the same state, nine hear of the first", async () => {
  const { api, secret } = await newBearer(mila);
  const camp = dataOf(await api.POST("/lists", { body: { name: "Camp" } }));
  const added = await api.POST("/lists/{id}/items", {
    ...params(camp.id),
    body: { names: ["Tent"] },
  });
  const item = dataOf(added).items[0]!;
  for (const path of [`/lists/${camp.id}`, `/lists/${camp.id}/items/${item.id}`]) {
    const url = `${mila.url}/api/v1${path}`;
    const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
    const rename = async (name: string, match: string) => {
      const body = JSON.stringify({ name });
      const sent = { method: "PATCH", headers: { ...headers, "If-Match": match }, body };
      const answer = await fetch(url, sent);
      return { status: answer.status, etag: answer.headers.get("ETag") ?? "" };
    };
    const { etag } = await rename("One", "*");
    const names = Array.from({ length: 10 }, (_, at) => `Name ${at}`);
    const answers = await Promise.all(names.map((name) => rename(name, etag)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
  }
});

test("items are added by names and by a text, ticked, renamed and taken off", async () => {
  const { api } = await newBearer(mila);
  const add = (body: object) =>
    api.POST("/lists/{id}/items", { ...params("shopping"), body: body as never });
  expect(dataOf(await add({ text: "milk and eggs" })).added).toEqual(["Milk", "Eggs"]);
  const { items, known, added } = dataOf(await add({ names: ["milk", "Bread"] }));
  expect([known, added]).toEqual([["Milk"], ["Bread"]]);
  const [milk, eggs] = items;
  const change = (id: string, body: object) =>
    api.PATCH("/lists/{id}/items/{item_id}", {
      params: { path: { id: "shopping", item_id: id } },
      body,
    });
  expect(dataOf(await change(milk!.id, { is_ticked: true, name: "Oat milk" }))).toEqual({
    id: milk!.id,
    name: "Oat milk",
    is_ticked: true,
  });
  expect((await change(milk!.id, { name: "Eggs" })).response.status).toBe(409);
  expect(dataOf(await add({ names: ["oat milk"] })).back).toEqual(["Oat milk"]);
  const gone = await api.DELETE("/lists/{id}/items/{item_id}", {
    params: { path: { id: "shopping", item_id: eggs!.id } },
  });
  expect(gone.response.status).toBe(204);
  const left = dataOf(await api.GET("/lists/{id}/items", params("shopping"))).items;
  expect(left.map(({ name }) => name)).toEqual(["Oat milk", "Bread"]);
  // An item of another list.
  const camp = dataOf(await api.POST("/lists", { body: { name: "Camp" } }));
  const elsewhere = await api.PATCH("/lists/{id}/items/{item_id}", {
    params: { path: { id: camp.id, item_id: milk!.id } },
    body: { is_ticked: true },
  });
  expect(elsewhere.response.status).toBe(404);
});

test("a task is made to repeat, and stops", async () => {
  const { api } = await newBearer(mila);
  const { tasks } = dataOf(
    await api.POST("/tasks", {
      body: { title: "Plants", category: "Household", due_date: "2031-01-05" },
    }),
  );
  const body = { task_id: tasks[0]!.id, rule: "FREQ=WEEKLY;BYDAY=SU", counts_from: "due" } as const;
  const made = dataOf(await api.POST("/series", { body }));
  expect(made).toMatchObject({
    title: "Plants",
    rule: "FREQ=WEEKLY;BYDAY=SU",
    words: expect.stringContaining("Every Sunday"),
    open_task_id: tasks[0]!.id,
    next_on: "2031-01-12",
  });
  expect(dataOf(await api.GET("/series")).series).toEqual([made]);
  expect(dataOf(await api.GET("/series/{id}", params(made.id)))).toEqual(made);
  const hourly = await api.POST("/series", { body: { ...body, rule: "FREQ=HOURLY" } });
  expect([hourly.response.status, hourly.error]).toMatchObject([
    422,
    { errors: [{ field: "rule" }] },
  ]);
  expect((await api.DELETE("/series/{id}", params(made.id))).response.status).toBe(204);
  expect((await api.GET("/series/{id}", params(made.id))).response.status).toBe(404);
  const undated = dataOf(
    await api.POST("/tasks", { body: { title: "Undated", category: "Kids" } }),
  );
  const refused = await api.POST("/series", {
    body: { ...body, task_id: undated.tasks[0]!.id },
  });
  expect(refused.response.status).toBe(409);
});

test("reminders are added, snoozed and cancelled", async () => {
  const { api } = await newBearer(mila);
  const { tasks } = dataOf(
    await api.POST("/tasks", {
      body: { title: "Dentist", category: "Kids", due_date: "2031-01-05T15:00" },
    }),
  );
  const body = { task_id: tasks[0]!.id, minutes_before: 30, scope: "following" } as const;
  const { reminders } = dataOf(await api.POST("/reminders", { body }));
  const own = reminders.find(({ minutes_before }) => minutes_before === 30)!;
  expect(own.scheduled_at).toBe("2031-01-05T19:30:00.000Z");
  const snoozed = await api.POST("/reminders/{id}/snooze", {
    ...params(own.id),
    body: { minutes: 10 },
  });
  expect(dataOf(snoozed).scheduled_at).toBe("2031-01-05T19:40:00.000Z");
  const all = dataOf(await api.GET("/reminders", { params: { query: { limit: 1 } } }));
  expect([all.reminders.length, all.next_cursor === null]).toEqual([1, false]);
  const rest = dataOf(
    await api.GET("/reminders", {
      params: { query: { cursor: all.next_cursor!, task_id: tasks[0]!.id } },
    }),
  );
  expect(rest.reminders.map(({ id }) => id)).toContain(own.id);
  expect((await api.DELETE("/reminders/{id}", params(own.id))).response.status).toBe(204);
  expect((await api.DELETE("/reminders/{id}", params(own.id))).response.status).toBe(404);
  const late = await api.POST("/reminders", {
    body: { ...body, minutes_before: 365 * 24 * 60 },
  });
  expect([200, 201, 409]).toContain(late.response.status);
});

test("the week, a search, the household and its people", async () => {
  const { api, householdId } = await newBearer(mila, { Emma: "child" });
  await api.POST("/tasks", { body: { text: "swim with Emma on January 8 2031 at 4" } });
  await api.POST("/lists/{id}/items", { ...params("shopping"), body: { names: ["Swim cap"] } });
  const week = dataOf(await api.GET("/week", { params: { query: { from: "2031-01-09" } } }));
  expect(
    week.days.map(({ date, tasks }) => [date, tasks.map(({ title }) => title)]),
  ).toContainEqual(["2031-01-08", [expect.stringContaining("Swim")]]);
  expect(week.days[0]!.date).toBe("2031-01-05");
  const found = dataOf(await api.GET("/search", { params: { query: { q: "swim" } } }));
  expect([found.open.length, found.items.map(({ name }) => name)]).toEqual([1, ["Swim cap"]]);
  expect(dataOf(await api.GET("/me"))).toMatchObject({
    household_id: householdId,
    time_zone: "America/New_York",
    week_starts_on: "sunday",
    access: "ask",
  });
  const household = dataOf(await api.GET("/household"));
  expect(household).toMatchObject({ id: householdId, members: [{ role: "owner", is_you: true }] });
  const { people } = dataOf(await api.GET("/people"));
  const emma = people.find(({ name }) => name === "Emma")!;
  expect(emma).toMatchObject({ relation: "child", has_account: false, is_you: false });
  expect(dataOf(await api.GET("/people/{id}", params(emma.id)))).toEqual(emma);
});

test("a text is understood, and nothing is saved", async () => {
  const { api } = await newBearer(mila, { Emma: "child" });
  const body = { text: "pick up Emma at 3 tomorrow", now: "2031-01-05T12:00:00Z" };
  expect(dataOf(await api.POST("/parse", { body }))).toMatchObject({
    type: "task",
    title: "Pick up Emma",
    due_date: "2031-01-06T20:00:00.000Z",
  });
  const berlin = await api.POST("/parse", { body: { ...body, time_zone: "Europe/Berlin" } });
  expect(dataOf(berlin).due_date).toBe("2031-01-06T14:00:00.000Z");
  expect(dataOf(await api.GET("/tasks")).tasks).toEqual([]);
});

test("events tell what has changed, and go on where they ended", async () => {
  const { api, secret } = await newBearer(mila);
  const open = async (headers: Record<string, string> = {}) => {
    const stop = new AbortController();
    const answer = await fetch(`${mila.url}/api/v1/events`, {
      headers: { Authorization: `Bearer ${secret}`, ...headers },
      signal: stop.signal,
    });
    expect(answer.headers.get("Content-Type")).toContain("text/event-stream");
    return { reader: answer.body!.getReader(), stop };
  };
  const next = async ({ reader }: Awaited<ReturnType<typeof open>>) => {
    let text = "";
    while (!/\ndata: .*\n\n/.test(text))
      text += new TextDecoder().decode((await reader.read()).value);
    const [, id = "", data = ""] = /id: (.+)\nevent: change\ndata: (.+)\n/.exec(text) ?? [];
    return { id, ...(JSON.parse(data) as { task_ids: string[]; revision: number }) };
  };
  const stream = await open();
  const { tasks } = dataOf(await api.POST("/tasks", { body: { text: "buy stamps" } }));
  const event = await next(stream);
  expect(event.task_ids).toEqual([tasks[0]!.id]);
  stream.stop.abort();
  const second = dataOf(await api.POST("/tasks", { body: { text: "call the vet" } }));
  const again = await open({ "Last-Event-ID": event.id });
  const missed = await next(again);
  expect(missed.task_ids).toContain(second.tasks[0]!.id);
  expect(missed.revision).toBeGreaterThan(event.revision);
  again.stop.abort();
});

test("a stream ends with its token, before it tells anything more", async () => {
  const nora = await newBearer(mila);
  const stream = await fetch(`${mila.url}/api/v1/events`, {
    headers: { Authorization: `Bearer ${nora.secret}` },
  });
  const [token] = await listTokens(mila.db, nora);
  await revokeToken(mila.db, nora, token!.id);
  const another = apiClient(mila.url, await newSecret(mila.db, nora));
  await another.POST("/tasks", { body: { text: "buy stamps" } });
  expect(await stream.text()).toBe("retry: 2000\n\n");
});

test("a series that counts from when it is done keeps that with its rule", async () => {
  const { api } = await newBearer(mila);
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
  const made = dataOf(await api.POST("/series", { body }));
  expect(made).toMatchObject({ rule: "FREQ=DAILY;INTERVAL=3", counts_from: "done" });
  const changed = dataOf(
    await api.POST("/series", { body: { ...body, rule: "RRULE:FREQ=WEEKLY" } }),
  );
  expect(changed).toMatchObject({ id: made.id, rule: "FREQ=WEEKLY", counts_from: "done" });
  const refused = await api.POST("/series", { body: { ...body, rule: "FREQ=WEEKLY;BYDAY=SU" } });
  expect([refused.response.status, refused.error]).toMatchObject([
    422,
    { errors: [{ field: "counts_from" }] },
  ]);
});
