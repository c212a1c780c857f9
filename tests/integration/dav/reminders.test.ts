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
