import { expect, test } from "vitest";
import { type EarlierTask, matchThing, subjectOf } from "#app/domain/mail/corrections/match.ts";
import { readMail } from "#app/domain/mail/reading/read-mail.server.ts";

const sentAt = "2026-11-30T14:00:00.000Z";
const timeZone = "America/New_York";

const task = (title: string, due: string, more: Partial<EarlierTask> = {}): EarlierTask => ({
  id: title,
  title,
  subject: subjectOf(title),
  timeZone,
  about: null,
  canChange: true,
  due: due.includes("T") ? due : `${due}T12:00`,
  hasTime: due.includes("T"),
  eventHash: null,
  sequence: 0,
  isSameSender: true,
  ...more,
});

const earlier = [
  task("Trip to the zoo", "2026-12-17"),
  task("Swimming", "2026-12-03T15:00"),
  task("Christmas concert", "2026-12-15T14:00"),
  task("Return the permission slip", "2026-12-10"),
  task("Year 2 concert", "2026-12-15"),
  task("Yoga", "2026-12-09", { canChange: false }),
  task("Bring PE kit", "2026-12-04"),
  task("Bring PE kit", "2026-12-11", { id: "second kit" }),
];

async function matchesOf(text: string, tasks = earlier, calendars: string[] = []) {
  const mail = { messageId: "1", sender: null, subject: "News", sentAt, text };
  const incoming = { ...mail, calendars, hasUnreadPart: false };
  const { things } = await readMail(incoming, { timeZone, people: [], takenAt: sentAt });
  return things.map((thing) => {
    const match = matchThing({ ...thing, eventHash: thing.eventId ?? null }, tasks);
    return match && [match.task.id, match.what, match.isSure];
  });
}

test.for<[text: string, match: unknown]>([
  [
    "The trip to the zoo is moved from Thursday 17 December to Friday 18 December.",
    ["Trip to the zoo", "moved", true],
  ],
  ["The zoo trip on 17 December has been moved to the 18th.", ["Trip to the zoo", "moved", true]],
  ["There is no swimming this Thursday, 3 December.", ["Swimming", "cancelled", true]],
  [
    "The Christmas concert will now start at 3pm instead of 2pm on Tuesday 15 December.",
    ["Christmas concert", "moved", true],
  ],
  ["The Christmas concert is on Tuesday 15 December.", ["Christmas concert", "same", true]],
  [
    "Please return the permission slip by Friday 11 December, not Thursday 10 December.",
    ["Return the permission slip", "moved", true],
  ],
  // Without the old day, the sender's only one is a guess.
  ["The zoo trip has moved to 18 December.", ["Trip to the zoo", "moved", false]],
  ["No chess club on 15 December because of the Christmas concert.", undefined],
  ["The Christmas lunch is on Tuesday 15 December.", undefined],
  ["The Year 4 concert on 15 December is cancelled.", undefined],
  // A task that repeats, or that was done, is only known.
  ["Yoga on 9 December is cancelled.", undefined],
  ["Yoga is on 9 December.", ["Yoga", "same", true]],
  // Of two that fit, neither.
  ["PE kit day has moved to 18 December.", undefined],
  ["There is no swimming on Thursday 10 December.", undefined],
  ["The disco is on Friday 18 December.", undefined],
  ["Please return the library books by 10 December.", undefined],
])("%s", async ([text, match]) => {
  expect(await matchesOf(text)).toContainEqual(match);
});

test("another sender's mail moves nothing without its old day", async () => {
  const ofOthers = earlier.map((each) => ({ ...each, isSameSender: false }));
  expect(await matchesOf("The zoo trip has moved to 18 December.", ofOthers)).toEqual([undefined]);
  const [found] = await matchesOf("Swimming is cancelled on 3 December.", ofOthers);
  expect(found).toEqual(["Swimming", "cancelled", false]);
});

const calendar = (lines: string[], method = "REQUEST") =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Oak//EN",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    "UID:party@oak.example",
    "DTSTAMP:20261130T140000Z",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n");

const party = task("Party at Emma's", "2026-12-05T15:00", {
  eventHash: "party@oak.example",
  sequence: 1,
});

test.for<[what: string, lines: string[], method: string]>([
  ["moved", ["DTSTART:20261206T200000Z", "SUMMARY:Fête", "SEQUENCE:2"], "REQUEST"],
  ["same", ["DTSTART:20261205T200000Z", "SUMMARY:Fête", "SEQUENCE:2"], "REQUEST"],
  ["cancelled", ["DTSTART:20261205T200000Z", "SUMMARY:Fête", "SEQUENCE:2"], "CANCEL"],
  // Without a new number, somebody may have moved it by hand.
  ["moved, not sure", ["DTSTART:20261206T200000Z", "SUMMARY:Fête", "SEQUENCE:1"], "REQUEST"],
  // It is older than the known version.
  ["same", ["DTSTART:20261206T200000Z", "SUMMARY:Fête", "SEQUENCE:0"], "REQUEST"],
])("an update of an invitation is known by its name: %s", async ([what, lines, method]) => {
  const found = await matchesOf("Hello", [party], [calendar(lines, method)]);
  const isSure = !what.endsWith("not sure");
  expect(found).toEqual([["Party at Emma's", what.split(",")[0], isSure]]);
});
