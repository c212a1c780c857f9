// What Apple Reminders sends, after logs in public bug reports (go-webdav 150, sabre-io/dav 813,
// tududi 1146, 1147, 1166) and measurements of iOS 26 that others published.
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataOf } from "../../../support/api/bearer.ts";
import {
  dav,
  hrefIn,
  ics,
  linesOf,
  newReplay,
  newUid,
  openAndDone,
  propfind,
} from "../../../support/dav/replay.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const newNora = () =>
  newReplay(mila, {
    "User-Agent": "iOS/26.5 (23F77) remindd/3976",
    "Accept-Language": "en-US,en;q=0.9",
  });

/** Each property that a client asks about is either there or named as missing. */
const principalProps = [
  "c:calendar-home-set",
  "c:calendar-user-address-set",
  "d:current-user-principal",
  "d:displayname",
  "cs:dropbox-home-URL",
  "cs:email-address-set",
  "c:max-attendees-per-instance",
  "cs:notification-URL",
  "d:principal-collection-set",
  "d:principal-URL",
  "d:resource-id",
  "c:schedule-inbox-URL",
  "c:schedule-outbox-URL",
  "d:supported-report-set",
];

const homeProps = [
  "d:add-member",
  "cs:allowed-sharing-modes",
  "ical:autoprovisioned",
  "ical:calendar-color",
  "c:calendar-description",
  "c:calendar-free-busy-set",
  "ical:calendar-order",
  "c:calendar-timezone",
  "d:current-user-privilege-set",
  "d:displayname",
  "cs:getctag",
  "cs:invite",
  "d:owner",
  "d:quota-available-bytes",
  "d:resource-id",
  "d:resourcetype",
  "cs:subscribed-strip-alarms",
  "c:supported-calendar-component-set",
  "c:supported-calendar-component-sets",
  "d:supported-report-set",
  "d:sync-token",
];

test("an account is added: no asked property is passed over, and addresses are the asked ones", async () => {
  const { send } = await newNora();
  const asked = ["d:current-user-principal", "d:principal-URL", "d:resourcetype"];
  const root = await send("PROPFIND", "/.well-known/caldav", {
    depth: "0",
    body: propfind(...asked),
  });
  expect(root.status).toBe(207);
  const principal = hrefIn(root, "current-user-principal");
  expect(principal).not.toContain("@");
  expect(root.resources.map(({ href }) => href)).toEqual(["/dav/"]);

  const options = await send("OPTIONS", principal);
  expect(options.status).toBeLessThan(300);
  expect(options.headers.get("DAV")).toMatch(/\b1\b.*\bcalendar-access\b/);
  expect(options.headers.get("Allow")).toMatch(/\bPROPFIND\b/);

  const answer = await send("PROPFIND", principal, {
    depth: "0",
    body: propfind(...principalProps),
  });
  const [own] = answer.resources;
  expect(own?.href).toBe(principal);
  const named = [...(own?.props.keys() ?? []), ...(own?.missing ?? [])].toSorted();
  expect(named).toEqual(principalProps.map(localName).toSorted());
  expect(hrefIn(answer, "principal-URL")).toBe(principal);
});

const localName = (name: string) => name.replace(/^.*:/, "");

test("lists are found with what they hold, and other properties are named as missing", async () => {
  const nora = await newNora();
  const household = await nora.calendar("Household");
  const home = household.replace(/[^/]+\/$/, "");
  const { resources } = await nora.send("PROPFIND", home, {
    depth: "1",
    body: propfind(...homeProps),
  });
  expect(resources.map(({ href }) => href)).toContain(home);
  for (const { href, props, missing } of resources) {
    const named = [...props.keys(), ...missing].toSorted();
    expect([href, named]).toEqual([href, homeProps.map(localName).toSorted()]);
  }
  const found = resources.find(({ href }) => href === household);
  expect(found?.props.get("supported-calendar-component-set")?.innerHTML).toContain("VTODO");
});

test("Reminders makes a list of its own when an account is added", async () => {
  const nora = await newNora();
  const home = (await nora.calendar("Household")).replace(/[^/]+\/$/, "");
  const address = `${home}F87D9736-8ADE-47E4-AC46-638B5C86E7D0/`;
  const made = await nora.send("MKCALENDAR", address, {
    headers: { "Content-Type": "text/xml" },
    body: dav(
      '<B:mkcalendar xmlns:B="urn:ietf:params:xml:ns:caldav"><A:set xmlns:A="DAV:"><A:prop>' +
        "<A:displayname>Reminders</A:displayname><B:supported-calendar-component-set>" +
        '<B:comp name="VTODO"/></B:supported-calendar-component-set>' +
        '<D:calendar-color xmlns:D="http://apple.com/ns/ical/" symbolic-color="blue">#1BADF8FF' +
        '</D:calendar-color><D:calendar-order xmlns:D="http://apple.com/ns/ical/">1' +
        "</D:calendar-order></A:prop></A:set></B:mkcalendar>",
    ),
  });
  expect(made.status).toBe(201);
  const { lists } = dataOf(await nora.api.GET("/lists"));
  expect(lists).toContainEqual(expect.objectContaining({ name: "Reminders" }));
  const { resources } = await nora.send("PROPFIND", address, {
    depth: "0",
    body: propfind("d:displayname", "ical:calendar-color", "ical:calendar-order"),
  });
  expect(resources[0]?.props.get("calendar-color")?.textContent).toMatch(/^#1BADF8/i);
  expect(resources[0]?.props.get("calendar-order")?.textContent).toBe("1");
});

const zone = [
  "BEGIN:VTIMEZONE",
  "TZID:Europe/Berlin",
  "BEGIN:DAYLIGHT",
  "DTSTART:19810329T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
  "TZNAME:GMT+2",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "END:DAYLIGHT",
  "BEGIN:STANDARD",
  "DTSTART:19961027T030000",
  "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
  "TZNAME:GMT+1",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "END:STANDARD",
  "END:VTIMEZONE",
];

const reminder = (uid: string, ...lines: string[]) =>
  ics(
    "BEGIN:VCALENDAR",
    "CALSCALE:GREGORIAN",
    "PRODID:-//Apple Inc.//iOS 26.5//EN",
    "VERSION:2.0",
    ...(lines.some((line) => line.includes("TZID=")) ? zone : []),
    "BEGIN:VTODO",
    "CREATED:20301201T120000Z",
    "DTSTAMP:20301201T120000Z",
    "LAST-MODIFIED:20301201T120000Z",
    "SEQUENCE:0",
    `UID:${uid}`,
    ...lines,
    "END:VTODO",
    "END:VCALENDAR",
  );

async function newHousehold() {
  const nora = await newNora();
  const household = await nora.calendar("Household");
  const put = (uid: string, body: string, condition: Record<string, string>) =>
    nora.send("PUT", `${household}${uid}.ics`, {
      headers: { "Content-Type": "text/calendar", ...condition },
      body,
    });
  const get = (uid: string) => nora.send("GET", `${household}${uid}.ics`);
  return { ...nora, household, put, get };
}

test("a reminder for a day starts and ends on that day, and stays a day", async () => {
  const nora = await newHousehold();
  const uid = newUid().toUpperCase();
  const day = ["DTSTART;VALUE=DATE:20310105", "DUE;VALUE=DATE:20310105", "SUMMARY:Call the vet"];
  const added = await nora.put(uid, reminder(uid, ...day), { "If-None-Match": "*" });
  expect(added.status).toBe(201);
  expect(await nora.tasks()).toMatchObject([
    { due_local: expect.stringMatching(/^2031-01-05/), due_has_time: false },
  ]);
  expect(linesOf((await nora.get(uid)).text)).toEqual(expect.arrayContaining(day));
});

test("a reminder keeps its time, its alarm and its place when a page changes its notes", async () => {
  const nora = await newHousehold();
  const uid = newUid().toUpperCase();
  const kept = [
    "DTSTART;TZID=Europe/Berlin:20310604T110000",
    "DUE;TZID=Europe/Berlin:20310604T110000",
    "SUMMARY:Call the vet",
    "X-APPLE-SORT-ORDER:740793996",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:Reminder",
    "TRIGGER;VALUE=DATE-TIME:20310604T090000Z",
    "UID:8A1B6F60-1F6C-4C0A-9E1B-0A0C0D3D9E11",
    "X-WR-ALARMUID:8A1B6F60-1F6C-4C0A-9E1B-0A0C0D3D9E11",
    "END:VALARM",
  ];
  await nora.put(uid, reminder(uid, ...kept), { "If-None-Match": "*" });
  const [{ id, due_date } = { id: "", due_date: "" }] = await nora.tasks();
  expect(due_date).toBe("2031-06-04T09:00:00.000Z");
  const params = { path: { id } };
  dataOf(await nora.api.PATCH("/tasks/{id}", { params, body: { description: "With the cat" } }));
  const after = await nora.get(uid);
  expect(linesOf(after.text)).toEqual(
    expect.arrayContaining([...kept, "DESCRIPTION:With the cat"]),
  );
});

test("a reminder is ticked, and ticked again after a change elsewhere", async () => {
  const nora = await newHousehold();
  const uid = newUid().toUpperCase();
  const added = await nora.put(uid, reminder(uid, "SUMMARY:Call the vet"), {
    "If-None-Match": "*",
  });
  const etag = added.headers.get("ETag") ?? (await nora.get(uid)).headers.get("ETag") ?? "";
  const [{ id } = { id: "" }] = await nora.tasks();
  const params = { path: { id } };
  dataOf(await nora.api.PATCH("/tasks/{id}", { params, body: { title: "Call the new vet" } }));

  const done = ["COMPLETED:20261130T120000Z", "PERCENT-COMPLETE:100", "STATUS:COMPLETED"];
  const old = reminder(uid, "SUMMARY:Call the vet", ...done);
  expect((await nora.put(uid, old, { "If-Match": etag })).status).toBe(412);
  const now = await nora.get(uid);
  const ticked = now.text.replace("END:VTODO", [...done, "END:VTODO"].join("\r\n"));
  const again = await nora.put(uid, ticked, { "If-Match": now.headers.get("ETag") ?? "" });
  expect(again.status).toBe(204);
  expect(await openAndDone(nora)).toEqual({ open: [], done: ["Call the new vet sometime"] });
});

test("a repeating reminder is ticked by moving its dates", async () => {
  const nora = await newHousehold();
  const uid = newUid().toUpperCase();
  const plants = (day: number) =>
    reminder(
      uid,
      `DTSTART;TZID=Europe/Berlin:203106${day}T110000`,
      `DUE;TZID=Europe/Berlin:203106${day}T110000`,
      "RRULE:FREQ=WEEKLY",
      "SUMMARY:Water the plants",
      "STATUS:NEEDS-ACTION",
    );
  await nora.put(uid, plants(10), { "If-None-Match": "*" });
  const etag = (await nora.get(uid)).headers.get("ETag") ?? "";
  const moved = await nora.put(uid, plants(17), { "If-Match": etag });
  expect(moved.status).toBeLessThan(300);
  const tasks = await nora.tasks();
  expect(tasks.map(({ due_date, is_completed }) => [due_date, is_completed])).toEqual([
    ["2031-06-10T09:00:00.000Z", true],
    ["2031-06-17T09:00:00.000Z", false],
  ]);
  const { text } = await nora.get(uid);
  expect(text).toContain("DUE;TZID=Europe/Berlin:20310617T110000");
});

test("deletions reach the phone by its sync token, and the phone's reach Mila", async () => {
  const nora = await newHousehold();
  const sync = (token: string) =>
    nora.send("REPORT", nora.household, {
      body: dav(
        '<A:sync-collection xmlns:A="DAV:">' +
          `<A:sync-token>${token}</A:sync-token><A:sync-level>1</A:sync-level>` +
          "<A:prop><A:getetag/><A:getcontenttype/></A:prop></A:sync-collection>",
      ),
    });
  const uids = [newUid(), newUid()];
  for (const uid of uids)
    await nora.put(uid, reminder(uid, `SUMMARY:${uid}`), { "If-None-Match": "*" });
  const first = await sync("");
  expect(first.resources.map(({ status }) => status === 404)).toEqual([false, false]);
  const nothing = await sync(first.syncToken ?? "");
  expect(nothing.resources).toEqual([]);

  const [onPage = "", onPhone = ""] = uids;
  const page = (await nora.tasks()).find(({ title }) => title === onPage);
  await nora.api.DELETE("/tasks/{id}", { params: { path: { id: page?.id ?? "" } } });
  const second = await sync(first.syncToken ?? "");
  expect(second.resources.map(({ href, status }) => [href, status])).toEqual([
    [`${nora.household}${onPage}.ics`, 404],
  ]);

  const { headers } = await nora.get(onPhone);
  const deleted = await nora.send("DELETE", `${nora.household}${onPhone}.ics`, {
    headers: { "If-Match": headers.get("ETag") ?? "" },
  });
  expect(deleted.status).toBe(204);
  expect(await nora.tasks()).toEqual([]);
});
