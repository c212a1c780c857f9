import { expect, test } from "vitest";
import type { LearnedWords } from "#app/domain/understanding/types.ts";
import { parseOne } from "./tables.ts";

/** On Wednesday at 08:30 in New York. */
const parse = (text: string, learned: LearnedWords[] = []) =>
  parseOne({
    text,
    timeZone: "America/New_York",
    now: "2026-10-07T12:30:00Z",
    familyMembers,
    learned,
  });
const familyMembers = [
  { name: "Nora", relation: "child" },
  { name: "Ines", relation: "grandparent" },
];
const wordsIn = (text: string, spans: { start: number; end: number }[]) =>
  spans.map(({ start, end }) => text.slice(start, end));

test.each(["dentist on Friday at 3", "buy milk", "pick up Nora at 17:15", "dinner on Friday at 7"])(
  "“%s” leaves no doubt",
  (text) => {
    const sure = {
      confident: { due: true, category: true, title: true },
      otherDues: [],
      notUnderstood: [],
    };
    expect(parse(text)).toMatchObject(sure);
  },
);

test("Saturday at 8 may be in the evening", () => {
  const { due, confident, otherDues } = parse("soccer on Saturday at 8");
  expect([due?.local, confident.due]).toEqual(["2026-10-10T08:00", false]);
  expect(otherDues.map(({ local }) => local)).toEqual(["2026-10-10T20:00"]);
});

test("bins out before 7 may be for the truck in the morning", () => {
  const { due, otherDues } = parse("bins out before 7 on Friday");
  expect([due?.local, otherDues.map(({ local }) => local)]).toEqual([
    "2026-10-09T07:00",
    ["2026-10-09T19:00"],
  ]);
  expect(parse("bins out at 7 on Friday").due?.local).toBe("2026-10-09T19:00");
});

test.each([
  ["fri pickup 5", "2026-10-09T17:00", "2026-10-09T12:00"],
  ["tomorrow 9 dentist", "2026-10-08T09:00", "2026-10-08T12:00"],
  ["630 dinner sat with the Smiths", "2026-10-10T18:30", "2026-10-10T12:00"],
])("the number of “%s” is likely an hour, but may count something", (text, local, other) => {
  const { due, confident, otherDues } = parse(text);
  expect([due?.local, confident.due, otherDues.map((each) => each.local)]).toEqual([
    local,
    false,
    [other],
  ]);
});

test.each([
  ["tomorrow 9 flu shots", "2026-10-08T09:00", "2026-10-08T12:00"],
  ["Friday 2 tire deliveries", "2026-10-09T12:00", "2026-10-09T14:00"],
  ["the train on Friday at 5", "2026-10-09T17:00", "2026-10-09T05:00"],
  ["call Ines at 9", "2026-10-07T09:00", "2026-10-07T21:00"],
  ["call Ines at 7", "2026-10-07T19:00", "2026-10-08T07:00"],
])("“%s” leaves its hour in doubt", (text, local, other) => {
  const { due, confident, otherDues } = parse(text);
  expect([due?.local, confident.due, otherDues.map((each) => each.local)]).toEqual([
    local,
    false,
    [other],
  ]);
});

test("an hour of today that is over is not offered", () => {
  expect(parse("soccer today at 8").otherDues).toEqual([]);
});

test("a request with only a time is likely due on the day of its story", () => {
  const { title, due, confident, otherDues } = parse(
    "Nora has a half day on Friday, so please pick her up at noon",
  );
  expect([title, due?.local, confident.due]).toEqual(["Pick her up", "2026-10-09T12:00", false]);
  expect(otherDues.map(({ local }) => local)).toEqual(["2026-10-07T12:00"]);
});

test.each(["order Monday brand shampoo", "join the 5am club", "find a recipe for Sunday gravy"])(
  "the time words of “%s” may describe a thing",
  (text) => expect(parse(text).confident.due).toBe(false),
);

test("a weekday in front of a thing is its name, and its day the other reading", () => {
  const { title, due, otherDues } = parse("order Monday brand shampoo");
  expect([title, due, otherDues.map(({ local }) => local)]).toEqual([
    "Order Monday brand shampoo",
    null,
    ["2026-10-12T12:00"],
  ]);
  expect(parse("make Tuesday tacos on Thursday")).toMatchObject({
    title: "Make Tuesday tacos",
    due: { local: "2026-10-08T12:00" },
  });
});

test.each([
  "call the vet on Friday at 9",
  "oil change on Friday at 8",
  "conference call on Friday at 10",
])("“%s” is during the day", (text) =>
  expect(parse(text)).toMatchObject({ confident: { due: true }, otherDues: [] }),
);

test.each(["fri buy 12 eggs", "Monday 2 new tires", "a table for 6 on Friday"])(
  "“%s” names no hour",
  (text) => {
    expect(parse(text).due?.local).toMatch(/T12:00$/);
  },
);

test("a second day in the text is the other reading", () => {
  const { due, otherDues } = parse("the party on Friday was moved, it is on Saturday now");
  expect([due?.local, ...otherDues.map(({ local }) => local)].toSorted()).toEqual([
    "2026-10-09T12:00",
    "2026-10-10T12:00",
  ]);
});

test.each([
  ["board games on Feb 30 at 5pm", ["on Feb 30"]],
  ["board games 30.2. at 5pm", ["30.2."]],
  ["board games 2027-02-30 at 5pm", ["2027-02-30"]],
  ["board games 31.11.2027 at 5pm", ["31.11.2027"]],
  ["board games 2/30/2027 at 5pm", ["2/30/2027"]],
  ["recoger a Nora mañana a las 17:00", ["mañana"]],
  ["call the plumber yesterday at 4", ["yesterday"]],
  ["pick up the cake on Nora's birthday at 3", ["on Nora's birthday"]],
])("“%s” has no date, and the words that name one are known", (text, words) => {
  const { title, due, confident, notUnderstood } = parse(text);
  expect({ due, sure: confident.due, words: wordsIn(text, notUnderstood) }).toEqual({
    due: null,
    sure: false,
    words,
  });
  expect(title.toLowerCase()).toBe(text.toLowerCase());
});

test("only what stands around may decide the category, and then it is unsure", () => {
  const { category, confident } = parse(
    "Ines was at the clinic on Monday. Please call them back on Friday at 3.",
  );
  expect({ category, sure: confident.category }).toEqual({ category: "Elders", sure: false });
});

test("what the household has taught decides where no child or elder is named", () => {
  const learned: LearnedWords[] = [
    { words: ["swim"], kind: "category", category: "Elders" },
    { words: ["book", "club"], kind: "category", category: "Kids" },
  ];
  const parseTaught = (text: string) => parse(text, learned);
  expect(parseTaught("swim on Friday").category).toBe("Elders");
  expect(parseTaught("swim with Nora on Friday").category).toBe("Kids");
  expect(parseTaught("the club meets on Friday, bring the book").category).toBe("Kids");
  expect(parseTaught("return the book on Friday").category).toBe("Household");
});

test("a taught time counts if only a day or a part of it is said", () => {
  const learned: LearnedWords[] = [{ words: ["dinner"], kind: "time", time: "18:30" }];
  const dueOf = (text: string) => parse(text, learned).due?.local ?? null;
  expect(dueOf("dinner with Ines on Friday")).toBe("2026-10-09T18:30");
  expect(dueOf("dinner tonight")).toBe("2026-10-07T18:30");
  expect(dueOf("plan the dinner tomorrow morning")).toBe("2026-10-08T09:00");
  expect(dueOf("dinner on Friday at 5")).toBe("2026-10-09T17:00");
  expect(dueOf("plan the dinner")).toBeNull();
});

/** On Monday at 21:13 in New York. */
const inTheEvening = (text: string) =>
  parseOne({ text, timeZone: "America/New_York", now: "2026-11-24T02:13:20.000Z", familyMembers });

test.each([
  ["remind me at 5am today to call the vet", "at 5am today"],
  ["call the vet today at 8", "today at 8"],
  ["dinner tonight at 8", "tonight at 8"],
  ["renew the passport by Nov 1 2020", "by Nov 1 2020"],
  ["pay the rent yesterday", "yesterday"],
])("the time of “%s” has passed, so there is no date", (text, words) => {
  const { due, notUnderstood, hasPassed } = inTheEvening(text);
  expect([due, wordsIn(text, notUnderstood), hasPassed]).toEqual([null, [words], true]);
});

test.each([
  ["take the pizza out in 0 minutes", "in 0 minutes"],
  ["board games on Feb 30", "on Feb 30"],
])("“%s” is no time, but none that has passed", (text, words) => {
  const { due, notUnderstood, hasPassed } = inTheEvening(text);
  expect([due, wordsIn(text, notUnderstood), hasPassed]).toEqual([null, [words], false]);
});

test.each(["dinner tonight", "water the plants this morning"])(
  "“%s” is due at the next full hour",
  (text) => {
    expect(inTheEvening(text).due?.local).toBe("2026-11-23T22:00");
  },
);

test.each([
  ["dentist in 2 hours, remind me 3 hours before", null, true],
  ["dentist at 11pm and remind me 3 hours before", null, true],
  ["remind me at 5am today to call grandma at 11pm", null, true],
  ["dentist tomorrow at 9am and remind me 3 hours before", "2026-11-24T06:00", false],
])("the reminder of “%s” is missed only if its time has passed", (text, local, isMissed) => {
  const { remindAt, missesReminder } = inTheEvening(text);
  expect([remindAt?.local ?? null, missesReminder]).toEqual([local, isMissed]);
});

test.each([
  ["Feb 30 call Ines", "Feb 30"],
  ["every Feb 30 call Ines", "Feb 30"],
  ["on November 31st dinner", "on November 31st"],
  ["31.4.", "31.4."],
  ["31.4. dentist", "31.4."],
  ["dentist 31.4.", "31.4."],
  ["Feb 29, 2027 party", "Feb 29, 2027"],
])("“%s” has no date, and says which words were not understood", (text, words) => {
  const { due, notUnderstood } = parse(text);
  expect([due, wordsIn(text, notUnderstood)]).toEqual([null, [words]]);
});

test("every 0 days is no repetition", () => {
  expect(parse("water the plants every 0 days")).toMatchObject({ due: null, repeats: null });
});

test.each([
  ["trash every Tue/Thu", "Trash", "FREQ=WEEKLY;BYDAY=TU,TH"],
  ["gym every Mon/Wed/Fri", "Gym", "FREQ=WEEKLY;BYDAY=MO,WE,FR"],
  ["gym every Mon, Wed, Fri", "Gym", "FREQ=WEEKLY;BYDAY=MO,WE,FR"],
])("“%s” repeats on each of its days", (text, title, rule) => {
  expect(parse(text)).toMatchObject({ title, repeats: { rule } });
});

test("9/1 may be January 9 where people do not write the month first", () => {
  const request = {
    text: "dentist on 9/1 at 10:30 am",
    now: "2026-10-07T12:30:00Z",
    familyMembers,
  };
  expect(parseOne({ ...request, timeZone: "America/New_York" }).confident.due).toBe(true);
  const { due, confident, otherDues } = parseOne({ ...request, timeZone: "Europe/London" });
  expect([due?.local, confident.due]).toEqual(["2027-09-01T10:30", false]);
  expect(otherDues.map(({ local }) => local)).toEqual(["2027-01-09T10:30"]);
});

test.each([
  "pick up the tuxes two days before the wedding on October 10",
  "print the 11-19 program today at 3",
  "pay property tax every April 10 and Dec 10",
])("“%s” leaves its date in doubt: one is left that no rule read", (text) => {
  const { due, confident } = parse(text);
  expect([due === null, confident.due]).toEqual([false, false]);
});

test("the taxi for eight on Thursday is at eight, and may be for eight people", () => {
  const { due, confident, otherDues } = parse("book the taxi for eight on Thursday");
  expect([due?.local, confident.due]).toEqual(["2026-10-08T08:00", false]);
  expect(otherDues.map(({ local }) => local)).toContain("2026-10-08T12:00");
});

test("what was learned goes for repeats too", () => {
  const learned: LearnedWords[] = [
    { kind: "category", words: ["gym"], category: "Kids" },
    { kind: "time", words: ["gym"], time: "18:30" },
  ];
  const { due, category, repeats } = parse("every Mon, Wed, Fri: gym", learned);
  expect([due?.local, category, repeats?.rule]).toEqual([
    "2026-10-07T18:30",
    "Kids",
    "FREQ=WEEKLY;BYDAY=MO,WE,FR",
  ]);
});
