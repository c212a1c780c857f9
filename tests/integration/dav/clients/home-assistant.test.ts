// What Home Assistant's CalDAV to-do lists send, after the public sources of its integration and of
// the Python library that it uses.
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  dav,
  hrefIn,
  ics,
  linesOf,
  newReplay,
  openAndDone,
  propfind,
} from "../../../support/dav/replay.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const newNora = () => newReplay(mila, { "User-Agent": "python-caldav/1.6.0", Accept: "text/xml" });

const query = (inside: string) =>
  dav(
    '<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop>' +
      '<C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR">' +
      `<C:comp-filter name="VTODO">${inside}</C:comp-filter></C:comp-filter></C:filter>` +
      "</C:calendar-query>",
  );

async function newHousehold() {
  const nora = await newNora();
  const household = await nora.calendar("Household");
  const search = async (inside = "") => {
    const { resources } = await nora.send("REPORT", household, { depth: "1", body: query(inside) });
    return resources.map(({ href, props }) => ({
      href,
      text: props.get("calendar-data")?.textContent ?? "",
    }));
  };
  const byUid = (uid: string) =>
    search(
      `<C:prop-filter name="UID"><C:text-match collation="i;octet">${uid}</C:text-match>` +
        "</C:prop-filter>",
    );
  const put = (href: string, body: string) =>
    nora.send("PUT", href, { headers: { "Content-Type": 'text/calendar; charset="utf-8"' }, body });
  return { ...nora, household, search, byUid, put };
}

const item = (uid: string, ...lines: string[]) =>
  ics(
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//python-caldav//caldav//en_DK",
    "BEGIN:VTODO",
    ...lines,
    "DTSTAMP:20301201T120000Z",
    `UID:${uid}`,
    "END:VTODO",
    "END:VCALENDAR",
  );

test("each list that holds tasks becomes a to-do list with its name", async () => {
  const { send } = await newNora();
  const root = await send("PROPFIND", "/dav/", {
    depth: "0",
    body: propfind("d:current-user-principal"),
  });
  const set = await send("PROPFIND", hrefIn(root, "current-user-principal"), {
    depth: "0",
    body: propfind("c:calendar-home-set"),
  });
  const { resources } = await send("PROPFIND", hrefIn(set, "calendar-home-set"), {
    depth: "1",
    body: propfind("d:resourcetype"),
  });
  const names: string[] = [];
  for (const { href, props } of resources) {
    if (!props.get("resourcetype")?.innerHTML.includes("calendar")) continue;
    const answer = await send("PROPFIND", href, {
      depth: "0",
      body: propfind("d:displayname", "c:supported-calendar-component-set"),
    });
    const [own] = answer.resources;
    const components = own?.props.get("supported-calendar-component-set")?.innerHTML ?? "";
    if (components.includes("VTODO")) names.push(own?.props.get("displayname")?.textContent ?? "");
  }
  expect(names).toEqual(expect.arrayContaining(["Household", "Kids", "Elders", "Shopping"]));
});

test("an item is added, renamed with a date, completed, reopened and deleted", async () => {
  const nora = await newHousehold();
  const uid = "3f1c0ad8-9f41-11f0-8de9-0242ac120002";
  const href = `${nora.household}${uid}.ics`;
  const added = await nora.put(href, item(uid, "SUMMARY:Call the vet", "STATUS:NEEDS-ACTION"));
  expect(added.status).toBe(201);
  expect(await openAndDone(nora)).toEqual({ open: ["Call the vet sometime"], done: [] });

  const [found] = await nora.byUid(uid);
  expect(found?.href).toBe(href);
  const due = "DUE;VALUE=DATE:20310105";
  await nora.put(href, item(uid, "SUMMARY:Call the new vet", "STATUS:NEEDS-ACTION", due));
  expect(await nora.tasks()).toMatchObject([{ title: "Call the new vet", due_has_time: false }]);

  // It saves twice: as completed, and once more with the rest.
  const lines = ["SUMMARY:Call the new vet", due, "STATUS:COMPLETED", "COMPLETED:20261130T120000Z"];
  for (let time = 0; time < 2; time += 1)
    expect((await nora.put(href, item(uid, ...lines))).status).toBeLessThan(300);
  const done = await nora.tasks();
  expect(done.map(({ is_completed }) => is_completed)).toEqual([true]);

  await nora.put(href, item(uid, "SUMMARY:Call the new vet", due, "STATUS:NEEDS-ACTION"));
  expect((await nora.tasks()).map(({ is_completed }) => is_completed)).toEqual([false]);
  expect((await nora.send("DELETE", href)).status).toBe(204);
  expect(await nora.byUid(uid)).toEqual([]);
});

test("what Mila has is there every quarter of an hour, done or not", async () => {
  const nora = await newHousehold();
  const fields = { category: "Household", description: "By noon" } as const;
  await nora.api.POST("/tasks", { body: { ...fields, title: "Call the vet" } });
  await nora.api.POST("/tasks", { body: { ...fields, title: "Fix the fence" } });
  const [{ id } = { id: "" }] = await nora.tasks();
  await nora.api.POST("/tasks/{id}/complete", { params: { path: { id } } });
  const items = (await nora.search()).map(({ text }) => linesOf(text));
  const shown = items.map((lines) => ({
    title: lines.find((line) => line.startsWith("SUMMARY")),
    isDone: lines.includes("STATUS:COMPLETED"),
    notes: lines.find((line) => line.startsWith("DESCRIPTION")),
  }));
  expect(shown).toEqual(
    expect.arrayContaining([
      { title: "SUMMARY:Call the vet", isDone: true, notes: "DESCRIPTION:By noon" },
      { title: "SUMMARY:Fix the fence", isDone: false, notes: "DESCRIPTION:By noon" },
    ]),
  );
});
