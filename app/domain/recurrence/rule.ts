/**
 * The part of RFC 5545's recurrence rules that Mila supports (section 3.3.10). Weeks start on
 * Monday.
 */
export interface Rule {
  frequency: "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  interval: number;
  months: number[];
  /** Negative days count from the end: -1 is the month's last day. */
  monthDays: number[];
  /** `nth` counts within the month, negative from its end; null means all of them. */
  weekdays: { weekday: Weekday; nth: number | null }[];
  /** Selects from the days that the other parts yield: -1 is the last of them. */
  positions: number[];
  count: number | null;
  /** YYYY-MM-DD. */
  until: string | null;
}

export const weekdayCodes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
type Weekday = (typeof weekdayCodes)[number];

/** Repeats by the calendar, or some time after the task was done. */
export type Schedule =
  | { type: "calendar"; rule: Rule }
  | { type: "completion"; frequency: Rule["frequency"]; interval: number };

export type ParsedRule = { status: "accepted"; rule: Rule } | { status: "refused"; words: string };

const maxInterval = 999;

/** Refuses each rule that Mila would not repeat as RFC 5545 says, and explains why. */
export function parseRule(text: string): ParsedRule {
  const parts = splitParts(text);
  if (!parts) return refused("I can't read how this repeats.");
  const frequency = parts.get("FREQ") ?? "";
  if (/^(HOUR|MINUTE|SECOND)LY$/.test(frequency))
    return refused("I repeat tasks by the day, not by the hour.");
  if (!isFrequency(frequency)) return refused("I can't read how this repeats.");
  const unknown = [...parts.keys()].find((name) => !knownParts.has(name));
  if (unknown) return refused(`I can't repeat tasks by ${unknown}.`);
  if ((parts.get("WKST") ?? "MO") !== "MO") return refused("I count weeks from Monday.");
  if (Number(parts.get("INTERVAL") ?? 1) > maxInterval) {
    return refused(`I count up to every ${maxInterval} days, weeks, months or years.`);
  }
  const rule = readParts(frequency, parts);
  if (!rule) return refused("I can't read how this repeats.");
  const [words] = refusals.find(([, isMeant]) => isMeant(rule)) ?? [];
  return words ? refused(words) : { status: "accepted", rule };
}

/** Writes the rule in RFC 5545's format. Equal rules give the same text. */
export function writeRule(rule: Rule): string {
  const parts = [
    `FREQ=${rule.frequency}`,
    rule.interval > 1 && `INTERVAL=${rule.interval}`,
    rule.months.length > 0 && `BYMONTH=${rule.months.join(",")}`,
    rule.monthDays.length > 0 && `BYMONTHDAY=${rule.monthDays.join(",")}`,
    rule.weekdays.length > 0 &&
      `BYDAY=${rule.weekdays.map(({ weekday, nth }) => `${nth ?? ""}${weekday}`).join(",")}`,
    rule.positions.length > 0 && `BYSETPOS=${rule.positions.join(",")}`,
    rule.count !== null && `COUNT=${rule.count}`,
    rule.until !== null && `UNTIL=${rule.until.replaceAll("-", "")}`,
  ];
  return parts.filter(Boolean).join(";");
}

const knownParts = new Set([
  "FREQ",
  "INTERVAL",
  "BYMONTH",
  "BYMONTHDAY",
  "BYDAY",
  "BYSETPOS",
  "COUNT",
  "UNTIL",
  "WKST",
]);

/** Returns null for a text that is not a list of different parts. */
function splitParts(text: string): Map<string, string> | null {
  const parts = new Map<string, string>();
  for (const part of text.trim().toUpperCase().split(";")) {
    const [, name, value] = /^([A-Z]+)=([-+A-Z0-9,]+)$/.exec(part) ?? [];
    if (!name || !value || parts.has(name)) return null;
    parts.set(name, value);
  }
  return parts;
}

function refused(words: string): ParsedRule {
  return { status: "refused", words };
}

function isFrequency(text: string): text is Rule["frequency"] {
  return ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].includes(text);
}

function readParts(frequency: Rule["frequency"], parts: Map<string, string>): Rule | null {
  const interval = readNumbers(parts.get("INTERVAL") ?? "1", { max: maxInterval });
  const months = readNumbers(parts.get("BYMONTH"), { max: 12 });
  const monthDays = readNumbers(parts.get("BYMONTHDAY"), { max: 31, isSigned: true });
  const weekdays = readWeekdays(parts.get("BYDAY"));
  const positions = readNumbers(parts.get("BYSETPOS"), { max: 31, isSigned: true });
  const count = readNumbers(parts.get("COUNT"), { max: 9_999 });
  const until = readDate(parts.get("UNTIL"));
  if (
    !interval ||
    !months ||
    !monthDays ||
    !weekdays ||
    !positions ||
    !count ||
    until === undefined
  )
    return null;
  if (interval.length > 1 || count.length > 1) return null;
  const lists = { months, monthDays, weekdays, positions };
  return { frequency, interval: interval[0] ?? 1, ...lists, count: count[0] ?? null, until };
}

/** Returns null for a text that is not a list of such numbers. */
function readNumbers(
  text: string | undefined,
  { max, isSigned = false }: { max: number; isSigned?: boolean },
) {
  if (text === undefined) return [];
  const isList = text
    .split(",")
    .every((one) => (isSigned ? /^[-+]?\d{1,4}$/ : /^\d{1,4}$/).test(one));
  const numbers = [...new Set(text.split(",").map(Number))].toSorted((one, other) => one - other);
  return isList && numbers.every((one) => one !== 0 && Math.abs(one) <= max) ? numbers : null;
}

function readWeekdays(text: string | undefined): Rule["weekdays"] | null {
  const read = [...new Set(text?.split(","))].map((one) =>
    /^([-+]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)$/.exec(one),
  );
  if (read.includes(null)) return null;
  return read
    .map((one) => ({ weekday: one?.[2] as Weekday, nth: one?.[1] ? Number(one[1]) : null }))
    .toSorted((one, other) => (one.nth ?? 0) - (other.nth ?? 0) || indexOf(one) - indexOf(other));
}

const indexOf = ({ weekday }: { weekday: Weekday }) => weekdayCodes.indexOf(weekday);

/**
 * Accepts a date only, because the day of an instant depends on the zone. Returns undefined for any
 * other text.
 */
function readDate(text: string | undefined): string | null | undefined {
  if (text === undefined) return null;
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  return year && new Date(`${date}T00:00Z`).toJSON()?.startsWith(date) ? date : undefined;
}

const isByMonth = ({ frequency }: Rule) => frequency === "MONTHLY" || frequency === "YEARLY";
const isNth = ({ weekdays }: Rule) => weekdays.some(({ nth }) => nth !== null);

/** RFC 5545 forbids these rules or leaves them undefined, or no sentence can express them. */
const refusals: [words: string, isMeant: (rule: Rule) => boolean][] = [
  [
    "Choose a last day or a number of times, not both.",
    ({ count, until }) => count !== null && until !== null,
  ],
  [
    "A day of the month can only repeat by the month or year.",
    (rule) => rule.monthDays.length > 0 && !isByMonth(rule),
  ],
  [
    "A first or last weekday can only repeat by the month or year.",
    (rule) => isNth(rule) && !isByMonth(rule),
  ],
  [
    "A first or last weekday can't be combined with other days.",
    (rule) =>
      isNth(rule) && (rule.monthDays.length > 0 || rule.weekdays.some(({ nth }) => nth === null)),
  ],
  [
    "Say in which month of the year.",
    ({ frequency, months, monthDays, weekdays }) =>
      frequency === "YEARLY" && months.length === 0 && monthDays.length + weekdays.length > 0,
  ],
  [
    "A position needs the weekdays of a month.",
    (rule) =>
      rule.positions.length > 0 &&
      (rule.frequency !== "MONTHLY" ||
        isNth(rule) ||
        rule.weekdays.length === 0 ||
        rule.monthDays.length > 0),
  ],
];
