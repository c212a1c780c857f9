import { expect, test } from "vitest";
import { parseMail } from "#app/domain/mail/reading/parse-mail.server.ts";
import { readMail } from "#app/domain/mail/reading/read-mail.server.ts";

const sentAt = "Mon, 10 Jun 2041 12:00:00 +0000";

interface Invitation {
  method?: string;
  /** The lines of each event. */
  events: string[][];
  /** The mail's own text. */
  text?: string;
}

const calendarOf = ({ method = "REQUEST", events }: Omit<Invitation, "text">) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `METHOD:${method}`,
    ...events.flatMap((lines) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"]),
    "END:VCALENDAR",
  ].join("\r\n");

const mailOf = (text: string, calendars: string[]) =>
  [
    "From: Oak School <office@oak.example>",
    "Subject: Hello",
    `Date: ${sentAt}`,
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    ...["text/plain", ...calendars.map(() => "text/calendar")].flatMap((type, index) => [
      "--b",
      `Content-Type: ${type}; charset=utf-8`,
      "",
      index === 0 ? text : calendars[index - 1]!,
    ]),
    "--b--",
  ].join("\r\n");

const reader = { timeZone: "Europe/London", people: [], takenAt: "2041-06-10T13:00:00.000Z" };

async function read(source: string) {
  const { things } = await readMail(await parseMail(Buffer.from(source)), reader);
  return things.map(
    ({ title, due, hasTime, kind }) =>
      `${kind} ${hasTime ? due?.local : due?.local.slice(0, 10)} ${title}`,
  );
}

const readInvitation = ({ text = "", ...invitation }: Invitation) =>
  read(mailOf(text, [calendarOf(invitation)]));

const evening = ["UID:1@oak.example", "SUMMARY:Parents' evening", "DTSTART:20410612T170000Z"];

test("an invitation's event is proposed at the household's time", async () => {
  expect(await readInvitation({ events: [evening] })).toEqual([
    "event 2041-06-12T18:00 Parents' evening",
  ]);
});

test("an event of a whole day has a date, and one without a zone its own clock", async () => {
  const fair = ["UID:2@oak.example", "SUMMARY:Book fair", "DTSTART;VALUE=DATE:20410613"];
  const play = ["UID:3@oak.example", "SUMMARY:School play", "DTSTART:20410614T183000"];
  expect(await readInvitation({ method: "PUBLISH", events: [fair, play] })).toEqual([
    "event 2041-06-13 Book fair",
    "event 2041-06-14T18:30 School play",
  ]);
});

test("an event has the time of Exchange's own zone", async () => {
  const changes = [
    ["STANDARD", "16010101T020000", "+0100", "+0000", "10"],
    ["DAYLIGHT", "16010101T010000", "+0000", "+0100", "3"],
  ].flatMap(([name, start, from, to, month]) => [
    `BEGIN:${name}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    `RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=${month}`,
    `END:${name}`,
  ]);
  const winter = [
    "UID:4@oak.example",
    "SUMMARY:Review",
    "DTSTART;TZID=GMT Standard Time:20411212T133000",
  ];
  const calendar = calendarOf({ events: [winter] }).replace(
    "BEGIN:VEVENT",
    ["BEGIN:VTIMEZONE", "TZID:GMT Standard Time", ...changes, "END:VTIMEZONE", "BEGIN:VEVENT"].join(
      "\r\n",
    ),
  );
  expect(await read(mailOf("", [calendar]))).toEqual(["event 2041-12-12T13:30 Review"]);
});

test("what is cancelled is said, once", async () => {
  const cancelled = [...evening.with(1, "SUMMARY:Canceled: Parents' evening"), "STATUS:CANCELLED"];
  const text = "Sorry, the parents' evening on Wednesday 12 June is cancelled.";
  for (const events of [[cancelled], [cancelled.slice(0, -1)]])
    expect(await readInvitation({ method: "CANCEL", events, text })).toEqual([
      "cancelled 2041-06-12T18:00 Cancelled: Parents' evening",
    ]);
});

test("the text and its calendar's file say the same thing once", async () => {
  const text =
    "I invite you to our meeting on Wednesday 12 June at 6pm. Please sign the form by Friday.";
  const things = await readInvitation({ events: [evening], text });
  expect(things[0]).toBe("event 2041-06-12T18:00 Parents' evening");
  expect(things.filter((thing) => thing.includes("T18:00"))).toHaveLength(1);
  expect(things.join()).toContain("2041-06-14 Sign the form");
});

test("a file that comes twice counts once", async () => {
  const calendar = calendarOf({ events: [evening] });
  expect(await read(mailOf("", [calendar, `${calendar}\r\n`]))).toHaveLength(1);
});

test("a series is proposed with its next date, and what changes in it by itself", async () => {
  const club = ["UID:4@oak.example", "SUMMARY:Chess club", "DTSTART:20410501T150000Z"];
  const repeated = [...club, "RRULE:FREQ=WEEKLY"];
  const off = [...club.with(2, "DTSTART:20410619T150000Z"), "RECURRENCE-ID:20410619T150000Z"];
  expect(await readInvitation({ events: [repeated, [...off, "STATUS:CANCELLED"]] })).toEqual([
    "event 2041-06-12T16:00 Chess club",
    "cancelled 2041-06-19T16:00 Cancelled: Chess club",
  ]);
});

test("a cancelled series is said with its next date", async () => {
  const club = ["UID:4@oak.example", "SUMMARY:Chess club", "DTSTART:20410501T150000Z"];
  const repeated = [...club, "RRULE:FREQ=WEEKLY"];
  for (const events of [[repeated], [[...repeated, "STATUS:CANCELLED"]]])
    expect(await readInvitation({ method: "CANCEL", events })).toEqual([
      "cancelled 2041-06-12T16:00 Cancelled: Chess club",
    ]);
});

test("the last change of an event counts", async () => {
  const moved = [...evening.with(2, "DTSTART:20410613T170000Z"), "SEQUENCE:2"];
  expect(await readInvitation({ events: [evening, moved] })).toEqual([
    "event 2041-06-13T18:00 Parents' evening",
  ]);
});

test.each([
  ["what is over", { events: [evening.with(2, "DTSTART:20410609T170000Z")] }],
  ["somebody's answer to an invitation", { method: "REPLY", events: [evening] }],
  ["an event without a start", { events: [evening.slice(0, 2)] }],
  [
    "the 30th of February",
    {
      events: [
        [...evening.with(2, "DTSTART:20400101"), "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"],
      ],
    },
  ],
])("%s is not proposed", async (_, invitation) => {
  expect(await readInvitation(invitation)).toEqual([]);
});

test("a calendar of 10,000 events is read in part, and says so", async () => {
  const events = Array.from({ length: 10_000 }, (_, index) => [
    `UID:${index}@oak.example`,
    `SUMMARY:Day ${index}`,
    "DTSTART:20410612T170000Z",
  ]);
  const text = "Please sign the form by Friday.";
  const mail = await parseMail(Buffer.from(mailOf(text, [calendarOf({ events })])));
  const { things, hasUnreadPart } = await readMail(mail, reader);
  expect(things).toHaveLength(21);
  expect(things.at(-1)!.title).toBe("Sign the form");
  expect(hasUnreadPart).toBe(true);
});
