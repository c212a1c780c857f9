import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bearer, dataOf, newBearer } from "../../support/api/bearer.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { newPartner } from "../../support/records/family.ts";
import { personIdOf } from "../../support/records/people.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { cookieValue } from "../../support/product/cookie.ts";
import { startSession } from "#app/domain/accounts/sessions/session.server.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const params = (id: string) => ({ params: { path: { id } } });

async function add(
  { api }: Bearer,
  fields: { title: string; due_date?: string; category?: "Kids" },
) {
  const { tasks } = dataOf(await api.POST("/tasks", { body: fields as never }));
  return tasks[0]!;
}

test("a text is understood as people type it", async () => {
  const nora = await newBearer(mila, { Emma: "child" });
  const answer = await nora.api.POST("/tasks", {
    body: { text: "pick up Emma at 3 on January 5 2031, and buy stamps" },
  });
  const { tasks, items } = dataOf(answer);
  expect(answer.response.status).toBe(201);
  expect(items).toEqual([]);
  expect(tasks).toMatchObject([
    {
      title: "Pick up Emma",
      category: "Kids",
      due_local: "2031-01-05T15:00",
      due_time_zone: "America/New_York",
      due_has_time: true,
      about: "Emma",
    },
    { title: "Buy stamps", due_date: null },
  ]);
  expect(answer.response.headers.get("Location")).toContain(`/api/v1/tasks/${tasks[0]!.id}`);
});

test("a text that names things for a list puts them there", async () => {
  const nora = await newBearer(mila);
  const added = dataOf(
    await nora.api.POST("/tasks", { body: { text: "buy milk, eggs and bread" } }),
  );
  expect(added).toEqual({ tasks: [], items: ["Milk", "Eggs", "Bread"] });
});

test("fields make one task; a day, a local time and an instant are what they say", async () => {
  const nora = await newBearer(mila, { Sam: "spouse" });
  const { people } = dataOf(await nora.api.GET("/people"));
  const sam = people.find(({ name }) => name === "Sam")!;
  const body = {
    title: "Dentist",
    category: "Kids",
    description: "Bring the card",
    assignee_id: sam.id,
    about_id: sam.id,
  } as const;
  const create = async (due: object) =>
    dataOf(await nora.api.POST("/tasks", { body: { ...body, ...due } })).tasks[0]!;
  expect(await create({ due_date: "2031-01-05" })).toMatchObject({
    ...body,
    assignee: "Sam",
    about: "Sam",
    due_local: "2031-01-05T12:00",
    due_has_time: false,
  });
  // The usual time, but somebody said it.
  expect(await create({ due_date: "2031-01-05T12:00" })).toMatchObject({ due_has_time: true });
  expect(
    await create({ due_date: "2031-01-05T15:00", due_time_zone: "Europe/Berlin" }),
  ).toMatchObject({ due_date: "2031-01-05T14:00:00.000Z", due_time_zone: "Europe/Berlin" });
  expect(await create({ due_date: "2031-01-05T20:00:00Z" })).toMatchObject({
    due_local: "2031-01-05T15:00",
    due_time_zone: "America/New_York",
  });
  expect(await create({ due_date: "2031-01-05T21:00:00+01:00" })).toMatchObject({
    due_date: "2031-01-05T20:00:00.000Z",
  });
});

test("a skipped clock time and an unknown person are reported by field", async () => {
  const nora = await newBearer(mila);
  const stranger = await newBearer(mila, { Emma: "child" });
  const { people } = dataOf(await stranger.api.GET("/people"));
  const { error, response } = await nora.api.POST("/tasks", {
    body: { title: "X", category: "Kids", about_id: people[1]!.id },
  });
  expect(response.status).toBe(422);
  expect(error).toMatchObject({
    code: "invalid",
    errors: [{ field: "about_id", message: "Your household has no such person." }],
  });
  const skipped = await nora.api.POST("/tasks", {
    body: { title: "X", category: "Kids", due_date: "2031-03-09T02:30" },
  });
  expect(skipped.error).toMatchObject({ errors: [{ field: "due_date" }] });
});

test("a list has filters, orders and pages", async () => {
  const nora = await newBearer(mila);
  const titles: Record<string, string> = {};
  for (const [title, due_date] of [
    ["Third", "2031-01-07"],
    ["First", "2031-01-05T09:00"],
    ["Second", "2031-01-06"],
  ] as const)
    titles[title] = (await add(nora, { title, due_date })).id;
  titles.Undated = (await add(nora, { title: "Undated", category: "Kids" })).id;
  await nora.api.POST("/tasks/{id}/complete", params(titles.Second!));
  const list = async (query: object) => {
    const { tasks } = dataOf(await nora.api.GET("/tasks", { params: { query } }));
    return tasks.map(({ title }) => title);
  };
  expect(await list({})).toEqual(["Undated", "Second", "First", "Third"]);
  expect(await list({ sort: "created_at" })).toEqual(["Third", "First", "Second", "Undated"]);
  expect(await list({ sort: "due_date" })).toEqual(["First", "Second", "Third", "Undated"]);
  expect(await list({ sort: "-due_date" })).toEqual(["Undated", "Third", "Second", "First"]);
  expect((await list({ sort: "-updated_at" }))[0]).toBe("Second");
  expect(await list({ is_completed: "true" })).toEqual(["Second"]);
  expect(await list({ category: "Kids" })).toEqual(["Undated"]);
  expect(await list({ due_before: "2031-01-06" })).toEqual(["First"]);
  expect(await list({ due_after: "2031-01-06" })).toEqual(["Second", "Third"]);
  expect(
    await list({ due_after: "2031-01-05T13:59:00Z", due_before: "2031-01-05T14:01:00Z" }),
  ).toEqual(["First"]);
  expect(await list({ who: "anyone" })).toHaveLength(4);
  for (const sort of ["due_date", "-due_date", "created_at", "updated_at"] as const) {
    const paged: string[] = [];
    const links: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const answer = await nora.api.GET("/tasks", {
        params: { query: { sort, limit: 1, ...(cursor && { cursor }) } },
      });
      const page = dataOf(answer);
      paged.push(...page.tasks.map(({ title }) => title));
      cursor = page.next_cursor ?? undefined;
      links.push(answer.response.headers.get("Link"));
    } while (cursor);
    expect(paged).toEqual(await list({ sort }));
    expect(links.pop()).toBeNull();
    expect(links).toHaveLength(3);
    const next = /^<(.+)>; rel="next"$/.exec(links[0]!)![1]!;
    const followed = await fetch(next, { headers: { Authorization: `Bearer ${nora.secret}` } });
    expect(await followed.json()).toMatchObject({ tasks: [{ title: paged[1] }] });
  }
});

test("who does it and whom it is about filter the list", async () => {
  const nora = await newBearer(mila, { Emma: "child", Sam: "spouse" });
  const { people } = dataOf(await nora.api.GET("/people"));
  const idOf = (name: string) => people.find((one) => one.name === name)!.id;
  for (const [title, given] of [
    ["Swim", { about_id: idOf("Emma") }],
    ["Trash", { assignee_id: idOf("Sam") }],
    ["Mail", {}],
  ] as const)
    await nora.api.POST("/tasks", { body: { title, category: "Kids", ...given } });
  const list = async (query: object) => {
    const { tasks } = dataOf(await nora.api.GET("/tasks", { params: { query } }));
    return tasks.map(({ title }) => title);
  };
  expect(await list({ who: idOf("Sam") })).toEqual(["Trash"]);
  expect(await list({ who: idOf("Emma") })).toEqual(["Swim"]);
  expect(await list({ about: idOf("Emma") })).toEqual(["Swim"]);
  expect(await list({ who: "anyone" })).toEqual(["Mail", "Swim"]);
});

test("what has changed since, deleted tasks too", async () => {
  const nora = await newBearer(mila);
  const kept = await add(nora, { title: "Kept" });
  const since = kept.updated_at;
  const gone = await add(nora, { title: "Gone" });
  await nora.api.DELETE("/tasks/{id}", params(gone.id));
  const page = dataOf(
    await nora.api.GET("/tasks", {
      params: { query: { updated_since: since, sort: "updated_at" } },
    }),
  );
  expect(page.tasks.map(({ id }) => id)).toEqual([kept.id]);
  expect(page.deleted).toEqual([
    { id: gone.id, deleted_at: expect.any(String), updated_at: expect.any(String) },
  ]);
  const after = page.deleted[0]!.updated_at;
  await nora.api.PATCH("/tasks/{id}", { ...params(kept.id), body: { title: "Changed" } });
  const later = dataOf(
    await nora.api.GET("/tasks", {
      params: { query: { updated_since: after, sort: "updated_at" } },
    }),
  );
  expect(later.tasks.map(({ title }) => title)).toEqual(["Changed"]);
  const tooLong = await nora.api.GET("/tasks", {
    params: { query: { updated_since: "2020-01-01T00:00:00Z" } },
  });
  expect(tooLong.response.status).toBe(400);
  expect(tooLong.error).toMatchObject({ errors: [{ field: "updated_since" }] });
});

test("a change keeps the other fields, and fails as 412 with the present state", async () => {
  const nora = await newBearer(mila);
  const { id } = await add(nora, { title: "Dentist", due_date: "2031-01-05T15:00" });
  const read = await nora.api.GET("/tasks/{id}", params(id));
  const etag = read.response.headers.get("ETag")!;
  const headers = { "If-Match": etag };
  const changed = await nora.api.PATCH("/tasks/{id}", {
    params: { path: { id }, header: headers },
    body: { title: "Dentist, upstairs" },
  });
  expect(dataOf(changed)).toMatchObject({
    title: "Dentist, upstairs",
    due_local: "2031-01-05T15:00",
  });
  const late = await nora.api.PATCH("/tasks/{id}", {
    params: { path: { id }, header: headers },
    body: { title: "Lost" },
  });
  expect(late.response.status).toBe(412);
  expect(late.error).toMatchObject({ code: "changed", present: { title: "Dentist, upstairs" } });
  for (const [method, path] of [
    ["DELETE", "/tasks/{id}"],
    ["POST", "/tasks/{id}/complete"],
  ] as const) {
    const refused = await nora.api[method as "POST"](path as "/tasks/{id}/complete", {
      params: { path: { id }, header: headers },
    });
    expect(refused.response.status).toBe(412);
  }
  expect(dataOf(await nora.api.GET("/tasks/{id}", params(id)))).toMatchObject({
    title: "Dentist, upstairs",
    is_completed: false,
  });
  const undated = await nora.api.PATCH("/tasks/{id}", { ...params(id), body: { due_date: null } });
  expect(dataOf(undated)).toMatchObject({ due_date: null, due_has_time: false });
});

test("a task that hasn't changed is not sent again", async () => {
  const nora = await newBearer(mila);
  const { id } = await add(nora, { title: "Dentist" });
  const first = await nora.api.GET("/tasks/{id}", params(id));
  const etag = first.response.headers.get("ETag")!;
  for (const path of [`/tasks/${id}`, "/tasks"]) {
    const fresh = await fetch(`${mila.url}/api/v1${path}`, {
      headers: { Authorization: `Bearer ${nora.secret}` },
    });
    const again = await fetch(`${mila.url}/api/v1${path}`, {
      headers: {
        Authorization: `Bearer ${nora.secret}`,
        "If-None-Match": fresh.headers.get("ETag")!,
      },
    });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  }
  expect(etag).toMatch(/^"[\w-]{22}"$/);
});

test("completing, reopening, deleting and restoring", async () => {
  const nora = await newBearer(mila);
  const { id } = await add(nora, { title: "Trash" });
  const complete = () => nora.api.POST("/tasks/{id}/complete", params(id));
  expect(dataOf(await complete())).toMatchObject({
    is_completed: true,
    done_at: expect.any(String),
  });
  expect((await complete()).response.status).toBe(200);
  const reopened = await nora.api.POST("/tasks/{id}/reopen", params(id));
  expect(dataOf(reopened)).toMatchObject({ is_completed: false, done_at: null });
  expect((await nora.api.DELETE("/tasks/{id}", params(id))).response.status).toBe(204);
  for (const answer of [
    await nora.api.GET("/tasks/{id}", params(id)),
    await nora.api.DELETE("/tasks/{id}", params(id)),
    await nora.api.PATCH("/tasks/{id}", { ...params(id), body: { title: "X" } }),
    await nora.api.POST("/tasks/{id}/skip", params(id)),
    await complete(),
  ])
    expect([answer.response.status, answer.error]).toMatchObject([410, { code: "gone" }]);
  expect(dataOf(await nora.api.POST("/tasks/{id}/restore", params(id)))).toMatchObject({ id });
  expect((await nora.api.POST("/tasks/{id}/restore", params(id))).response.status).toBe(200);
});

test("a series goes on when a date is done or skipped, and ends when all are deleted", async () => {
  const nora = await newBearer(mila);
  const { tasks } = dataOf(
    await nora.api.POST("/tasks", {
      body: { text: "water plants every Sunday from January 5 2031" },
    }),
  );
  const { id, series_id } = tasks[0]!;
  expect(series_id).not.toBeNull();
  const open = async () => {
    const list = await nora.api.GET("/tasks", { params: { query: { is_completed: "false" } } });
    return dataOf(list).tasks;
  };
  await nora.api.POST("/tasks/{id}/complete", params(id));
  const [second] = await open();
  expect(second).toMatchObject({ due_local: expect.stringMatching(/^2031-01-12/), series_id });
  expect((await nora.api.POST("/tasks/{id}/skip", params(second!.id))).response.status).toBe(204);
  const [third] = await open();
  expect(third!.due_local).toMatch(/^2031-01-19/);
  expect((await nora.api.DELETE("/tasks/{id}", params(third!.id))).response.status).toBe(204);
  const [fourth] = await open();
  expect(fourth!.due_local).toMatch(/^2031-01-26/);
  await nora.api.DELETE("/tasks/{id}", {
    params: { path: { id: fourth!.id }, query: { scope: "all" } },
  });
  expect(await open()).toEqual([]);
  const single = await add(nora, { title: "Once" });
  const refused = await nora.api.POST("/tasks/{id}/skip", params(single.id));
  expect(refused.response.status).toBe(409);
});

test("what a program does has history and undo, as on the pages", async () => {
  const nora = await newBearer(mila);
  const { id } = await add(nora, { title: "Trash", due_date: "2031-01-05" });
  await nora.api.PATCH("/tasks/{id}", { ...params(id), body: { title: "Trash and glass" } });
  await nora.api.POST("/tasks/{id}/complete", params(id));
  const session = cookieValue(await startSession(mila.db, nora.userId));
  const browser = new FormBrowser(mila.url, { cookie: `mila_session=${session}` });
  await browser.visit(`/tasks/${id}`);
  expect(browser.heading).toContain("Trash and glass");
  browser.unfold("History");
  expect(browser.text).toMatch(/You (completed|did) /);
  const sam = await newPartner(mila.db, nora);
  const cookie = cookieValue(await startSession(mila.db, sam.userId));
  const other = new FormBrowser(mila.url, { cookie: `mila_session=${cookie}` });
  await other.visit("/dashboard");
  expect(other.text).toContain("Trash and glass");
});

test("asking somebody gives the link to pass on, and what hinders says so", async () => {
  const nora = await newBearer(mila, { Sam: "spouse", Emma: "child" });
  const { people } = dataOf(await nora.api.GET("/people"));
  const idOf = (name: string) => people.find((one) => one.name === name)!.id;
  const { id } = await add(nora, { title: "Dentist", due_date: "2031-01-05" });
  const ask = (person_id: string, method?: "link" | "sms") =>
    nora.api.POST("/tasks/{id}/delegate", {
      ...params(id),
      body: { person_id, scope: "one", ...(method && { method }) },
    });
  const asked = dataOf(await ask(idOf("Sam"), "link"));
  expect(asked.task).toMatchObject({ delegation_status: "pending", delegated_to: idOf("Sam") });
  expect(asked.request).toMatchObject({ method: "link", status: "pending" });
  const page = await fetch(asked.request.link!);
  expect(await page.text()).toContain("Dentist");
  expect((await ask(idOf("Sam"), "sms")).response.status).toBe(409);
  expect((await ask(idOf("Emma"), "link")).error).toMatchObject({
    errors: [{ field: "person_id" }],
  });
  expect((await ask(await personIdOf(mila.db, nora.userId), "link")).response.status).toBe(422);
  await nora.api.POST("/tasks/{id}/complete", params(id));
  expect((await ask(idOf("Sam"), "link")).response.status).toBe(409);
});
