import { Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { parseSentences, type ReadSentence } from "#app/domain/understanding/parse-sentences.ts";
import { patternOf } from "./phrases.ts";
import { monthNumbers, weekdayNumbers } from "#app/domain/understanding/lexicon/calendar.ts";
import type { FamilyMember, WeekStart } from "#app/domain/understanding/types.ts";

export interface MailToRead {
  subject: string;
  lines: readonly string[];
  /** A UTC instant: "tomorrow" counts from it. */
  sentAt: string;
  timeZone: string;
  people: FamilyMember[];
  weekStart?: WeekStart | undefined;
}

const maxLine = 1_500;

const monthNames =
  "January February March April May June July August September October November December".split(
    " ",
  );
const fullMonths = monthNames.join("|");
const anyMonth = Object.keys(monthNumbers).join("|");
const anyDay = Object.keys(weekdayNumbers).join("|");
const holidays = [
  "christmas|diwali|easter|eid|hallowe'?en|hanukkah",
  "labou?r day|midsummer|new year|thanksgiving|xmas",
  "family day|father's day|mother's day|valentine'?s?",
].join("|");
const rooms = [
  "class|court|div|division|form|game|gate|grade|group|lane|lesson|level|pad|page|part|pitch|pool",
  "raum|rink|room|round|session|stage|table|term|unit|ward|week|year|yr",
].join("|");
const years = "classes|gr|grades?|y|years?|yrs?";

/** Words that look like a time. */
const beforeDay = "and|at|for|from|in|is|no|on|the|there|we|will|with|" + anyDay + "|" + anyMonth;
const anyOneDay = "a|all|an|any|each|every|first|last|next|off|one|our|same|school|that|the|this";
const masked = patternOf(
  "gi",
  // Addresses.
  String.raw`https?:\/\/\S+|\S+@\S+\.\w+`,
  // Money, and parts of a hundred.
  String.raw`[£$€]\s?\d[\d.,]*(?:,-)?`,
  String.raw`\b\d{1,3}(?:,\d\d\d?)*,\d{3}\b`,
  String.raw`\b\d[\d.,]*\s?(?:€|zł|(?:eur|euros?|chf|rs)\b)`,
  String.raw`\b(?:eur|rs\.?|chf)\s?\d[\d.,]*`,
  String.raw`\b\d+(?:[.,]\d+)?\s?%`,
  // Rooms, classes and ages: "Room 9", "Yrs 3-4", "3b", "U11s".
  String.raw`\b(?:${rooms}|no|nr)\.? \d{1,4}[a-z]?\b` +
    String.raw`(?! ?[ap]\.?m|[:.]\d\d)(?!\s+(?:${fullMonths})\b)`,
  String.raw`\b(?:${years})\.? ?\d{1,2}\s?(?:[/–-]|and|to|&)\s?\d{1,2}\b`,
  String.raw`\b(?:y|yr|ks|gr|u)\d{1,2}s?\b`,
  String.raw`\b\d{1,2}[a-z]\b(?<!\dh)(?! ?\.?m\b)`,
  String.raw`\b(?:u|under)[- ]?\d{1,2}s?\b`,
  String.raw`\b(?:be|been) sat\b|\bsats\b|\bsat (?=tests?\b)`,
  String.raw`\b(?:black friday|cyber monday|fat thursday|palm sunday)\b`,
  // "Before the first practice".
  String.raw`\bthe (?:first|second|third|fourth|fifth) (?!(?:of|and|or|to|${anyDay})\b)[a-z]{3,}`,
  String.raw`\bsun(?= (?:hat|cream|screen|block|glass))|(?<=\b(?:for|in|of|the) )sun\b(?! ?\d)`,
  // "If your child does not come on a Tuesday".
  String.raw`\b(?:on )?(?:a|any) (?:${anyDay})\b`,
  // "St George's Day parade".
  String.raw`(?<!\b(?:on|by|until) |[\w'])(?:st\.? )?(?!(?:${anyOneDay})\b)\w+(?:'s?)? day` +
    String.raw`(?= (?!(?:${beforeDay})\b)[a-z])`,
  String.raw`(?<!\b(?:on|by|before|until|till) )\b(?:${holidays})\b`,
);

/** @param now the instant that "tomorrow" counts from */
export function readSentences(mail: MailToRead, written: string, now: string): ReadSentence[] {
  const kept: string[] = [];
  const text = written.slice(0, maxLine).replace(masked, (words) => {
    kept.push(words);
    return `Zqx${letterOf(kept.length - 1)}`;
  });
  const unmask = (words: string) =>
    words.replaceAll(/zqx([a-z]{2})/gi, (_, letters: string) => kept[indexOf(letters)] ?? "");
  return parseSentences({
    text,
    timeZone: mail.timeZone,
    now,
    familyMembers: mail.people,
    weekStart: mail.weekStart,
  }).map((sentence) => ({
    ...sentence,
    text: unmask(sentence.text),
    tasks: sentence.tasks.map((task) => ({ ...task, title: unmask(task.title) })),
  }));
}

const letterOf = (index: number) =>
  String.fromCharCode(97 + Math.floor(index / 26)) + String.fromCharCode(97 + (index % 26));
const indexOf = (letters: string) =>
  (letters.toLowerCase().charCodeAt(0) - 97) * 26 + letters.toLowerCase().charCodeAt(1) - 97;

/** "9/1" and "9-11/1", but not "Years 1/2" and "1/2 cup". */
const slashedPattern = patternOf(
  "gi",
  String.raw`(?<!\b(?:yrs?|years?|grades?|class|room|stage|group)\.? ?)` +
    String.raw`\b(\d{1,2})(?:\s?[-–]\s?\d{1,2})?\/(\d{1,2})(?:\/(\d{4}|\d{2}))?\b` +
    String.raw`(?!\s?(?:red|gold|blue|green|violin|size|cup|tsp|tbsp|inch))`,
);

/** "Thursday 12/3" */
const slashedWeekdayPattern = patternOf(
  "gi",
  String.raw`\b(${anyDay})\b\.?(?: \w+)?,? ?\(?(1[0-2]|0?[1-9])\/(1[0-2]|0?[1-9])\b`,
);

function writeDayFirst(written: string, day: string, month: string, year = ""): string {
  const name = monthNames[Number(month) - 1];
  if (!name || Number(day) > 31 || Number(day) === 0) return written;
  const century = year.length === 2 ? "20" : "";
  return `${day} ${name}${year && ` ${century}${year}`}`;
}

/** Tests whether "9/1" is the 9th of January: by other dates, or as the zone's countries write. */
export function isDayFirst({ lines, timeZone, sentAt }: MailToRead): boolean {
  const text = lines.join("\n");
  const dates = [...text.matchAll(slashedPattern)].map(
    ([, first, second]) => [Number(first), Number(second)] as const,
  );
  if (dates.some(([first, second]) => first > 12 && second <= 12)) return true;
  if (dates.some(([first, second]) => second > 12 && first <= 12)) return false;
  const sent = wallClockAt(sentAt, timeZone);
  const isOn = (weekday: string, month: number, day: number) => {
    const year = month < sent.month - 2 ? sent.year + 1 : sent.year;
    const date = Temporal.PlainDate.from({ year, month, day });
    return date.dayOfWeek === weekdayNumbers[weekday.toLowerCase()];
  };
  for (const [, weekday = "", first, second] of text.matchAll(slashedWeekdayPattern)) {
    const [isDay, isMonth] = [
      isOn(weekday, Number(second), Number(first)),
      isOn(weekday, Number(first), Number(second)),
    ];
    if (isDay !== isMonth) return isDay;
  }
  const wall = Date.parse(`${sent.toString({ smallestUnit: "minute" })}Z`);
  const hours = Math.round((wall - Date.parse(sentAt)) / 3_600_000);
  return hours > -3 || hours < -10;
}

interface Dates {
  isDayFirst: boolean;
  dottedMonths: ReadonlySet<number>;
}

/** "1.12.", but not "from 8.10." at the end of a sentence. */
const dottedPattern = patternOf(
  "giu",
  String.raw`(?<![\d.:])(\d{1,2})\.(\d{1,2})\.(?!\d|$|\s+\p{Lu}|\n)`,
  String.raw`(?<=\b(?:until|till|by|on|in|the|before) )(\d{1,2})\.(\d{1,2})\.(?!\d)`,
);
const bareDottedPattern = /(?<![\d.:])(\d{1,2})\.(\d{1,2})(?![\d.]|\s?[ap]\.?m)/gi;

/** Where "1.12." is a date, "18.12" is one as well, and no time. */
export const dottedMonthsOf = ({ lines }: MailToRead): ReadonlySet<number> =>
  new Set(
    [...lines.join("\n").matchAll(dottedPattern)]
      .map(([, , month, , later]) => Number(month ?? later))
      .filter((month) => month >= 1 && month <= 12),
  );

/** "10-04-2028" */
const dashedPattern = /\b(\d{1,2})-(\d{1,2})-(20\d\d)\b/g;

function writeDates(line: string, { isDayFirst: dayFirst, dottedMonths }: Dates): string {
  const slashed = line.replaceAll(dashedPattern, "$1/$2/$3");
  const written = dayFirst ? slashed.replaceAll(slashedPattern, writeDayFirst) : slashed;
  return written.replaceAll(bareDottedPattern, (bare, day: string, month: string) =>
    dottedMonths.has(Number(month)) ? writeDayFirst(bare, day, month) : bare,
  );
}

const shortWords =
  "adm|approx|ave|dept|ext|gr|hrs?|incl|jr|max|min|mins?|mt|nos?|rd|rev|rt|sec|smt|sr|st|tel|yrs?";
const cues = "after|at|before|by|for|from|in|leaves|so|starts|till|until";
const clock = String.raw`(\d{1,2})\.([0-5]\d)`;
const shortDays = "mon|tues?|wed|thurs?|fri|sat|sun";
const shortMonths = "jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec";
const comesBack = "back|again|re-?opens?|returns?|resumes?";

const abbreviation = patternOf("gi", String.raw`\b(${shortWords})\.(?= )`);
/** "Mon. 4 Dec." */
const shortDate = patternOf(
  "gi",
  String.raw`\b(${shortDays}|${shortMonths})\.(?=,? (?:the )?\d|,? (?:${shortMonths}))`,
);
const dottedTime = patternOf("gi", String.raw`\b(${cues}) ${clock}(?![\d.])`);
const dottedRange = patternOf("g", String.raw`\b${clock}\s?[-–]\s?${clock}\b`);
/** ", 9 to 11", but not "from 9 to 11 May". */
const spokenRange = patternOf(
  "gi",
  String.raw`(, | from )(\d{1,2}(?::\d\d)?) to (\d{1,2})\b(?! ?(?:${anyMonth}))`,
);
/** "15th-19th Feb" */
const daysOfMonth = patternOf(
  "gi",
  String.raw`(?<![\d:.])\b(\d{1,2})(?:st|nd|rd|th)?(?: ?[-–] ?| to | until | till )` +
    String.raw`(\d{1,2})(?:st|nd|rd|th)?(?: of)? (${anyMonth})\b`,
);
/** "…, and we are back on Monday" does not say when the closure is. */
const andBack = patternOf(
  "gi",
  String.raw`,? and (?!again\b)(?:we |then |we're )?(?:\w+ ){0,3}(?:${comesBack}) ` +
    String.raw`(?=on|at|for|\w+day)(?:[^.;]|\.\d)*`,
);

const dayPart = "morning|afternoon|evening|night|lunchtime|lunch time|arvo";
const ordinal = String.raw`\d{1,2}(?:st|nd|rd|th)`;
const dated =
  String.raw`(?:\d{1,2}(?:st|nd|rd|th)?\.?(?: of)? (?:${anyMonth})\b\.?|` +
  String.raw`(?:${anyMonth})\.? (?:the )?\d{1,2}(?:st|nd|rd|th)?\b|` +
  String.raw`\d{1,2}\/\d{1,2}\b(?:\/\d\d(?:\d\d)?\b)?)`;
const ranked = "class|form|grade|graders?|place|prize|year";
const exactDay = String.raw`(${dated}|${ordinal}\b(?! (?:${ranked})\b))`;
const someWeekday =
  String.raw`\b(?:(?:this|next)(?: coming)? |coming |a week on )?(${anyDay})\b\.?` +
  String.raw`(?: coming| next| week| fortnight)?(?: (?:${dayPart}))?`;
/** "This coming Monday (10th)", "Saturday week, the 20th", "Thursday evening 29/10". */
const dayTwice = patternOf("gi", String.raw`${someWeekday},? (?:the )?${exactDay}`);
const dayAndBracket = patternOf("gi", String.raw`${someWeekday} \((?:the )?${exactDay}\)`);
/** "The following Saturday, that's the 20th". */
const dayExplained = patternOf(
  "gi",
  String.raw`(?:\bthe following )?${someWeekday},? ` +
    String.raw`(?:that's|that is|which is|i\.e\.) (?:the )?${exactDay}`,
);
/** "The Monday after, we meet again", but not "the Monday after half term". */
const weekdayAfter = patternOf(
  "gi",
  String.raw`\bthe (${anyDay}) after(?=[,.;]|$| (?:it|it's|they|we|we're|will|is)\b)`,
);
/** "Every day from Monday 3 to Friday 7 May" begins once. */
const eachDayFrom = patternOf(
  "gi",
  String.raw`\b(?:every|each) (?:day|morning|afternoon|evening) (?=from (?:${anyDay})\b.? ?\d)`,
);
/** "The office asked me to say that she needs a form". */
const asMessenger = patternOf(
  "g",
  String.raw`(?<=^|[.!?] )[^.!?:]{1,40} (?:has )?asked me to ` +
    "(?:let you know|remind you|say|tell you) (?:that )?",
);
const bracketBefore = patternOf("gi", String.raw`\((${anyDay})\.?\) (?=${exactDay})`);
const soon = String.raw`\b(?:today|tomorrow)(?: (?:${dayPart}))?`;
const numbered = String.raw`((?:(?:${anyDay}),? )?)(?:the )?${exactDay}`;
const tomorrowDated = patternOf("gi", String.raw`${soon},? ${numbered}`);
const tomorrowAndBracket = patternOf("gi", String.raw`${soon} \(${numbered}\)`);
/** "On 12th Dec (Saturday)", "12th December, Saturday". */
const dayBehind = patternOf(
  "gi",
  String.raw`(${dated}(?:,? \d{4})?)(?:,? \((?:${anyDay})\.?\)|, (?:${anyDay})\b\.?(?! ?\d))`,
);
/** "Friday 9 to Saturday 10 October": the month belongs to both. */
const between = "to|until|till|through|and|&|-|–";
const dayWithNumber = String.raw`(${anyDay}),? (?:the )?(\d{1,2})(?:st|nd|rd|th)?`;
const sharedMonth = patternOf(
  "gi",
  String.raw`\b${dayWithNumber} (${between}) ${dayWithNumber}(?: of)? (${anyMonth})\b`,
);
/** "Warm-up 12.45", but neither "£5.50" nor "1.5 kg". */
const units = "%|€|eur|euros?|kg|g|km|m|miles?|cm|l|ltr|litres?|metres?|each|per|for|pounds?";
const dottedClock = String.raw`((?:0?[7-9]|1\d|2[0-2]|[1-6]))\.([0-5][05])`;
const bareTime = patternOf(
  "giu",
  String.raw`(?<=^|[\p{L}.,;:–(-] )${dottedClock}(?![\d.]|\s?(?:${units})\b)`,
);
/** "11 till 2". */
const tillRange = patternOf(
  "gi",
  String.raw`(?<!from |[\d:.])\b(\d{1,2}(?::\d\d)?) (?:till|til|until) (?=\d)`,
);
/** "Straight after the register (9.05)". */
const bracketedTime = patternOf("g", String.raw`\((1?\d|2[0-3])\.([0-5]\d)\)`);
/** "8:45 h" is never in the evening. */
const hours24 = /(?<![\d:])(\d):([0-5]\d) ?h\b/g;
/** Nothing of a school begins at nine in the evening. */
const morning = patternOf(
  "gi",
  String.raw`(?<![\d:./-])((?:9|1[01]):[0-5]\d)(?!\d|:|\s?[ap]\.?m|\s?[-–]\s?[\d:]+\s?[ap]\.?m)`,
  String.raw`(?<=\b(?:at|from) )((?:9|1[01]))(?=[,.;)]|:(?!\d)|$| (?:on|in the|sharp|prompt)\b)`,
);
/** "9 to 1" and "10-12.30" begin in the morning, "1-3" does not. */
const morningRange = patternOf(
  "giu",
  String.raw`(?<=[\p{L}\d:.,(–-] )((?:[89]|1[01])(?::[0-5]\d)?)( ?[-–] ?| to | till | until )` +
    String.raw`(?=(?:1[0-2]|[1-9])(?::[0-5]\d)?(?![\d:/]|\.\d)(?! ?(?:${anyMonth}|%|years|yrs)\b))`,
);
/** "7.30 for 8pm" */
const dinnerTime = /\b(\d{1,2}(?:[:.]\d\d)?) for (\d{1,2}(?:[:.]\d\d)?) ?(pm)\b/gi;
const dayOfMonth = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
const lastYear = patternOf(
  "gi",
  String.raw`,? (?:on|in) (?:the )?${dayOfMonth}(?: of)? (?:${anyMonth}),? last (?:year|yr)\b`,
);

/** "Starts on 8 September and is every Tuesday from 4:30". */
const listOfWeekdays = `(?:(?:${anyDay})(?:,| and| &|,? or)? ?){1,5}`;
const andWeekly = patternOf(
  "gi",
  String.raw`\s+and (?:is|are|runs?|will be) (?:every|each) ${listOfWeekdays}`,
);

/** Each is a spelling that the rules of understanding do not know, or read as something else. */
const spellings: [written: RegExp, plain: string][] = [
  [/\b(\w+day) \((\d[^()]{0,20})\)/g, "$1 $2"],
  [/’/g, "'"],
  [/\bw\/c\b|\bweek (?:commencing|beginning)\b/gi, "week of"],
  [abbreviation, "$1"],
  [tomorrowDated, "$1$2"],
  [tomorrowAndBracket, "$1$2"],
  [/,? \bbefore (?:and|&) after school\b(?! (?:care|club))/gi, ""],
  [/\b(?:straight |right )?after school,? (?=\(?(?:from |at )?\d)/gi, ""],
  [/\b(today|tonight)(?: and| or|\/) tomorrow\b/gi, "$1"],
  // Midnight belongs to the day before it.
  [
    /\b(?:by |before |until )?(?:midnight|11:59 ?pm)(?: on)? (?=(?:\w+day|the \d|\d|this)\b)/gi,
    "by ",
  ],
  [/\b(\w+day) (?:at|by) midnight\b/gi, "$1"],
  [/\bany (?:day|time) before\b/gi, "before"],
  [/\b(?:a week today|today week)\b/gi, "in 7 days"],
  [/\b(?:a week tomorrow|tomorrow week)\b/gi, "in 8 days"],
  [dayExplained, "$1 $2"],
  [weekdayAfter, "the following $1"],
  [eachDayFrom, ""],
  [asMessenger, ""],
  // A school's week ends on Friday.
  [/\b(before|by|until|till) (?:the )?end of (?:the|this) (?:school )?week\b/gi, "$1 Friday"],
  [bracketBefore, "$1 "],
  [dayAndBracket, "$1 $2"],
  [dayTwice, "$1 $2"],
  [dayBehind, "$1"],
  [lastYear, " last year"],
  [daysOfMonth, "$1 $3 - $2 $3"],
  [sharedMonth, "$1 $2 $6 $3 $4 $5 $6"],
  [tillRange, "from $1 till "],
  [bracketedTime, ", at $1:$2"],
  [/\b(\d{1,2})H\b/g, "$1 H"],
  [dottedRange, "$1:$2-$3:$4"],
  [spokenRange, "$1$2-$3"],
  [/\bthis (?:year|month|week|term)'s\b/gi, "the"],
  [/\bfor \w+ (?:mon|tues|wednes|thurs|fri|satur|sun)days\b/gi, ""],
  [andBack, ""],
  [andWeekly, " "],
  [dottedTime, "$1 $2:$3"],
  // "Breakfast from 8.10."
  [/\b(before|by|till|until) (\d{1,2})\.(00|15|[2-5][05])(?=\.(?:$|\s+[A-Z]))/g, "$1 $2:$3"],
  [/\b(at|from) (\d{1,2})\.([0-5]\d)(?=\.(?:$|\s+[A-Z]))/g, "$1 $2:$3"],
  [bareTime, "$1:$2"],
  // "7.12. - 11.12.2026"
  [/\b(\d{1,2}\.\d{1,2}\.)(?:\d{4})? ?[–-] ?\d{1,2}\.\d{1,2}\.(\d{4})?/g, "$1$2"],
  // "12.-14.3."
  [/\b(\d{1,2})\.\s?[–-]\s?\d{1,2}\.(\d{1,2})\.(\d{4})?/g, "$1.$2.$3"],
  [/\(([^()]{0,40}?)[!?]+\)/g, "($1)"],
  [shortDate, "$1"],
  [dinnerTime, "$1$3"],
  [hours24, "0$1:$2"],
  [morningRange, "$1 am$2"],
  [morning, "$1$2 am"],
  // "17:30 h"
  [/(\d) ?h\b(?=[ .,]|$)/g, "$1"],
];

/** Writes what the sentences' end and the days depend on as the rules expect it. */
export const prepare = (line: string, dates: Dates): string =>
  spellings.reduce(
    (text, [written, plain]) => text.replaceAll(written, plain),
    writeDates(line, dates),
  );
