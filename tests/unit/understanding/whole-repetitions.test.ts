import { expect, test } from "vitest";
import { parseOne } from "./tables.ts";

/** On Wednesday at 08:30 in New York. */
const parse = (text: string) =>
  parseOne({ text, timeZone: "America/New_York", now: "2026-10-07T12:30:00Z", familyMembers: [] });

test.each([
  [
    "Yoga every week on tuesday and thursday at 7pm",
    "Yoga",
    "2026-10-08T19:00",
    "FREQ=WEEKLY;BYDAY=TU,TH",
  ],
  [
    "yoga every tuesday and on thursday at 7pm",
    "Yoga",
    "2026-10-08T19:00",
    "FREQ=WEEKLY;BYDAY=TU,TH",
  ],
  [
    "yoga every tuesday and every thursday at 7pm",
    "Yoga",
    "2026-10-08T19:00",
    "FREQ=WEEKLY;BYDAY=TU,TH",
  ],
  ["yoga every tuesday at 7pm and thursday", "Yoga", "2026-10-08T19:00", "FREQ=WEEKLY;BYDAY=TU,TH"],
  [
    "yoga weekly on mon, wed and fri at 7",
    "Yoga",
    "2026-10-09T07:00",
    "FREQ=WEEKLY;BYDAY=MO,WE,FR",
  ],
  ["yoga weekly on tuesdays and thursdays", "Yoga", "2026-10-08T12:00", "FREQ=WEEKLY;BYDAY=TU,TH"],
  [
    "yoga every week on tuesday and thursday and saturday",
    "Yoga",
    "2026-10-08T12:00",
    "FREQ=WEEKLY;BYDAY=TU,TH,SA",
  ],
  ["yoga every single tuesday and thursday", "Yoga", "2026-10-08T12:00", "FREQ=WEEKLY;BYDAY=TU,TH"],
  [
    "every week on tues and thurs yoga at 7pm",
    "Yoga",
    "2026-10-08T19:00",
    "FREQ=WEEKLY;BYDAY=TU,TH",
  ],
  [
    "every week on tuesday and thursday until christmas yoga",
    "Yoga",
    "2026-10-08T12:00",
    "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261225",
  ],
  [
    "twice a week on tuesday and thursday yoga",
    "Yoga",
    "2026-10-08T12:00",
    "FREQ=WEEKLY;BYDAY=TU,TH",
  ],
  [
    "yoga three times a week on mon wed fri",
    "Yoga",
    "2026-10-09T12:00",
    "FREQ=WEEKLY;BYDAY=MO,WE,FR",
  ],
  ["pay the tax every half year", "Pay the tax", "2026-11-01T12:00", "FREQ=MONTHLY;INTERVAL=6"],
  ["gym every week: mon, wed, fri", "Gym", "2026-10-09T12:00", "FREQ=WEEKLY;BYDAY=MO,WE,FR"],
  ["gym every week on weekdays", "Gym", "2026-10-08T12:00", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
  ["gym every week on the weekend", "Gym", "2026-10-10T12:00", "FREQ=WEEKLY;BYDAY=SA"],
  ["trash every week tuesday and friday", "Trash", "2026-10-09T12:00", "FREQ=WEEKLY;BYDAY=TU,FR"],
  ["trash each week on monday, thursday", "Trash", "2026-10-08T12:00", "FREQ=WEEKLY;BYDAY=MO,TH"],
  ["trash every tuesday plus thursday", "Trash", "2026-10-08T12:00", "FREQ=WEEKLY;BYDAY=TU,TH"],
  ["swim class once a week on friday", "Swim class", "2026-10-09T12:00", "FREQ=WEEKLY;BYDAY=FR"],
  [
    "piano every other week on tuesday and thursday",
    "Piano",
    "2026-10-08T12:00",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH",
  ],
  [
    "piano biweekly on mondays and fridays",
    "Piano",
    "2026-10-09T12:00",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR",
  ],
  [
    "piano every 2 weeks on monday and friday at 6pm",
    "Piano",
    "2026-10-09T18:00",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR",
  ],
  [
    "every two weeks on tuesday and thursday starting oct 20 physio",
    "Physio",
    "2026-10-20T12:00",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH",
  ],
  [
    "pay rent every month on the 1st and 15th",
    "Pay rent",
    "2026-10-15T12:00",
    "FREQ=MONTHLY;BYMONTHDAY=1,15",
  ],
  [
    "pay rent monthly on the 1st and the 15th",
    "Pay rent",
    "2026-10-15T12:00",
    "FREQ=MONTHLY;BYMONTHDAY=1,15",
  ],
  [
    "pay rent on the 1st, 10th and 20th of every month",
    "Pay rent",
    "2026-10-10T12:00",
    "FREQ=MONTHLY;BYMONTHDAY=1,10,20",
  ],
  ["every 20th pay the sitter", "Pay the sitter", "2026-10-20T12:00", "FREQ=MONTHLY;BYMONTHDAY=20"],
  [
    "every quarter on the 1st pay taxes",
    "Pay taxes",
    "2026-11-01T12:00",
    "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1",
  ],
  [
    "change the water filter every 3 months on the first",
    "Change the water filter",
    "2026-11-01T12:00",
    "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1",
  ],
  [
    "book club every month on the 2nd and 4th tuesday",
    "Book club",
    "2026-10-13T12:00",
    "FREQ=MONTHLY;BYDAY=2TU,4TU",
  ],
  [
    "every month on the first monday and third monday book club",
    "Book club",
    "2026-10-19T12:00",
    "FREQ=MONTHLY;BYDAY=1MO,3MO",
  ],
  [
    "every january and july change batteries",
    "Change batteries",
    "2027-01-01T12:00",
    "FREQ=MONTHLY;INTERVAL=6",
  ],
  [
    "water plants every day except sunday",
    "Water plants",
    "2026-10-07T12:00",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA",
  ],
  [
    "yoga every week on tuesday, thursday, or saturday",
    "Yoga",
    "2026-10-08T12:00",
    "FREQ=WEEKLY;BYDAY=TU,TH,SA",
  ],
  [
    "every 2nd week on monday and thursday trash",
    "Trash",
    "2026-10-08T12:00",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH",
  ],
  [
    "bins every fortnight on tuesday and friday",
    "Bins",
    "2026-10-09T12:00",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR",
  ],
  [
    "every week on tuesday and call the bank",
    "Call the bank",
    "2026-10-13T12:00",
    "FREQ=WEEKLY;BYDAY=TU",
  ],
])("“%s” repeats on all the days that it names", (text, title, local, rule) => {
  expect(parse(text)).toMatchObject({
    title,
    due: { local },
    repeats: { rule },
    unreadRepetition: null,
  });
});

test.each([
  ["feed fish every 3 days and on sundays", "every 3 days and on sundays"],
  ["pills every day at 8am and 8pm", "every day at 8am and 8pm"],
  ["pills every day at 8am, 8pm", "every day at 8am, 8pm"],
  ["pills daily at 8 and 20:00", "daily at 8 and 20:00"],
  ["pills every day in the morning and evening", "every day in the morning and evening"],
  ["yoga every tuesday at 7pm and thursday at 8pm", "every tuesday at 7pm and thursday at 8pm"],
  ["trash every other monday and every friday", "every other monday and every friday"],
  ["every 3 months on jan 15 pay taxes", "every 3 months on jan 15"],
  ["yoga every week on tuesday or thursday at 7pm", "every week on tuesday or thursday at 7pm"],
  [
    "every week on tuesday evening and thursday morning yoga",
    "every week on tuesday evening and thursday morning",
  ],
  [
    "yoga every tuesday until june and every friday after that",
    "every tuesday until june and every friday",
  ],
  ["pay property tax every april 10 and dec 10", "every april 10 and dec 10"],
])("“%s” is no rule: its words stay, and nothing repeats by half of them", (text, words) => {
  const { title, due, repeats, unreadRepetition, confident } = parse(text);
  expect(title.toLowerCase()).toBe(text);
  expect(due).not.toBeNull();
  expect([repeats, confident.due]).toEqual([null, false]);
  expect(text.slice(unreadRepetition!.start, unreadRepetition!.end)).toBe(words);
});

test("a repetition with two times a day elsewhere is no rule either", () => {
  const text = "every day for a week antibiotics at 8am and 8pm";
  const { title, due, repeats, unreadRepetition, confident } = parse(text);
  expect([title, due?.local, repeats]).toEqual([
    "Every day for a week antibiotics",
    "2026-10-08T08:00",
    null,
  ]);
  expect([text.slice(unreadRepetition!.start, unreadRepetition!.end), confident.due]).toEqual([
    "every day for a week",
    false,
  ]);
});

test.each(["every second and fourth week clean", "every 1st and 3rd of january call mom"])(
  "“%s” names no days of each month",
  (text) => expect(parse(text).repeats).toBeNull(),
);
