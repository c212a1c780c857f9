// What Thunderbird sends, after its public sources (CalDavCalendar, CalDavRequestHandlers) and bug
// reports (tasks 1600, 4187).
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
} from "../../../support/dav/replay.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newNora() {
  const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.5.0";
  const nora = await newReplay(mila, { "User-Agent": agent, Accept: "text/xml" });
  const household = await nora.calendar("Household");
  const put = (uid: string, body: string, condition: Record<string, string>) =>
    nora.send("PUT", `${household}${uid}.ics`, {
      headers: { "Content-Type": "text/calendar; charset=utf-8", ...condition },
      body,
    });
  const sync = (token?: string) =>
    nora.send("REPORT", household, {
      depth: "1",
      body: dav(
        '<sync-collection xmlns="DAV:">' +
          (token ? `<sync-token>${token}</sync-token>` : "<sync-token/>") +
          "<sync-level>1</sync-level><prop><getcontenttype/><getetag/></prop></sync-collection>",
      ),
    });
  const read = async (hrefs: string[]) => {
    const { resources } = await nora.send("REPORT", household, {
      depth: "1",
      body: dav(
        '<C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">' +
          "<D:prop><D:getetag/><C:calendar-data/></D:prop>" +
          hrefs.map((href) => `<D:href>${href}</D:href>`).join("") +
          "</C:calendar-multiget>",
      ),
    });
    return resources.map(({ props }) => ({
      etag: props.get("getetag")?.textContent ?? "",
      text: props.get("calendar-data")?.textContent ?? "",
    }));
  };
  return { ...nora, household, put, sync, read };
}

const calendar = (...lines: string[]) =>
  ics(
    "BEGIN:VCALENDAR",
    "PRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN",
    "VERSION:2.0",
    ...lines,
    "END:VCALENDAR",
  );

const todo = (uid: string, ...lines: string[]) => [
  "BEGIN:VTODO",
  "CREATED:20301201T120000Z",
  "LAST-MODIFIED:20301201T120000Z",
  "DTSTAMP:20301201T120000Z",
  `UID:${uid}`,
  ...lines,
  "END:VTODO",
];

test("a calendar is subscribed to by its address, and its first sync names everything", async () => {
  const nora = await newNora();
  const fields = { category: "Household", description: null } as const;
  for (const title of ["Call the vet", "Fix the fence"])
    await nora.api.POST("/tasks", { body: { ...fields, title } });
  const { resources } = await nora.send("PROPFIND", nora.household, {
    depth: "0",
    body: propfind(
      "d:resourcetype",
      "d:owner",
      "d:current-user-principal",
      "d:current-user-privilege-set",
      "d:supported-report-set",
      "c:supported-calendar-component-set",
      "cs:getctag",
    ),
  });
  expect(resources[0]?.props.get("resourcetype")?.innerHTML).toMatch(/calendar/);
  expect(resources[0]?.props.get("supported-report-set")?.innerHTML).toContain("sync-collection");

  const first = await nora.sync();
  expect(first.syncToken).toEqual(expect.stringMatching(/^\w+:/));
  for (const { props } of first.resources) {
    expect(props.get("getcontenttype")?.textContent).toMatch(/^text\/calendar/);
    expect(props.get("getetag")?.textContent).toMatch(/^"/);
  }
  const texts = await nora.read(first.resources.map(({ href }) => href));
  const titles = texts
    .flatMap(({ text }) => linesOf(text))
    .filter((line) => line.startsWith("SUMMARY"));
  expect(titles.toSorted()).toEqual(["SUMMARY:Call the vet", "SUMMARY:Fix the fence"]);
});

test("a sync token that means nothing is refused, and the next sync names everything", async () => {
  const nora = await newNora();
  const fields = { category: "Household", description: null } as const;
  await nora.api.POST("/tasks", { body: { ...fields, title: "Call the vet" } });
  const refused = await nora.sync("data:,nobody-gave-this");
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(refused.status).toBeLessThan(500);
  expect(refused.text).toContain("valid-sync-token");
  expect((await nora.sync()).resources).toHaveLength(1);
});

test("a task is added, changed, completed and deleted", async () => {
  const nora = await newNora();
  const uid = newUid();
  const address = `${nora.household}${uid}.ics`;
  const lines = ["SUMMARY:Call the vet", "DUE;TZID=America/New_York:20310105T150000"];
  const added = await nora.put(uid, calendar(...todo(uid, ...lines)), { "If-None-Match": "*" });
  expect(added.status).toBe(201);
  expect(await openAndDone(nora)).toMatchObject({ open: ["Call the vet 2031-01-05T15:00"] });

  const [first] = await nora.read([address]);
  const changed = calendar(...todo(uid, "SUMMARY:Call the new vet", "X-MOZ-GENERATION:1"));
  await nora.put(uid, changed, { "If-Match": first?.etag ?? "" });
  expect(await openAndDone(nora)).toEqual({ open: ["Call the new vet sometime"], done: [] });

  const done = ["STATUS:COMPLETED", "COMPLETED:20261130T120000Z", "PERCENT-COMPLETE:100"];
  const [second] = await nora.read([address]);
  const completed = calendar(
    ...todo(uid, "SUMMARY:Call the new vet", "X-MOZ-GENERATION:2", ...done),
  );
  await nora.put(uid, completed, { "If-Match": second?.etag ?? "" });
  expect(await openAndDone(nora)).toEqual({ open: [], done: ["Call the new vet sometime"] });

  const [third] = await nora.read([address]);
  expect(linesOf(third?.text ?? "")).toContain("X-MOZ-GENERATION:2");
  const headers = { "If-Match": third?.etag ?? "" };
  expect((await nora.send("DELETE", address, { headers })).status).toBe(204);
  expect(await nora.tasks()).toEqual([]);
});

test("each date of a repeating task is completed by an exception, one after another", async () => {
  const nora = await newNora();
  const uid = newUid();
  const address = `${nora.household}${uid}.ics`;
  const master = todo(
    uid,
    "SUMMARY:Water the plants",
    "RRULE:FREQ=WEEKLY",
    "DTSTART;TZID=America/New_York:20310105T090000",
    "DUE;TZID=America/New_York:20310105T150000",
    "X-MOZ-GENERATION:3",
  );
  const exception = (day: string) =>
    todo(
      uid,
      "SUMMARY:Water the plants",
      "STATUS:COMPLETED",
      "COMPLETED:20261130T120000Z",
      "PERCENT-COMPLETE:100",
      `RECURRENCE-ID;TZID=America/New_York:203101${day}T090000`,
      `DTSTART;TZID=America/New_York:203101${day}T090000`,
      `DUE;TZID=America/New_York:203101${day}T150000`,
    );
  await nora.put(uid, calendar(...master), { "If-None-Match": "*" });
  const complete = async (...days: string[]) => {
    const [now] = await nora.read([address]);
    const body = calendar(...master, ...days.flatMap(exception));
    const answer = await nora.put(uid, body, { "If-Match": now?.etag ?? "" });
    expect(answer.status).toBeLessThan(300);
  };
  await complete("05");
  expect(await openAndDone(nora)).toEqual({
    open: ["Water the plants 2031-01-12T15:00"],
    done: ["Water the plants 2031-01-05T15:00"],
  });
  await complete("05", "12");
  expect(await openAndDone(nora)).toEqual({
    open: ["Water the plants 2031-01-19T15:00"],
    done: ["Water the plants 2031-01-05T15:00", "Water the plants 2031-01-12T15:00"],
  });
  // It shows its own exceptions, so it gets them back.
  const [kept] = await nora.read([address]);
  const ids = linesOf(kept?.text ?? "").filter((line) => line.startsWith("RECURRENCE-ID"));
  expect(ids).toHaveLength(2);
  expect(linesOf(kept?.text ?? "")).toContain("RRULE:FREQ=WEEKLY");
});

test("a task completed on a page is completed here too, and one date at a time", async () => {
  const nora = await newNora();
  const uid = newUid();
  const master = todo(
    uid,
    "SUMMARY:Water the plants",
    "RRULE:FREQ=WEEKLY",
    "DTSTART;TZID=America/New_York:20310105T150000",
    "DUE;TZID=America/New_York:20310105T150000",
  );
  await nora.put(uid, calendar(...master), { "If-None-Match": "*" });
  const before = await nora.sync();
  const [{ id } = { id: "" }] = await nora.tasks();
  dataOf(await nora.api.POST("/tasks/{id}/complete", { params: { path: { id } } }));
  const { resources } = await nora.sync(before.syncToken ?? "");
  expect(resources.map(({ href }) => href)).toContain(`${nora.household}${uid}.ics`);
  const [now] = await nora.read([`${nora.household}${uid}.ics`]);
  const open = openDates(now?.text ?? "");
  expect(open).toContain("20310112T150000");
  expect(open).not.toContain("20310105T150000");
});

/** The dates that Thunderbird would show as open: the rule's own, unless an exception is done. */
function openDates(text: string): string[] {
  const todos = text.split("BEGIN:VTODO").slice(1).map(linesOf);
  const valueOf = (lines: string[], name: string) =>
    lines.find((line) => line.startsWith(name))?.replace(/^.*:/, "");
  const done = todos
    .filter((lines) => lines.includes("STATUS:COMPLETED"))
    .map((lines) => valueOf(lines, "RECURRENCE-ID") ?? valueOf(lines, "DUE"));
  const master = todos.find((lines) => valueOf(lines, "RRULE"));
  const first = valueOf(master ?? [], "DTSTART") ?? valueOf(master ?? [], "DUE") ?? "";
  const day = (weeks: number) => {
    const date = new Date(`${first.slice(0, 4)}-${first.slice(4, 6)}-${first.slice(6, 8)}T00:00Z`);
    date.setUTCDate(date.getUTCDate() + 7 * weeks);
    return date.toISOString().slice(0, 10).replaceAll("-", "") + first.slice(8);
  };
  return [0, 1].map(day).filter((date) => !done.includes(date));
}
