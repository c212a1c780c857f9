import { expect, test } from "vitest";
import { findThings } from "#app/domain/mail/reading/find-things.ts";

/** A Thursday. */
const sentAt = "2026-11-26T09:00:00.000Z";

async function read(lines: string[], subject = "News") {
  const things = await findThings({
    subject,
    lines: ["Dear parents,", "", ...lines, "", "Thank you."],
    sentAt,
    timeZone: "Europe/London",
    people: [],
  });
  return things.map(({ due, hasTime, title, isSure }) => {
    const day = due?.local.slice(0, hasTime ? 16 : 10) ?? "none";
    return `${day}${isSure ? "" : "?"} ${title}`;
  });
}

test.each([
  "Riverside 5/118 (Ned 2/12, Ada 3/12) lost to Park 6/121",
  "Ms Hill | Piano and recorder | 01632 960 101 (not after 8pm please)",
  "A very special thanks to the Okoyes for the buns at the Thursday concert.",
  "Unfortunately the hall is already booked on Friday.",
  "Reply here or call Deb at 512-555-0140, weekdays 12-6:30.",
  "No child may come on the bus from Monday 7 December without a card.",
  "The photos will be on our website by Friday.",
  "The following clubs are affected by the works on Monday 7 December:",
  "I'd like to talk about the group with Mr Osei on Tuesdays.",
])("nothing is asked by: %s", async (line) => {
  expect(await read([line])).toEqual([]);
});

test.each([
  ["Mia needs more wipes.", ["none Mia needs more wipes"]],
  ["We're running low on tissues.", ["none We're running low on tissues"]],
  [
    "Ava is down to her last two nappies, so please bring a new pack tomorrow.",
    ["2026-11-27 Ava is down to her last two nappies"],
  ],
  [
    "She has to return the book before Friday 4 December.",
    ["2026-12-04 She has to return the book"],
  ],
  [
    "Registration for spring is open through Tuesday 8 December.",
    ["2026-12-08 Registration for spring is open"],
  ],
  ["Health forms will be needed by 4 December.", ["2026-12-04 Health forms will be needed"]],
  ["Total due by Friday 4 December - £79.50", ["2026-12-04 Total - £79.50"]],
  ["Tuition fee 48,500 Mon, 07-12-2026", ["2026-12-07 Tuition fee 48,500"]],
])("%s", async (line, expected) => {
  expect(await read([line])).toEqual(expected);
});

test.each([
  ["The blitz is on the following Saturday, that's the 5th of December.", ["2026-12-05 Blitz"]],
  [
    "WORKING SATURDAY: 5th December will be a school day.",
    ["2026-12-05 WORKING SATURDAY: will be a school day"],
  ],
  [
    "The lesson from Thursday we will make up on Saturday 5 December at 11:00.",
    ["2026-12-05T11:00 Lesson we will make up"],
  ],
  [
    "Please bring the lantern (the children take it home on Wednesday) on Friday.",
    ["2026-11-27 Bring the lantern"],
  ],
  [
    "Please return the form by Friday 4 December as the group starts on Monday.",
    ["2026-12-04 Return the form"],
  ],
  ["As Monday is a bank holiday, homework is due on Tuesday 8 December.", ["2026-12-08 Homework"]],
  [
    "Because the pool is shut on Wednesday, swimming is on Thursday 3 December.",
    ["2026-12-03 Swimming"],
  ],
  [
    "Instead of Tuesday, choir meets on Wednesday 2 December at 3pm.",
    ["2026-12-02T15:00 Instead of Tuesday, choir meets"],
  ],
  [
    "Bookings open on Monday 30 November at 9am and close on Friday 4 December.",
    ["2026-11-30T09:00 Bookings open", "2026-12-04 Bookings close"],
  ],
  ["Swimming is every day from Monday 30 November to Friday 4 December.", ["2026-11-30 Swimming"]],
  [
    "Mon 7 December - hat parade 9.10am in the hall, and last day of term: 2.30pm finish",
    ["2026-12-07T09:10 Hat parade in the hall", "2026-12-07T14:30 Last day of term: finish"],
  ],
])("of several days, the right one counts: %s", async (line, expected) => {
  expect(await read([line])).toEqual(expected);
});

test("a question proposes a time, and is no sure thing", async () => {
  expect(
    await read(["Would Thursday 3 December at quarter to five suit you?"], "How Ava is doing"),
  ).toEqual(["2026-12-03T16:45? How Ava is doing: would suit you"]);
});

test("a heading tells more about a date of the list above", async () => {
  expect(
    await read([
      "DATES",
      "Mon 7 December - Science museum trip, Year 4",
      "Tues 8 December - School photos",
      "",
      "MUSEUM TRIP",
      "Buses leave at 9.15 so please be early. Bring lunch.",
      "",
      "SCHOOL PHOTOS",
      "Full uniform on the 8th, please.",
    ]),
  ).toEqual(["2026-12-07T09:15 Science museum trip, Year 4", "2026-12-08 School photos"]);
});

test("below a name, a day and a time, the lines say where and what", async () => {
  expect(
    await read([
      "Kestrels vs Flyers",
      "Saturday, December 5",
      "7:15 AM - 8:15 AM",
      "Ice hall, Pad 2",
    ]),
  ).toEqual(["2026-12-05T07:15 Kestrels vs Flyers"]);
});

test("a subject's day and a table's head are no topic", async () => {
  expect(
    await read(["We have rearranged it for Monday 7 December."], "URGENT: Farm trip tomorrow"),
  ).toEqual(["2026-12-07 Farm trip: we have rearranged it"]);
  expect(
    await read([
      "Description - Amount",
      "",
      "The fair is on Monday 7 December.",
      "",
      "Stop Old New",
      "Lane 7.10 6.55",
      "The bus is off on Tuesday 8 December.",
    ]),
  ).toEqual(["2026-12-07 Fair", "2026-12-08 Bus is off"]);
});

test("a weekday before the week above is a guess", async () => {
  expect(
    await read([
      "Monday 7 - Friday 11 December: Book week",
      "Friday: quiz. Tell us your team by Thursday.",
    ]),
  ).toEqual(["2026-12-07 Book week", "2026-12-11 Quiz", "2026-12-03? Tell us your team"]);
});
