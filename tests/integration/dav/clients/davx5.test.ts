// What DAVx5 sends for jtx Board and OpenTasks, after its public sources (TasksSyncManager,
// SyncManager) and bug reports (davx5-ose 2238, 2739; opentasks 1031).
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataOf } from "../../../support/api/bearer.ts";
import {
  dav,
  ics,
  linesOf,
  newReplay,
  newUid,
  openAndDone,
  propfind,
  type Replay,
} from "../../../support/dav/replay.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newNora() {
  const agent = "DAVx5/4.5.12-ose (dav4jvm; okhttp/5.3.0) Android/15";
  const nora = await newReplay(mila, { "User-Agent": agent });
  const calendar = await nora.calendar("Household");
  const put = (uid: string, body: string, headers: Record<string, string>) =>
    nora.send("PUT", `${calendar}${uid}.ics`, {
      headers: { "Content-Type": "text/calendar; charset=utf-8", ...headers },
      body,
    });
  return { ...nora, household: calendar, put };
}

const task = (uid: string, ...lines: string[]) =>
  ics(
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:DAVx5/4.5.12-ose ical4j/4.3.0 (at.techbee.jtx)",
    "BEGIN:VTODO",
    "DTSTAMP:20301201T120000Z",
    `UID:${uid}`,
    ...lines,
    "END:VTODO",
    "END:VCALENDAR",
  );

const isNew = { "If-None-Match": "*" };

/** Reads an object and its tag, as after each change. */
async function read({ send }: Replay, address: string) {
  const { resources } = await send("REPORT", address.replace(/[^/]+$/, ""), {
    depth: "0",
    body: dav(
      '<CAL:calendar-multiget xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav"><prop>' +
        '<getcontenttype/><getetag/><CAL:calendar-data content-type="text/calendar" ' +
        `version="2.0"/></prop><href>${address}</href></CAL:calendar-multiget>`,
    ),
  });
  const [found] = resources;
  const text = (name: string) => found?.props.get(name)?.textContent ?? "";
  return { status: found?.status, etag: text("getetag"), text: text("calendar-data") };
}

test("what the server can do is asked first, and says so", async () => {
  const { send, household } = await newNora();
  const options = await send("OPTIONS", household);
  expect(options.headers.get("DAV")).toMatch(/\bcalendar-access\b/);
  const { resources } = await send("PROPFIND", household, {
    depth: "0",
    body: propfind("d:supported-report-set", "cs:getctag", "d:sync-token", "c:max-resource-size"),
  });
  const reports = resources[0]?.props.get("supported-report-set")?.innerHTML;
  for (const report of ["calendar-query", "calendar-multiget", "sync-collection"])
    expect(reports).toContain(report);
});

test("a new task is kept byte by byte, and its tag says so", async () => {
  const nora = await newNora();
  const uid = newUid();
  const body = task(
    uid,
    "SUMMARY:Water the beans",
    "DUE;TZID=America/New_York:20310105T150000",
    "X-JTX-EXTENDED:kept",
    "COLOR:tomato",
    'ORGANIZER;CN="Doe, Jane":mailto:jane@example.com',
  );
  const added = await nora.put(uid, body, isNew);
  expect(added.status).toBe(201);
  const kept = await read(nora, `${nora.household}${uid}.ics`);
  expect(kept.etag).toBe(added.headers.get("ETag"));
  expect(linesOf(kept.text)).toEqual(linesOf(body));
  expect((await nora.put(uid, body, isNew)).status).toBe(412);
});

test("a change on a page is not overwritten, and both changes end up in the task", async () => {
  const nora = await newNora();
  const uid = newUid();
  const address = `${nora.household}${uid}.ics`;
  await nora.put(uid, task(uid, "SUMMARY:Call the vet"), isNew);
  const old = await read(nora, address);
  const [{ id } = { id: "" }] = await nora.tasks();
  const params = { path: { id } };
  dataOf(await nora.api.PATCH("/tasks/{id}", { params, body: { due_date: "2031-01-05" } }));

  const late = task(uid, "SUMMARY:Call the new vet");
  const refused = await nora.put(uid, late, { "If-Match": old.etag });
  expect(refused.status).toBe(412);
  expect(await openAndDone(nora)).toMatchObject({
    open: [expect.stringMatching(/^Call the vet 2031-01-05/)],
  });

  const now = await read(nora, address);
  const merged = now.text.replace("SUMMARY:Call the vet", "SUMMARY:Call the new vet");
  expect((await nora.put(uid, merged, { "If-Match": now.etag })).status).toBe(204);
  expect(await openAndDone(nora)).toMatchObject({
    open: [expect.stringMatching(/^Call the new vet 2031-01-05/)],
  });
});

test("a task that somebody deleted on a page is gone for the client, and not made again", async () => {
  const nora = await newNora();
  const uid = newUid();
  const address = `${nora.household}${uid}.ics`;
  await nora.put(uid, task(uid, "SUMMARY:Call the vet"), isNew);
  const { etag } = await read(nora, address);
  const [{ id } = { id: "" }] = await nora.tasks();
  await nora.api.DELETE("/tasks/{id}", { params: { path: { id } } });
  const body = task(uid, "SUMMARY:Call the new vet");
  expect([404, 412]).toContain((await nora.put(uid, body, { "If-Match": etag })).status);
  expect(await nora.tasks()).toEqual([]);
  expect((await read(nora, address)).status).toBe(404);
  const deleted = await nora.send("DELETE", address, { headers: { "If-Match": etag } });
  expect([404, 410, 412]).toContain(deleted.status);
});

// jtx Board writes an exception beside the rule, as Thunderbird does.
test("one date of a repeating task is completed by an exception beside the rule", async () => {
  const nora = await newNora();
  const uid = newUid();
  const master = [
    "BEGIN:VTODO",
    "DTSTAMP:20301201T120000Z",
    `UID:${uid}`,
    "SUMMARY:Take out the trash",
    "DTSTART;VALUE=DATE:20310106",
    "DUE;VALUE=DATE:20310106",
    "RRULE:FREQ=DAILY;INTERVAL=2",
    "END:VTODO",
  ];
  const calendar = (...todos: string[]) =>
    ics("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//jtx//EN", ...todos, "END:VCALENDAR");
  await nora.put(uid, calendar(...master), isNew);
  const { etag } = await read(nora, `${nora.household}${uid}.ics`);
  const exception = [
    "BEGIN:VTODO",
    "DTSTAMP:20301201T120000Z",
    `UID:${uid}`,
    "RECURRENCE-ID;VALUE=DATE:20310106",
    "SUMMARY:Take out the trash",
    "DTSTART;VALUE=DATE:20310106",
    "DUE;VALUE=DATE:20310106",
    "STATUS:COMPLETED",
    "COMPLETED:20261130T120000Z",
    "PERCENT-COMPLETE:100",
    "END:VTODO",
  ];
  const done = await nora.put(uid, calendar(...master, ...exception), { "If-Match": etag });
  expect(done.status).toBeLessThan(300);
  expect(await openAndDone(nora)).toEqual({
    open: [expect.stringMatching(/^Take out the trash 2031-01-08/)],
    done: [expect.stringMatching(/^Take out the trash 2031-01-06/)],
  });
});
