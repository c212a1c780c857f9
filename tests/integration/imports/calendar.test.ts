import { afterAll, beforeAll, expect, test } from "vitest";
import { type FormsMila, formsMila, newNora } from "../forms/forms-mila.ts";
import { householdOf, importAll, tasksOf, titlesOf, upload } from "./importing.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const calendar = (...lines: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//Test//EN",
    ...lines,
    "END:VCALENDAR",
    "",
  ].join("\r\n");

const todo = (...lines: string[]) => ["BEGIN:VTODO", ...lines, "END:VTODO"];

/** RFC 5545, 3.6.2. */
const reminders = calendar(
  "BEGIN:VTIMEZONE",
  "TZID:W. Europe Standard Time",
  "BEGIN:STANDARD",
  "DTSTART:16010101T030000",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:16010101T020000",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
  ...todo("UID:a", "SUMMARY:Water the p", " lants\\, all of them", "DUE;VALUE=DATE:20310402"),
  ...todo(
    "UID:b",
    "SUMMARY:Piano",
    "DUE;TZID=Europe/Berlin:20310403T170000",
    "RRULE:FREQ=WEEKLY;BYDAY=TH",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:Alarm",
    "TRIGGER:-PT15M",
    "END:VALARM",
    "DESCRIPTION:Book 2\\nPage 9",
  ),
  ...todo("UID:c", "SUMMARY:Utc", "DUE:20310601T100000Z"),
  ...todo("UID:d", "SUMMARY:Outlook", "DUE;TZID=W. Europe Standard Time:20310601T100000"),
  ...todo("UID:e", "SUMMARY:Done long ago", "STATUS:COMPLETED", "COMPLETED:20240102T080000Z"),
  ...todo("UID:f", "SUMMARY:Hourly pills", "DUE:20310601T100000Z", "RRULE:FREQ=HOURLY"),
  ...todo("UID:g", "SUMMARY:Off", "STATUS:CANCELLED"),
  ...todo("UID:i", "SUMMARY:Tent", "RELATED-TO:h", "STATUS:COMPLETED"),
  ...todo("UID:h", "SUMMARY:Pack for camp"),
  ...todo("UID:j", "SUMMARY:Lamp", "RELATED-TO;RELTYPE=PARENT:h"),
  "BEGIN:VEVENT",
  "UID:k",
  "SUMMARY:Party",
  "DTSTART:20310601T100000Z",
  "END:VEVENT",
);

test("to-dos of a calendar come with their zones, rules, notes and parts", async () => {
  const { nora, family } = await newNora(mila);
  await mila.db
    .updateTable("profiles")
    .set({ time_zone: "America/New_York" })
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("users").select("id").where("email", "=", family.email),
    )
    .execute();
  await upload(nora, reminders, "Reminders.ics");
  expect(nora.region("In this file").text).toBe(
    "7 tasks, 1 of them done 1 repeating 1 with a checklist",
  );
  nora.unfold("2 can't be taken, 1 taken without a part");
  expect(nora.text).toMatch(/Line \d+: Off It was cancelled\. Stays out\./);
  expect(nora.text).toContain(
    "Hourly pills I repeat tasks by the day, not by the hour. It comes once.",
  );
  expect(nora.text).toContain("1 of a calendar Its events are no tasks.");
  await importAll(nora);
  const tasks = await tasksOf(mila, await householdOf(mila, family));
  const shown = tasks.map(({ title, due_local, due_time_zone, description, is_completed }) => [
    title,
    due_local && `${due_local} ${due_time_zone}`,
    description,
    is_completed,
  ]);
  expect(shown).toEqual([
    ["Done long ago", null, null, 1],
    ["Hourly pills", "2031-06-01T06:00 America/New_York", null, 0],
    ["Outlook", "2031-06-01T04:00 America/New_York", null, 0],
    ["Pack for camp", null, null, 0],
    ["Piano", "2031-04-03T17:00 Europe/Berlin", "Book 2\nPage 9", 0],
    ["Utc", "2031-06-01T06:00 America/New_York", null, 0],
    ["Water the plants, all of them", "2031-04-02T12:00 America/New_York", null, 0],
  ]);
  expect(tasks[0]!.done_at).toBe("2024-01-02T08:00:00.000Z");
  await nora.visit(`/tasks/${tasks[3]!.id}`);
  expect(nora.text).toContain("1 of 2");
  await nora.visit(`/tasks/${tasks[4]!.id}`);
  expect(nora.text).toContain("Every Thursday");
});

test("a to-do that was renamed since in its file is renamed here, and not added", async () => {
  const { nora, family } = await newNora(mila);
  await upload(nora, calendar(...todo("UID:one", "SUMMARY:Call Bob")), "a.ics");
  await importAll(nora);
  const later = calendar(
    ...todo("UID:one", "SUMMARY:Call Rob"),
    ...todo("UID:two", "SUMMARY:Swim"),
  );
  await upload(nora, later, "b.ics");
  await importAll(nora);
  expect(await titlesOf(mila, await householdOf(mila, family))).toEqual(["Call Rob", "Swim"]);
});

test("a broken to-do stays out, and the others come", async () => {
  const { nora, family } = await newNora(mila);
  const broken = [
    "BEGIN:VCALENDAR",
    ...todo("UID:x", "SUMMARY:Bad date", "DUE:2031-99-99"),
    ...todo("UID:y", "SUMMARY;no value at all"),
    ...todo("UID:z", "SUMMARY:Good"),
    "BEGIN:VTODO",
    "SUMMARY:Cut off",
  ].join("\n");
  await upload(nora, broken, "broken.ics");
  await importAll(nora);
  const titles = await titlesOf(mila, await householdOf(mila, family));
  expect(titles).toContain("Good");
  expect(titles).not.toContain("Cut off");
});
