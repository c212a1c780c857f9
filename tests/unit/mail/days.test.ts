import { expect, test } from "vitest";
import { findThings } from "#app/domain/mail/reading/find-things.ts";
import { findMailLines } from "#app/domain/mail/reading/mail-lines.ts";
import { parseMail } from "#app/domain/mail/reading/parse-mail.server.ts";

/** A Thursday. */
const sentAt = "2026-11-26T09:00:00.000Z";

async function read(lines: string[]) {
  const things = await findThings({
    subject: "News",
    lines: ["Dear parents,", "", ...lines, "", "Thank you."],
    sentAt,
    timeZone: "Europe/London",
    people: [],
  });
  return things.map(
    ({ due, hasTime, title }) => `${due?.local.slice(0, hasTime ? 16 : 10) ?? "none"} ${title}`,
  );
}

test.each([
  ["12th December, Saturday", "2026-12-12"],
  ["this coming Monday (30th)", "2026-11-30"],
  ["Thursday evening, 10 December", "2026-12-10"],
  ["next Thursday, 12/3", "2026-12-03"],
  ["tomorrow (Friday 27th)", "2026-11-27"],
  ["(Sat) 12/12", "2026-12-12"],
  ["a week tomorrow", "2026-12-04"],
  ["27th-29th january", "2027-01-27"],
  ["07.12.-11.12.", "2026-12-07"],
  ["7.12. - 11.12.2026", "2026-12-07"],
  ["the first Monday of December", "2026-12-07"],
  ["Saturday 12 December, 7.30 for 8pm", "2026-12-12T19:30"],
])("a trip is %s", async (day, expected) => {
  expect(await read([`The museum trip is ${day}.`])).toEqual([`${expected} Museum trip`]);
});

test.each([
  [
    "The fair is on Monday 7th December, and the forms are due on Friday 4th.",
    ["2026-12-07 Fair", "2026-12-04 Forms"],
  ],
  [
    "The play is on Tuesday 8th December at 9.30am and again on Thursday 10th December at 2pm.",
    ["2026-12-08T09:30 Play", "2026-12-10T14:00 Play"],
  ],
  [
    "We close at 3pm on Wednesday 9 December, and stay closed Thursday and Friday.",
    ["2026-12-09T15:00 We close", "2026-12-10 Stay closed"],
  ],
  ["The concert is on Saturday 12 December, 9:00-11:30.", ["2026-12-12T09:00 Concert"]],
  ["The concert is on Saturday 12 December, 9 to 1.", ["2026-12-12T09:00 Concert"]],
  ["The concert is on Saturday 12 December at 8:45 h.", ["2026-12-12T08:45 Concert"]],
  [
    "The bus can't run before the middle of the month, so the farm trip is moved to " +
      "Thursday 3 December.",
    ["2026-12-03 Farm trip is moved"],
  ],
  ["No Saturday classes on 5th December.", ["2026-12-05 No classes"]],
  [
    "Measurement form – the pink sheet. Back by Monday 7 December.",
    ["2026-12-07 Measurement form: pink sheet"],
  ],
  ["Please fill in the form. It closes on Monday 7 December.", ["2026-12-07 Fill in the form"]],
  ["Orders must be in by midnight on Friday 4 December.", ["2026-12-04 Orders must be in"]],
  ["A late fee of £5 is added to balances not paid by 4 December.", []],
  ["If the snow gets worse we'll call by 6am on Friday 27 November.", []],
  ["Jago's meal account is -£7.80 (last meal: 26/11/2026, jacket potato).", []],
  ["Juniors Sat 9.30-10.30, Tues 5.30-6.30", []],
])("%s", async (line, expected) => {
  expect(await read([line])).toEqual(expected);
});

test("a day above, a name and its times belong together", async () => {
  expect(
    await read([
      "DEC 12",
      "",
      "Mini Meet, Rec 2",
      "Saturday. Warm-up 9:15 a.m., march-in 9:45.",
      "",
      "TASTY TUESDAY",
      "Please bring a piece of fruit.",
    ]),
  ).toEqual([
    "2026-12-12T09:15 Mini Meet, Rec 2",
    "2026-12-01 TASTY TUESDAY: bring a piece of fruit",
  ]);
});

test("a deadline, a plan and a note of the lines before count below", async () => {
  expect(
    await read([
      "The health forms are due by Monday 30 November.",
      "The cost is £32, by bank transfer by the same day.",
      "",
      "School will close early at 12.30pm on Friday 4 December.",
      "All clubs that day are cancelled. Children in late care can stay until 5pm.",
      "",
      "Join us to celebrate Noah's 6th birthday!",
      "",
      "When: Saturday 12 December, 2-4pm",
    ]),
  ).toEqual([
    "2026-11-30 Health forms",
    "2026-11-30 Cost is £32, by bank transfer",
    "2026-12-04T12:30 School will close early",
    "2026-12-04 All clubs are cancelled",
    "2026-12-12T14:00 Join us to celebrate Noah's 6th birthday",
  ]);
});

test("a quoted mail keeps its lines, and a calendar's leaf becomes one", async () => {
  const source = [
    "Subject: Fwd: Show",
    "Content-Type: text/plain; charset=utf-8; format=flowed",
    "",
    "Begin forwarded message:",
    "",
    "> From: Dance <dance@example.com>",
    "> Date: 8 March 2027",
    "> Subject: Show",
    "> ",
    "> MAR",
    "> 15",
    "> ",
    "> No class.",
  ].join("\n");
  const { text } = await parseMail(Buffer.from(source));
  expect(findMailLines(text, { isForward: true }).lines).toEqual([
    "",
    "MAR 15",
    "",
    "No class.",
    "",
  ]);
});
