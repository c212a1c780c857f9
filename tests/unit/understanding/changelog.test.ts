import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { tasksOf } from "./tables.ts";

const changelog = readFileSync("CHANGELOG.md", "utf8").replaceAll(/\s+/g, " ");

/** Requests that the changelog quotes, with each task's title, date or rule. */
const promised: Record<string, string[]> = {
  "next week: Mon dentist, Wed plumber": ["Dentist 2026-09-21T12:00", "Plumber 2026-09-23T12:00"],
  "swim Tue 5, judo Thu 6": ["Swim 2026-09-15T17:00", "Judo 2026-09-17T18:00"],
  "Hugo's check is Wednesday, and Zoe's is Friday": [
    "Hugo's check 2026-09-16T12:00",
    "Zoe's 2026-09-18T12:00",
  ],
  "bring a plate, a cushion and wipes on Saturday at 8:30": [
    "Bring a plate, a cushion and wipes 2026-09-19T08:30",
  ],
  "The 9/11 Report": ["The 9/11 Report"],
  "a 9/16 socket": ["A 9/16 socket"],
  "Catch-22": ["Catch-22"],
  "bob@example.com needs the form": ["bob@example.com needs the form"],
  "MWF gym": ["Gym FREQ=WEEKLY;BYDAY=MO,WE,FR"],
};

test.for(Object.entries(promised))("“%s” becomes what the changelog promises", ([text, tasks]) => {
  expect(changelog).toContain(`"${text}"`);
  expect(
    tasksOf(text).map(({ title, due, repeats }) =>
      [title, repeats?.rule ?? due?.local].filter(Boolean).join(" "),
    ),
  ).toEqual(tasks);
});
