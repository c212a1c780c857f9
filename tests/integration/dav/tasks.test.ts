import { afterAll, beforeAll, expect, test } from "vitest";
import { apiClient } from "../../support/api/client.ts";
import { dataOf } from "../../support/api/bearer.ts";
import { type DavClient, newDavClient, todo } from "../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const apiOf = ({ secret }: DavClient) => apiClient(mila.url, secret);

async function tasksOf(nora: DavClient, query: object = { is_completed: "false" }) {
  return dataOf(await apiOf(nora).GET("/tasks", { params: { query } })).tasks;
}

test("a client finds the calendars from the server's address", async () => {
  const nora = await newDavClient(mila);
  const known = await nora.send("PROPFIND", "/.well-known/caldav");
  expect([known.status, known.headers.get("Location")]).toEqual([301, "/dav/"]);
  const root = await nora.send(
    "PROPFIND",
    "/dav/",
    '<D:propfind xmlns:D="DAV:"><D:prop><D:current-user-principal/><D:nothing/></D:prop></D:propfind>',
    { depth: "0" },
  );
  expect(root.status).toBe(207);
  const principal = `/dav/principals/${nora.userId}/`;
  expect(root.text).toContain(`<D:current-user-principal><D:href>${principal}</D:href>`);
  expect(root.text).toContain("<D:nothing/></D:prop><D:status>HTTP/1.1 404 Not Found");
  const own = await nora.send(
    "PROPFIND",
    principal,
    '<D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop>' +
      "<C:calendar-home-set/><D:principal-URL/><C:calendar-user-address-set/></D:prop></D:propfind>",
    { depth: "0" },
  );
  const home = `/dav/calendars/${nora.userId}/`;
  expect(own.text).toContain(`<C:calendar-home-set><D:href>${home}</D:href>`);
  const calendars = await nora.send("PROPFIND", home, undefined, { depth: "1" });
  for (const name of ["Kids", "Household", "Elders", "Shopping"])
    expect(calendars.text).toContain(`<D:displayname>${name}</D:displayname>`);
  expect(calendars.text).toContain('<C:comp name="VTODO"/>');
  const options = await fetch(`${mila.url}/dav/`, { method: "OPTIONS" });
  expect(options.headers.get("DAV")).toBe("1, 3, extended-mkcol, calendar-access");
});

test("a client's task is Mila's, and comes back byte by byte", async () => {
  const nora = await newDavClient(mila);
  const text = todo(
    "dentist-1",
    "SUMMARY:Call the dentist",
    "DESCRIPTION:Ask about Emma\\, too",
    "DUE;TZID=America/New_York:20310105T150000",
    "PRIORITY:1",
    "CATEGORIES:Phone,Health",
    "RELATED-TO:parent-1",
    "URL:https://example.com/",
    "X-APPLE-SORT-ORDER:12",
    "X-ODD;X-P=1:kept",
  );
  const path = nora.at("kids", "my file.ics");
  const put = await nora.put(encodeURI(path), text, { "If-None-Match": "*" });
  expect(put.status).toBe(201);
  const got = await nora.get(encodeURI(path));
  expect(got.text).toBe(text);
  expect(put.headers.get("ETag")).toBe(got.headers.get("ETag"));
  expect(await tasksOf(nora)).toMatchObject([
    {
      title: "Call the dentist",
      description: "Ask about Emma, too",
      category: "Kids",
      due_local: "2031-01-05T15:00",
      due_time_zone: "America/New_York",
      due_has_time: true,
    },
  ]);
});

test("what changes in Mila changes in the object, and nothing else does", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("household", "a.ics");
  const lines = [
    "DUE;VALUE=DATE:20310105",
    "PRIORITY:1",
    "X-ODD;X-P=1:kept",
    "CATEGORIES:Phone",
    "GEO:40.70;-74.0",
    "X-FOLDED:a line that its client has folded where Mila\r\n  would not",
  ];
  const put = await nora.put(path, todo("a", "SUMMARY:Buy stamps", ...lines));
  const [task] = await tasksOf(nora);
  expect(task).toMatchObject({ due_local: "2031-01-05T12:00", due_has_time: false });
  await apiOf(nora).PATCH("/tasks/{id}", {
    params: { path: { id: task!.id } },
    body: { title: "Buy 20 stamps", due_date: "2031-01-06" },
  });
  const got = await nora.get(path);
  expect(got.headers.get("ETag")).not.toBe(put.headers.get("ETag"));
  for (const line of ["SUMMARY:Buy 20 stamps", "DUE;VALUE=DATE:20310106", ...lines.slice(1)])
    expect(got.text).toContain(`\r\n${line}\r\n`);
  await apiOf(nora).POST("/tasks/{id}/complete", { params: { path: { id: task!.id } } });
  const done = await nora.get(path);
  expect(done.text).toContain("STATUS:COMPLETED");
  expect(done.text).toMatch(/COMPLETED:\d{8}T\d{6}Z/);
  await apiOf(nora).POST("/tasks/{id}/reopen", { params: { path: { id: task!.id } } });
  expect((await nora.get(path)).text).not.toContain("COMPLETED");
});

test("a client changes, completes and deletes a task", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("household", "a.ics");
  await nora.put(path, todo("a", "SUMMARY:Buy stamps", "DUE;VALUE=DATE:20310105"));
  const tag = (await nora.get(path)).headers.get("ETag")!;
  const changed = todo("a", "SUMMARY:Buy stamps now", "DUE:20310107T200000Z");
  const saved = await nora.put(path, changed, { "If-Match": tag });
  expect([saved.status, (await nora.get(path)).text]).toEqual([204, changed]);
  expect(await tasksOf(nora)).toMatchObject([
    { title: "Buy stamps now", due_local: "2031-01-07T15:00", due_has_time: true },
  ]);
  const refused = await nora.put(path, changed, { "If-Match": tag });
  expect(refused.status).toBe(412);
  const done = todo(
    "a",
    "SUMMARY:Buy stamps now",
    "STATUS:COMPLETED",
    "COMPLETED:20200101T100000Z",
  );
  expect((await nora.put(path, done)).status).toBe(204);
  expect((await nora.get(path)).text).toBe(done);
  expect(await tasksOf(nora, { is_completed: "true" })).toMatchObject([
    { title: "Buy stamps now", done_at: "2020-01-01T10:00:00.000Z", due_date: null },
  ]);
  expect((await nora.send("DELETE", path)).status).toBe(204);
  expect((await nora.get(path)).status).toBe(404);
  expect((await nora.put(path, done, { "If-Match": tag })).status).toBe(404);
  expect((await nora.put(path, done, { "If-None-Match": "*" })).status).toBe(201);
  expect((await nora.put(path, done, { "If-None-Match": "*" })).status).toBe(412);
});

test("a sync report has what was added, changed, moved and deleted, wherever it was", async () => {
  const nora = await newDavClient(mila);
  const first = await nora.sync("household");
  expect(first.changes).toEqual({});
  const api = apiOf(nora);
  const { tasks } = dataOf(
    await api.POST("/tasks", { body: { title: "Buy stamps", category: "Household" } }),
  );
  const id = tasks[0]!.id;
  await nora.put(nora.at("household", "b.ics"), todo("b", "SUMMARY:Call Otto"));
  const second = await nora.sync("household", first.token);
  expect(Object.keys(second.changes).toSorted()).toEqual([`${id}.ics`, "b.ics"].toSorted());
  expect((await nora.sync("household", second.token)).changes).toEqual({});
  await api.PATCH("/tasks/{id}", { params: { path: { id } }, body: { category: "Kids" } });
  expect((await nora.sync("household", second.token)).changes).toEqual({ [`${id}.ics`]: null });
  expect(Object.keys((await nora.sync("kids", second.token)).changes)).toEqual([`${id}.ics`]);
  await api.DELETE("/tasks/{id}", { params: { path: { id } } });
  expect((await nora.sync("kids", second.token)).changes).toEqual({ [`${id}.ics`]: null });
  const again = await nora.sync("household");
  expect(Object.keys(again.changes)).toEqual(["b.ics"]);
  const unknown = await nora.sync("household", "urn:mila:caldav:old:1");
  expect(unknown.status).toBe(403);
});

test("tasks with a time are events as well, which can only be read", async () => {
  const nora = await newDavClient(mila);
  await nora.put(nora.at("kids", "a.ics"), todo("a", "SUMMARY:Dentist", "DUE:20310105T200000Z"));
  await nora.put(nora.at("kids", "b.ics"), todo("b", "SUMMARY:Stamps", "DUE;VALUE=DATE:20310105"));
  const { changes } = await nora.sync("events");
  const [name = "", ...others] = Object.keys(changes);
  expect(others).toEqual([]);
  const { text, headers } = await nora.get(nora.at("events", name));
  expect(text).toMatch(/BEGIN:VEVENT[^]*DTSTART:20310105T200000Z[^]*SUMMARY:Dentist/);
  expect(headers.get("Content-Type")).toContain("component=VEVENT");
  for (const [method, body] of [
    ["PUT", text],
    ["DELETE", undefined],
  ] as const) {
    const answer = await nora.send(method, nora.at("events", name), body, {
      headers: { "Content-Type": "text/calendar" },
    });
    expect([method, answer.status]).toEqual([method, 403]);
    expect(answer.text).toContain("<D:need-privileges/>");
  }
});

test("a client moves a task to another category, in either order", async () => {
  const nora = await newDavClient(mila);
  const text = todo("a", "SUMMARY:Dentist", "X-KEPT:1");
  await nora.put(nora.at("kids", "a.ics"), text);
  const [before] = await tasksOf(nora);
  expect((await nora.put(nora.at("elders", "a.ics"), text)).status).toBe(201);
  expect((await nora.send("DELETE", nora.at("kids", "a.ics"))).status).toBe(404);
  expect(await tasksOf(nora)).toMatchObject([{ id: before!.id, category: "Elders" }]);
  await nora.send("DELETE", nora.at("elders", "a.ics"));
  expect((await nora.put(nora.at("kids", "a.ics"), text)).status).toBe(201);
  expect(await tasksOf(nora)).toMatchObject([{ title: "Dentist", category: "Kids" }]);
  expect((await nora.get(nora.at("kids", "a.ics"))).text).toBe(text);
});

test("a client whose clock is ahead completes nothing in the future", async () => {
  const nora = await newDavClient(mila);
  const lines = ["SUMMARY:Call", "STATUS:COMPLETED", "COMPLETED:20990101T000000Z"];
  await nora.put(nora.at("kids", "a.ics"), todo("a", ...lines));
  const [task] = await tasksOf(nora, {});
  expect(task!.done_at! < "2099").toBe(true);
});

test("a UID that a client sends for a new task stays with it when the old one is restored", async () => {
  const nora = await newDavClient(mila);
  await nora.put(nora.at("kids", "old.ics"), todo("a", "SUMMARY:Old"));
  const [{ id } = { id: "" }] = await tasksOf(nora);
  const params = { path: { id } };
  await apiOf(nora).DELETE("/tasks/{id}", { params });
  await nora.put(nora.at("kids", "new.ics"), todo("a", "SUMMARY:New"));
  await apiOf(nora).POST("/tasks/{id}/restore", { params });
  const names = Object.keys((await nora.sync("kids")).changes);
  const texts = await Promise.all(names.map((name) => nora.get(nora.at("kids", name))));
  expect(texts.map(({ text }) => /UID:(.*)\r/.exec(text)?.[1])).toEqual(["a", id]);
});

test("a rule keeps a start when its date loses its time", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("kids", "a.ics");
  const times = ["DTSTART:20310105T150000Z", "DUE:20310105T170000Z"];
  await nora.put(path, todo("a", "SUMMARY:Bath", ...times, "RRULE:FREQ=WEEKLY"));
  const [{ id } = { id: "" }] = await tasksOf(nora);
  const body = { due_date: "2031-01-06" };
  await apiOf(nora).PATCH("/tasks/{id}", { params: { path: { id } }, body });
  const { text } = await nora.get(path);
  expect(text).toContain("\r\nDUE;VALUE=DATE:20310106\r\n");
  expect(text).toContain("\r\nDTSTART;VALUE=DATE:20310106\r\n");
});
