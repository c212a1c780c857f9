// What tasks.org sends, after its public sources (CaldavClient, CaldavSynchronizer, iCalendar) and
// bug reports (tasks 1600, 2419, 3091).
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
  type Replay,
} from "../../../support/dav/replay.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const newNora = () => newReplay(mila, { "User-Agent": "org.tasks/14.1 (okhttp3) Android/15" });

const calendarProps = [
  "d:resourcetype",
  "d:displayname",
  "c:supported-calendar-component-set",
  "cs:getctag",
  "ical:calendar-color",
  "d:sync-token",
  "d:share-access",
  "d:invite",
  "d:current-user-privilege-set",
  "d:current-user-principal",
];

/** Finds the calendars that hold tasks, from the address that somebody typed. */
async function findCalendars({ send }: Replay) {
  const found = await send("PROPFIND", "/.well-known/caldav", {
    depth: "0",
    body: propfind("d:current-user-principal"),
  });
  const principal = hrefIn(found, "current-user-principal");
  const set = await send("PROPFIND", principal, {
    depth: "0",
    body: propfind("c:calendar-home-set"),
  });
  const home = hrefIn(set, "calendar-home-set");
  const { resources } = await send("PROPFIND", home, {
    depth: "1",
    body: propfind(...calendarProps),
  });
  const calendars = resources.filter(({ props }) => {
    const components = props.get("supported-calendar-component-set");
    const names = [...(components?.children ?? [])].map((comp) => comp.getAttribute("name"));
    const isCalendar = props.get("resourcetype")?.innerHTML.includes("calendar") ?? false;
    return isCalendar && names.includes("VTODO");
  });
  return { home, calendars };
}

const allToDos = dav(
  '<CAL:calendar-query xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav">' +
    "<prop><getetag/></prop><CAL:filter>" +
    '<CAL:comp-filter name="VCALENDAR"><CAL:comp-filter name="VTODO"/></CAL:comp-filter>' +
    "</CAL:filter></CAL:calendar-query>",
);

const multiget = (hrefs: string[]) =>
  dav(
    '<CAL:calendar-multiget xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav">' +
      "<prop><getcontenttype/><getetag/><CAL:calendar-data/></prop>" +
      hrefs.map((href) => `<href>${href}</href>`).join("") +
      "</CAL:calendar-multiget>",
  );

/** Lists what a calendar holds, then reads it, thirty at a time. */
async function readAll({ send }: Replay, calendar: string) {
  const { resources } = await send("REPORT", calendar, { depth: "1", body: allToDos });
  const hrefs = resources.map(({ href }) => href);
  if (hrefs.length === 0) return [];
  const read = await send("REPORT", calendar, { depth: "0", body: multiget(hrefs.slice(0, 30)) });
  return read.resources.map(({ href, props }) => ({
    href,
    etag: props.get("getetag")?.textContent,
    text: props.get("calendar-data")?.textContent ?? "",
  }));
}

const task = (uid: string, ...lines: string[]) =>
  ics(
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:+//IDN tasks.org//android-141000//EN",
    "BEGIN:VTODO",
    "DTSTAMP:20301201T120000Z",
    `UID:${uid}`,
    "CREATED:20301201T120000Z",
    "LAST-MODIFIED:20301201T120000Z",
    ...lines,
    "END:VTODO",
    "END:VCALENDAR",
  );

const put = (nora: Replay, calendar: string, uid: string, body: string) =>
  nora.send("PUT", `${calendar}${uid}.ics`, {
    headers: { "Content-Type": "text/calendar; charset=utf-8" },
    body,
  });

test("the first sync finds every list of tasks with its name, and reads what is there", async () => {
  const nora = await newNora();
  const due_date = "2031-01-05T15:00";
  const fields = { category: "Household", description: null } as const;
  await nora.api.POST("/tasks", { body: { ...fields, title: "Fix the fence", due_date } });
  const { calendars } = await findCalendars(nora);
  const names = calendars.map(({ props }) => props.get("displayname")?.textContent);
  expect(names).toEqual(expect.arrayContaining(["Household", "Kids", "Elders", "Shopping"]));
  for (const { props } of calendars) {
    expect(props.get("displayname")?.textContent).not.toBe("");
    const token = props.get("sync-token") ?? props.get("getctag");
    expect(token?.textContent).toEqual(expect.stringMatching(/./));
    expect(props.get("current-user-privilege-set")?.innerHTML).toMatch(/write/);
  }
  const [read] = await readAll(nora, await nora.calendar("Household"));
  expect(read?.etag).toMatch(/^"[^"]+"$/);
  expect(linesOf(read?.text ?? "")).toEqual(
    expect.arrayContaining([
      "BEGIN:VTODO",
      "SUMMARY:Fix the fence",
      "DUE;TZID=America/New_York:20310105T150000",
    ]),
  );
});

test("a task is added without conditions, and the list's mark changes", async () => {
  const nora = await newNora();
  const calendar = await nora.calendar("Household");
  const mark = async () => {
    const { calendars } = await findCalendars(nora);
    const found = calendars.find(({ href }) => href === calendar);
    return found?.props.get("sync-token")?.textContent;
  };
  const before = await mark();
  expect(await mark()).toBe(before);
  const uid = "3071754526080170849";
  const answer = await put(
    nora,
    calendar,
    uid,
    task(
      uid,
      "SUMMARY:Water the beans",
      "DESCRIPTION:Two cans\\, not three",
      "PRIORITY:9",
      "DUE;TZID=Europe/Berlin:20310105T083000",
      "CATEGORIES:Garden",
      "X-APPLE-SORT-ORDER:559033419",
      "RELATED-TO;RELTYPE=PARENT:9999999",
      "BEGIN:VALARM",
      "TRIGGER;RELATED=END:PT0S",
      "ACTION:DISPLAY",
      "DESCRIPTION:Default Tasks.org description",
      "END:VALARM",
    ),
  );
  expect(answer.status).toBe(201);
  expect(await mark()).not.toBe(before);
  expect(await nora.tasks()).toMatchObject([
    { title: "Water the beans", description: "Two cans, not three", due_has_time: true },
  ]);
  const [{ due_date } = { due_date: null }] = await nora.tasks();
  expect(due_date).toBe("2031-01-05T07:30:00.000Z");
  const [kept] = await readAll(nora, calendar);
  expect(linesOf(kept?.text ?? "")).toEqual(
    expect.arrayContaining([
      "PRIORITY:9",
      "DUE;TZID=Europe/Berlin:20310105T083000",
      "CATEGORIES:Garden",
      "X-APPLE-SORT-ORDER:559033419",
      "RELATED-TO;RELTYPE=PARENT:9999999",
      "TRIGGER;RELATED=END:PT0S",
    ]),
  );
});

test("a task is completed, and deleted twice without harm", async () => {
  const nora = await newNora();
  const calendar = await nora.calendar("Household");
  const uid = newUid();
  await put(nora, calendar, uid, task(uid, "SUMMARY:Call the vet", "STATUS:NEEDS-ACTION"));
  const done = ["STATUS:COMPLETED", "COMPLETED:20261130T120000Z", "PERCENT-COMPLETE:100"];
  const answer = await put(nora, calendar, uid, task(uid, "SUMMARY:Call the vet", ...done));
  expect(answer.status).toBe(204);
  expect(await openAndDone(nora)).toEqual({ open: [], done: ["Call the vet sometime"] });
  expect((await nora.send("DELETE", `${calendar}${uid}.ics`)).status).toBe(204);
  expect((await nora.send("DELETE", `${calendar}${uid}.ics`)).status).toBe(404);
  expect(await nora.tasks()).toEqual([]);
});

test("a repeating task is completed by moving its date, and its count falls", async () => {
  const nora = await newNora();
  const calendar = await nora.calendar("Household");
  const uid = newUid();
  const trash = (day: number, count: number) =>
    task(
      uid,
      "SUMMARY:Take out the trash",
      `DTSTART;VALUE=DATE:203101${day}`,
      `DUE;VALUE=DATE:203101${day}`,
      `RRULE:FREQ=WEEKLY;COUNT=${count}`,
    );
  await put(nora, calendar, uid, trash(10, 3));
  const due = async () => {
    const { open, done } = await openAndDone(nora);
    const day = (text: string) => text.replace(/T\d\d:.*$/, "");
    return { open: open.map(day), done: done.map(day) };
  };
  expect(await due()).toEqual({ open: ["Take out the trash 2031-01-10"], done: [] });

  await put(nora, calendar, uid, trash(17, 2));
  expect(await due()).toEqual({
    open: ["Take out the trash 2031-01-17"],
    done: ["Take out the trash 2031-01-10"],
  });
  const shown = (await readAll(nora, calendar)).filter(({ text }) => text.includes("RRULE"));
  expect(shown).toHaveLength(1);
  expect(shown[0]?.text).toContain("DUE;VALUE=DATE:20310117");
});

test.for(["deleted first", "added first"] as const)(
  "a task is moved to another list, %s",
  async (order) => {
    const nora = await newNora();
    const [from, to] = [await nora.calendar("Household"), await nora.calendar("Kids")];
    const uid = newUid();
    const body = task(uid, "SUMMARY:Pack lunch", "X-KEPT:yes");
    await put(nora, from, uid, body);
    const remove = () => nora.send("DELETE", `${from}${uid}.ics`);
    const add = () => put(nora, to, uid, body);
    const isDeletedFirst = order === "deleted first";
    const statuses = [];
    for (const move of isDeletedFirst ? [remove, add] : [add, remove])
      statuses.push((await move()).status);
    // It takes 404 for deleted.
    expect(statuses).toEqual(isDeletedFirst ? [204, 201] : [201, 404]);
    expect(await nora.tasks()).toMatchObject([{ title: "Pack lunch", category: "Kids" }]);
    expect(await readAll(nora, from)).toEqual([]);
    expect((await readAll(nora, to)).map(({ text }) => text)).toEqual([
      expect.stringContaining("X-KEPT:yes"),
    ]);
  },
);

test("a list is made with its color, renamed, filled and deleted", async () => {
  const nora = await newNora();
  const { home } = await findCalendars(nora);
  const address = `${home}5273182736/`;
  const made = await nora.send("MKCOL", address, {
    body: dav(
      '<mkcol xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav"><set><prop>' +
        "<resourcetype><collection/><CAL:calendar/></resourcetype>" +
        "<displayname>Camping</displayname>" +
        '<n0:calendar-color xmlns:n0="http://apple.com/ns/ical/">#F44336FF</n0:calendar-color>' +
        '<CAL:supported-calendar-component-set><CAL:comp name="VTODO"/>' +
        "</CAL:supported-calendar-component-set></prop></set></mkcol>",
    ),
  });
  expect(made.status).toBe(201);
  const uid = newUid();
  await put(nora, address, uid, task(uid, "SUMMARY:Tent pegs"));
  const listed = async () => dataOf(await nora.api.GET("/lists")).lists;
  expect(await listed()).toContainEqual(
    expect.objectContaining({ name: "Camping", open_items: 1 }),
  );

  const renamed = await nora.send("PROPPATCH", address, {
    body: dav(
      '<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><d:displayname>Camping 2031' +
        "</d:displayname></d:prop></d:set></d:propertyupdate>",
    ),
  });
  expect(renamed.status).toBe(207);
  expect(await listed()).toContainEqual(expect.objectContaining({ name: "Camping 2031" }));
  const { calendars } = await findCalendars(nora);
  const shown = calendars.find(({ href }) => href === address);
  expect(shown?.props.get("displayname")?.textContent).toBe("Camping 2031");
  expect(shown?.props.get("calendar-color")?.textContent).toMatch(/^#F44336/i);

  expect((await nora.send("DELETE", address)).status).toBe(204);
  expect(await listed()).not.toContainEqual(expect.objectContaining({ name: "Camping 2031" }));
});
