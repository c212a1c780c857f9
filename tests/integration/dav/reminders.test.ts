import { afterAll, beforeAll, expect, test } from "vitest";
import { apiClient } from "../../support/api/client.ts";
import { dataOf, newSecret } from "../../support/api/bearer.ts";
import { davClient, type DavClient, newDavClient, todo } from "../../support/dav/dav-client.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { newPartner } from "../../support/records/family.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Without those of the preferences. */
async function remindersOf({ secret, userId }: DavClient) {
  const rows = await mila.db
    .selectFrom("reminders")
    .select(["minutes_before", "status"])
    .where("user_id", "=", userId)
    .where("origin", "=", "custom")
    .where("status", "!=", "cancelled")
    .orderBy("minutes_before")
    .execute();
  const api = apiClient(mila.url, secret);
  const { tasks } = dataOf(await api.GET("/tasks"));
  return { minutes: rows.map(({ minutes_before }) => minutes_before), tasks, api };
}

const alarm = (...lines: string[]) => [
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  "DESCRIPTION:Now",
  ...lines,
  "END:VALARM",
];

const dentist = (...lines: string[]) =>
  todo("d", "SUMMARY:Dentist", "DUE;TZID=America/New_York:20310105T150000", ...lines);

test("alarms are reminders, and reminders are alarms", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("kids", "d.ics");
  const text = dentist(
    ...alarm("TRIGGER;RELATED=END:-PT30M", "X-KEPT:1"),
    ...alarm("TRIGGER;VALUE=DATE-TIME:20310105T180000Z"),
    ...alarm("TRIGGER:PT15M"),
  );
  expect((await nora.put(path, text)).headers.get("ETag")).not.toBeNull();
  const { minutes, tasks, api } = await remindersOf(nora);
  expect(minutes).toEqual([30, 120]);
  await api.POST("/reminders", { body: { task_id: tasks[0]!.id, minutes_before: 1_440 } });
  const added = await nora.get(path);
  expect(added.text).toContain("TRIGGER;RELATED=END:-P1D");
  for (const kept of ["X-KEPT:1", "TRIGGER:PT15M", "TRIGGER;VALUE=DATE-TIME:20310105T180000Z"])
    expect(added.text).toContain(kept);
  await nora.put(path, dentist(...alarm("TRIGGER;RELATED=END:-PT30M")));
  expect((await remindersOf(nora)).minutes).toEqual([30]);
  const reminders = dataOf(await api.GET("/reminders")).reminders;
  const own = reminders.find(({ minutes_before }) => minutes_before === 30)!;
  await api.DELETE("/reminders/{id}", { params: { path: { id: own.id } } });
  expect((await nora.get(path)).text).not.toContain("VALARM");
});

test("an alarm of a day without a time counts from its midnight", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("kids", "d.ics");
  const lines = ["SUMMARY:Costume", "DTSTART;VALUE=DATE:20310105", "DUE;VALUE=DATE:20310105"];
  await nora.put(path, todo("d", ...lines, ...alarm("TRIGGER:PT9H")));
  const { minutes, tasks, api } = await remindersOf(nora);
  // Mila reminds of a day at noon.
  expect(minutes).toEqual([180]);
  await api.POST("/reminders", { body: { task_id: tasks[0]!.id, minutes_before: 1_440 } });
  expect((await nora.get(path)).text).toContain("TRIGGER;RELATED=END:-PT720M");
});

test("everybody has their own alarms", async () => {
  const nora = await newDavClient(mila);
  const partner = await newPartner(mila.db, nora);
  const userId = typeof partner === "string" ? partner : partner.userId;
  const family = { ...nora, userId };
  const sam = davClient(mila.url, family, await newSecret(mila.db, family, "write"));
  const text = dentist(...alarm("TRIGGER;RELATED=END:-PT30M"));
  await nora.put(nora.at("kids", "d.ics"), text);
  const seen = await sam.get(sam.at("kids", "d.ics"));
  expect(seen.text).toContain("SUMMARY:Dentist");
  expect(seen.text).not.toContain("VALARM");
  expect((await nora.get(nora.at("kids", "d.ics"))).text).toBe(text);
});

test("an alarm at a time of its own moves with the date", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("kids", "d.ics");
  const place = "TRIGGER;VALUE=DATE-TIME:19760401T005545Z";
  const text = dentist(
    ...alarm("TRIGGER;VALUE=DATE-TIME:20310105T180000Z", "X-KEPT:1"),
    ...alarm("TRIGGER;VALUE=DATE-TIME:20310105T203000Z"),
    ...alarm(place, "X-APPLE-PROXIMITY:ARRIVE"),
  );
  await nora.put(path, text);
  const { tasks, api } = await remindersOf(nora);
  const params = { path: { id: tasks[0]!.id } };
  await api.PATCH("/tasks/{id}", { params, body: { due_date: "2031-01-08T16:00" } });
  const moved = (await nora.get(path)).text;
  expect(moved.match(/TRIGGER.*/g)).toEqual([
    "TRIGGER;VALUE=DATE-TIME:20310108T190000Z",
    "TRIGGER;VALUE=DATE-TIME:20310108T213000Z",
    place,
  ]);
  expect(moved).toContain("\r\nX-KEPT:1\r\n");
  await nora.put(path, moved.replace("SUMMARY:Dentist", "SUMMARY:The dentist"));
  expect((await remindersOf(nora)).minutes).toEqual([120]);
});

test("an alarm at a time of its own goes on with a series", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("kids", "d.ics");
  const start = "DTSTART;TZID=America/New_York:20310105T150000";
  const fixed = alarm("TRIGGER;VALUE=DATE-TIME:20310105T180000Z");
  await nora.put(path, dentist(start, "RRULE:FREQ=WEEKLY", ...fixed));
  const { tasks, api } = await remindersOf(nora);
  await api.POST("/tasks/{id}/complete", { params: { path: { id: tasks[0]!.id } } });
  expect((await nora.get(path)).text).toContain("TRIGGER;VALUE=DATE-TIME:20310112T180000Z");
});

test("an unreadable alarm stays, and does no harm", async () => {
  const nora = await newDavClient(mila);
  const path = nora.at("kids", "d.ics");
  const unreadable = alarm("TRIGGER:nonsense");
  await nora.put(path, todo("d", "SUMMARY:Dentist", ...unreadable));
  const { tasks, api } = await remindersOf(nora);
  const params = { path: { id: tasks[0]!.id } };
  await api.PATCH("/tasks/{id}", { params, body: { due_date: "2031-01-08T16:00" } });
  const { text } = await nora.get(path);
  expect(text).toContain("TRIGGER:nonsense");
  const renamed = text.replace("SUMMARY:Dentist", "SUMMARY:The dentist");
  expect((await nora.put(path, renamed)).status).toBe(204);
  expect((await remindersOf(nora)).tasks[0]!.title).toBe("The dentist");
  expect((await nora.send("DELETE", path)).status).toBe(204);
});
