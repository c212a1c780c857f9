import { expect, test } from "vitest";
import { adverbRepetitionRules } from "#app/domain/understanding/grammar/repetition/adverbs.ts";
import {
  monthNumbers,
  timeUnits,
  weekdayNumbers,
  weekdayPluralNumbers,
} from "#app/domain/understanding/lexicon/calendar.ts";
import { dayTimes } from "#app/domain/understanding/lexicon/day-times.ts";
import { holidayDates } from "#app/domain/understanding/lexicon/holidays.ts";
import { numberWords, ordinalWords } from "#app/domain/understanding/lexicon/numbers.ts";
import { parseOne } from "./tables.ts";

/** Reads a due date and a repetition, on Wednesday, 7 October 2026, at 08:30 in New York. */
function readDate(text: string): string {
  const timeZone = "America/New_York";
  const { due, repeats } = parseOne({
    text,
    timeZone,
    now: "2026-10-07T12:30:00Z",
    familyMembers: [],
  });
  return [due?.local, repeats?.rule].filter(Boolean).join(" ") || "no date";
}

/** The meanings of a table's words, written a second time: a slip in the table fails here. */
const tables: Record<string, { words: string[]; text: string; meanings: string }> = {
  weekdays: {
    words: Object.keys(weekdayNumbers),
    text: "call mum on WORD at noon",
    meanings: `
      monday mon: 2026-10-12T12:00
      tuesday tues tue: 2026-10-13T12:00
      wednesday weds wed: 2026-10-07T12:00
      thursday thurs thur thu: 2026-10-08T12:00
      friday fri: 2026-10-09T12:00
      saturday sat: 2026-10-10T12:00
      sunday sun: 2026-10-11T12:00`,
  },
  "weekdays in plural": {
    words: Object.keys(weekdayPluralNumbers),
    text: "call mum WORD",
    meanings: `
      mondays: 2026-10-12T12:00 FREQ=WEEKLY;BYDAY=MO
      tuesdays: 2026-10-13T12:00 FREQ=WEEKLY;BYDAY=TU
      wednesdays: 2026-10-14T12:00 FREQ=WEEKLY;BYDAY=WE
      thursdays: 2026-10-08T12:00 FREQ=WEEKLY;BYDAY=TH
      fridays: 2026-10-09T12:00 FREQ=WEEKLY;BYDAY=FR
      saturdays: 2026-10-10T12:00 FREQ=WEEKLY;BYDAY=SA
      sundays: 2026-10-11T12:00 FREQ=WEEKLY;BYDAY=SU`,
  },
  months: {
    words: Object.keys(monthNumbers),
    text: "call mum on WORD 20",
    meanings: `
      january jan: 2027-01-20T12:00
      february feb: 2027-02-20T12:00
      march mar: 2027-03-20T12:00
      april apr: 2027-04-20T12:00
      may: 2027-05-20T12:00
      june jun: 2027-06-20T12:00
      july jul: 2027-07-20T12:00
      august aug: 2027-08-20T12:00
      september sept sep: 2027-09-20T12:00
      october oct: 2026-10-20T12:00
      november nov: 2026-11-20T12:00
      december dec: 2026-12-20T12:00`,
  },
  units: {
    words: Object.keys(timeUnits),
    text: "call mum in 2 WORD",
    meanings: `
      minute minutes min mins: 2026-10-07T08:32
      hour hours hr hrs h: 2026-10-07T10:30
      day days: 2026-10-09T12:00
      week weeks wk wks: 2026-10-21T12:00
      fortnight fortnights: 2026-11-04T12:00
      month months: 2026-12-07T12:00
      year years yr yrs: 2028-10-07T12:00`,
  },
  numbers: {
    words: [...numberWords.keys()],
    text: "call mum in WORD minutes",
    meanings: `
      zero: no date
      one: 2026-10-07T08:31
      two: 2026-10-07T08:32
      three: 2026-10-07T08:33
      four: 2026-10-07T08:34
      five: 2026-10-07T08:35
      six: 2026-10-07T08:36
      seven: 2026-10-07T08:37
      eight: 2026-10-07T08:38
      nine: 2026-10-07T08:39
      ten: 2026-10-07T08:40
      eleven: 2026-10-07T08:41
      twelve: 2026-10-07T08:42
      thirteen: 2026-10-07T08:43
      fourteen: 2026-10-07T08:44
      fifteen: 2026-10-07T08:45
      sixteen: 2026-10-07T08:46
      seventeen: 2026-10-07T08:47
      eighteen: 2026-10-07T08:48
      nineteen: 2026-10-07T08:49
      twenty: 2026-10-07T08:50
      thirty: 2026-10-07T09:00
      forty: 2026-10-07T09:10
      fifty: 2026-10-07T09:20
      sixty: 2026-10-07T09:30
      seventy: 2026-10-07T09:40
      eighty: 2026-10-07T09:50
      ninety: 2026-10-07T10:00`,
  },
  ordinals: {
    words: [...ordinalWords.keys()],
    text: "call mum on december WORD",
    meanings: `
      first: 2026-12-01T12:00
      second: 2026-12-02T12:00
      third: 2026-12-03T12:00
      fourth: 2026-12-04T12:00
      fifth: 2026-12-05T12:00
      sixth: 2026-12-06T12:00
      seventh: 2026-12-07T12:00
      eighth: 2026-12-08T12:00
      ninth: 2026-12-09T12:00
      tenth: 2026-12-10T12:00
      eleventh: 2026-12-11T12:00
      twelfth: 2026-12-12T12:00
      thirteenth: 2026-12-13T12:00
      fourteenth: 2026-12-14T12:00
      fifteenth: 2026-12-15T12:00
      sixteenth: 2026-12-16T12:00
      seventeenth: 2026-12-17T12:00
      eighteenth: 2026-12-18T12:00
      nineteenth: 2026-12-19T12:00
      twentieth: 2026-12-20T12:00
      thirtieth: 2026-12-30T12:00`,
  },
  adverbs: {
    words: adverbRepetitionRules.flatMap(({ say }) => (say.includes("{") ? [] : say.split("|"))),
    text: "call mum WORD",
    meanings: `
      daily everyday: 2026-10-07T12:00 FREQ=DAILY
      nightly: 2026-10-07T20:00 FREQ=DAILY
      weekly: 2026-10-12T12:00 FREQ=WEEKLY
      fortnightly biweekly: 2026-10-12T12:00 FREQ=WEEKLY;INTERVAL=2
      bi-weekly: 2026-10-12T12:00 FREQ=WEEKLY;INTERVAL=2
      monthly: 2026-11-01T12:00 FREQ=MONTHLY
      quarterly: 2026-11-01T12:00 FREQ=MONTHLY;INTERVAL=3
      semiannually biannually: 2026-11-01T12:00 FREQ=MONTHLY;INTERVAL=6
      yearly annually: 2027-01-01T12:00 FREQ=YEARLY`,
  },
};

test.each(Object.entries(tables))("each word of the %s means what it says", (_, table) => {
  const expected = table.meanings
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [, words = "", meaning = ""] = /^\s*(.+?): (.+)$/.exec(line) ?? [];
      return words.split(" ").map((word) => [word, meaning]);
    });
  const words = table.words.map((word) => word.replaceAll(" - ", "-"));
  expect(expected.map(([word]) => word)).toEqual(words);
  expect(words.map((word) => [word, readDate(table.text.replace("WORD", word))])).toEqual(expected);
});

/** The next of each holiday. In 2027, Easter is on March 28. */
const holidays = `
  new years day|new year day|new years|new year: 2027-01-01
  epiphany|three kings day: 2027-01-06
  martin luther king day|martin luther king jr day|mlk day|mlk: 2027-01-18
  burns night|burn night: 2027-01-25
  groundhog day: 2027-02-02
  valentines day|valentine day|valentines|valentine|st valentine day: 2027-02-14
  presidents day|president day|washingtons birthday|washington birthday: 2027-02-15
  leap day: 2028-02-29
  st davids day|st david day: 2027-03-01
  pi day: 2027-03-14
  st patricks day|st patrick day|saint patricks day|saint patrick day|st paddys day|st paddy day|paddys day|paddy day|st pattys day|st patty day: 2027-03-17
  april fools day|april fools|april fool day: 2027-04-01
  tax day: 2027-04-15
  earth day: 2027-04-22
  st georges day|st george day: 2027-04-23
  may day: 2027-05-01
  cinco de mayo: 2027-05-05
  mothers day|mother day: 2027-05-09
  memorial day: 2027-05-31
  flag day: 2027-06-14
  juneteenth: 2027-06-19
  fathers day|father day: 2027-06-20
  canada day: 2027-07-01
  independence day|fourth of july|4 th of july: 2027-07-04
  bastille day: 2027-07-14
  labor day|labour day: 2027-09-06
  grandparents day|grandparent day: 2027-09-12
  columbus day|indigenous peoples day|indigenous people day: 2026-10-12
  halloween|halloween day: 2026-10-31
  all saints day: 2026-11-01
  all souls day: 2026-11-02
  election day: 2026-11-03
  bonfire night|guy fawkes night|guy fawkes day: 2026-11-05
  veterans day|veteran day|remembrance day|armistice day: 2026-11-11
  remembrance sunday: 2026-11-08
  thanksgiving day|thanksgiving: 2026-11-26
  thanksgiving eve: 2026-11-25
  black friday: 2026-11-27
  small business saturday: 2026-11-28
  cyber monday: 2026-11-30
  giving tuesday: 2026-12-01
  st andrews day|st andrew day: 2026-11-30
  st nicholas day|saint nicholas day: 2026-12-06
  st lucia day: 2026-12-13
  christmas eve|xmas eve: 2026-12-24
  christmas day|christmas|xmas day|xmas: 2026-12-25
  boxing day: 2026-12-26
  new years eve|new year eve|nye: 2026-12-31
  mardi gras|shrove tuesday|pancake day|fat tuesday: 2027-02-09
  ash wednesday: 2027-02-10
  mothering sunday: 2027-03-07
  palm sunday: 2027-03-21
  maundy thursday|holy thursday: 2027-03-25
  good friday: 2027-03-26
  holy saturday|easter saturday|easter eve: 2027-03-27
  easter sunday|easter day|easter: 2027-03-28
  easter monday: 2027-03-29
  ascension day: 2027-05-06
  whit sunday|pentecost: 2027-05-16
  whit monday: 2027-05-17`;

test("each holiday is on its date", () => {
  const expected = holidays
    .trim()
    .split("\n")
    .map((line) => line.trim().split(": "));
  expect(expected.map(([names]) => names)).toEqual(Object.keys(holidayDates));
  const readings = expected.map(([names = ""]) => [
    names,
    [...new Set(names.split("|").map((name) => readDate(`call mum on ${name}`).slice(0, 10)))].join(
      " ",
    ),
  ]);
  expect(readings).toEqual(expected);
});

/** Today's time of each part of the day, by the pattern that reads it. */
const times: Record<string, [time: string, ...texts: string[]]> = {
  "before|after breakfast": ["08:00", "before breakfast", "after breakfast"],
  "breakfast [-] time": ["08:00", "at breakfast time", "at breakfast-time"],
  "before school": ["08:00", "before school"],
  "after school": ["15:00", "after school"],
  "before work": ["08:00", "before work"],
  "lunchtime|lunch-time": ["12:00", "at lunchtime"],
  "at|by|before|over|during|around lunch": ["12:00", "at lunch", "by lunch", "during lunch"],
  "lunch time": ["12:00", "at lunch time"],
  "after lunch": ["13:00", "after lunch"],
  "after work": ["17:00", "after work"],
  "[the] end of the|my|this|business [work|working|business] day": [
    "17:00",
    "by the end of the day",
    "by end of business day",
  ],
  "[the] end of day": ["17:00", "by end of day", "by the end of day"],
  "eod|cob": ["17:00", "by eod", "by cob"],
  "close of business": ["17:00", "by close of business"],
  "dinnertime|suppertime|teatime": ["18:00", "at dinnertime", "at suppertime", "at teatime"],
  "dinner|supper|tea time": ["18:00", "at dinner time", "at supper time", "at tea time"],
  "before dinner|supper": ["18:00", "before dinner", "before supper"],
  "after dinner|supper": ["19:00", "after dinner", "after supper"],
  bedtime: ["20:00", "at bedtime"],
  "before bed": ["20:00", "before bed"],
  "before bedtime": ["20:00", "before bedtime"],
};

test("each part of the day is at its hour", () => {
  expect(Object.keys(times)).toEqual(Object.keys(dayTimes));
  for (const [time, ...texts] of Object.values(times))
    for (const text of texts)
      expect([text, readDate(`call mum tomorrow ${text}`)]).toEqual([text, `2026-10-08T${time}`]);
});
