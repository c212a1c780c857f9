import { type DAVCalendar, DAVClient, type DAVObject } from "tsdav";
import { v7 as newId } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataOf } from "../../support/api/bearer.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { type DavFamily, newDavFamily } from "../family.ts";
import { readToDo, toDo } from "../ics.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function signIn({ email, secret }: DavFamily, serverUrl: string = mila.url) {
  const client = new DAVClient({
    serverUrl,
    credentials: { username: email, password: secret },
    authMethod: "Basic",
    defaultAccountType: "caldav",
  });
  await client.login();
  const calendar = async (name: string) => {
    const found = (await client.fetchCalendars()).find(({ displayName }) => displayName === name);
    if (!found) throw new Error(`No calendar ${name}`);
    return found;
  };
  const toDos = async (name: string) =>
    client.fetchCalendarObjects({ calendar: await calendar(name), filters: onlyToDos });
  const find = async (name: string, title: string) => {
    const found = (await toDos(name)).find(({ data }) => String(data).includes(title));
    if (!found) throw new Error(`No ${title} in ${name}`);
    return { ...found, data: String(found.data) };
  };
  return { client, calendar, toDos, find };
}

const onlyToDos = [
  {
    "comp-filter": {
      _attributes: { name: "VCALENDAR" },
      "comp-filter": { _attributes: { name: "VTODO" } },
    },
  },
];

test("tsdav finds the calendars from Mila's address alone, without a path", async () => {
  const nora = await newDavFamily(mila);
  const { client } = await signIn(nora);
  const calendars = await client.fetchCalendars();
  const names = calendars.map(({ displayName }) => displayName);
  expect(names).toEqual(expect.arrayContaining(["Household", "Kids", "Elders", "Shopping"]));
  for (const { displayName, components, ctag } of calendars) {
    expect([displayName, components]).toEqual([
      displayName,
      expect.arrayContaining([expect.stringMatching(/^V(TODO|EVENT)$/)]),
    ]);
    expect(ctag).toEqual(expect.any(String));
  }
});

test("tsdav is not let in with a wrong token", async () => {
  const nora = await newDavFamily(mila);
  await expect(signIn({ ...nora, secret: `mila_${"A".repeat(43)}` })).rejects.toThrow(/.+/);
});

test("tsdav adds, changes, completes and deletes a task", async () => {
  const nora = await newDavFamily(mila);
  const { client, calendar, toDos, find } = await signIn(nora);
  const uid = newId();
  const iCalString = toDo(uid, "Call grandma", "DUE;VALUE=DATE:20310105");
  const added = await client.createCalendarObject({
    calendar: await calendar("Kids"),
    filename: `${uid}.ics`,
    iCalString,
  });
  expect(added.status).toBe(201);
  expect(await nora.tasks()).toMatchObject([
    {
      title: "Call grandma",
      category: "Kids",
      due_local: expect.stringMatching(/^2031-01-05/),
      due_has_time: false,
    },
  ]);

  const before = await find("Kids", "Call grandma");
  const renamed = before.data.replace("Call grandma", "Call grandpa");
  const changed = await client.updateCalendarObject({
    calendarObject: { ...before, data: renamed },
  });
  expect(changed.status).toBe(204);
  expect(await nora.tasks()).toMatchObject([{ title: "Call grandpa", is_completed: false }]);

  // It still holds the object as it was, as after a change by somebody else.
  const late = await client.updateCalendarObject({ calendarObject: before });
  expect(late.status).toBe(412);
  expect(await nora.tasks()).toMatchObject([{ title: "Call grandpa" }]);

  const open = await find("Kids", "Call grandpa");
  const done = open.data.replace(
    "END:VTODO",
    "STATUS:COMPLETED\r\nCOMPLETED:20310105T120000Z\r\nPERCENT-COMPLETE:100\r\nEND:VTODO",
  );
  await client.updateCalendarObject({ calendarObject: { ...open, data: done } });
  expect(await nora.tasks()).toMatchObject([{ title: "Call grandpa", is_completed: true }]);

  const deleted = await client.deleteCalendarObject({
    calendarObject: await find("Kids", "Call grandpa"),
  });
  expect(deleted.status).toBe(204);
  expect(await nora.tasks()).toEqual([]);
  expect(await toDos("Kids")).toEqual([]);
});

test("tsdav gets what nobody understands back as it was sent", async () => {
  const nora = await newDavFamily(mila);
  const { client, calendar, find } = await signIn(nora);
  const uid = newId();
  const lines = [
    'X-KEPT;X-HOW="a;b":one\\, two\\; three',
    "RELATED-TO;RELTYPE=PARENT:another-uid",
    "CATEGORIES:Garden,Spring",
    "URL:https://example.com/a?b=c",
    "PRIORITY:1",
    "GEO:40.75;-74.25",
    "BEGIN:VALARM",
    "TRIGGER;RELATED=END:-PT15M",
    "ACTION:DISPLAY",
    "DESCRIPTION:Default",
    "X-ALARM:kept",
    "END:VALARM",
  ];
  const iCalString = toDo(uid, "Plant beans", "DUE;VALUE=DATE:20310405", ...lines);
  await client.createCalendarObject({
    calendar: await calendar("Household"),
    filename: `${uid}.ics`,
    iCalString,
  });
  const before = unfold((await find("Household", "Plant beans")).data);
  for (const line of lines) expect(before.split("\r\n")).toContain(line);

  // Somebody changes the task on a page meanwhile.
  const [{ id } = { id: "" }] = await nora.tasks();
  dataOf(
    await nora.api.PATCH("/tasks/{id}", {
      params: { path: { id } },
      body: { title: "Plant peas", due_date: "2031-04-06" },
    }),
  );
  const after = unfold((await find("Household", "Plant peas")).data);
  for (const line of lines) expect(after.split("\r\n")).toContain(line);
  expect(after).toContain("DUE;VALUE=DATE:20310406");
});

/** Joins folded lines, which a server may fold elsewhere. */
const unfold = (text: string) => text.replaceAll(/\r\n[ \t]/g, "");

test("tsdav makes a list, and what it puts there is on the list's page", async () => {
  const nora = await newDavFamily(mila);
  const { client, calendar } = await signIn(nora);
  const home = client.account?.homeUrl ?? "";
  const [made] = await client.makeCalendar({
    url: new URL(`${newId()}/`, home).href,
    props: { displayname: "Camping" },
  });
  expect(made?.status).toBe(201);
  const uid = newId();
  await client.createCalendarObject({
    calendar: await calendar("Camping"),
    filename: `${uid}.ics`,
    iCalString: toDo(uid, "Tent pegs"),
  });
  const { lists } = dataOf(await nora.api.GET("/lists"));
  const camping = lists.find(({ name }) => name === "Camping");
  const { items } = dataOf(
    await nora.api.GET("/lists/{id}/items", { params: { path: { id: camping?.id ?? "" } } }),
  );
  expect(items).toMatchObject([{ name: "Tent pegs", is_ticked: false }]);
});

test("tsdav is told what changed since its last sync, and no more", async () => {
  const nora = await newDavFamily(mila);
  const { client, calendar } = await signIn(nora);
  const add = async (title: string) => {
    const uid = newId();
    await client.createCalendarObject({
      calendar: await calendar("Elders"),
      filename: `${uid}.ics`,
      iCalString: toDo(uid, title),
    });
  };
  const sync = (collection: DAVCalendar) =>
    client.smartCollectionSync({
      collection: { ...collection, objectMultiGet: client.calendarMultiGet.bind(client) },
      method: "webdav",
    });
  for (const title of ["One", "Two", "Three"]) await add(title);
  const first = await sync({ ...(await calendar("Elders")), objects: [], syncToken: "" });
  expect(first.objects).toHaveLength(3);
  expect(first.syncToken).toEqual(expect.any(String));
  expect((await sync(first)).objects).toEqual(first.objects);

  await add("Four");
  const two = (await nora.tasks()).find(({ title }) => title === "Two");
  await nora.api.DELETE("/tasks/{id}", { params: { path: { id: two?.id ?? "" } } });
  const { objects } = await client.smartCollectionSyncDetailed({
    collection: { ...first, objectMultiGet: client.calendarMultiGet.bind(client) },
    method: "webdav",
  });
  const titles = (found: DAVObject[]) => found.map(({ data }) => readToDo(String(data)).summary);
  expect(titles(objects.created)).toEqual(["Four"]);
  expect(objects.updated).toEqual([]);
  expect(objects.deleted).toHaveLength(1);
});
