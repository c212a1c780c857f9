import { readDoer } from "../../assignee/assignee-names.ts";
import { MONTHS, PARTS, UNITS, WEEKDAYS, WEEKDAY_PLURALS } from "../../lexicon/calendar.ts";
import type { Clock, Cue, Day, Part, Stretch, Unit, When } from "../../types.ts";
import { readCount, readDayOfMonth, readHour, readMinute, readNth, readWhole, readYear } from "./numbers.ts";
import type { Found, Reader, Scan } from "../engine/reader.ts";

/** What a slot of a pattern can hold. */
export interface SlotValues {
  /** How many: digits, words, "a", "a couple of", "half a". */
  count: number;
  /** A number in digits or words. */
  number: number;
  /** 0 to 24; `isExact` where it is written as a 24-hour clock shows it: 07, 17. */
  hour: { hour: number; isExact: boolean };
  /** 0 to 59, in two digits or in words. */
  minute: number;
  /** 1 to 31; `isOrdinal` for 5th and fifth. */
  dayOfMonth: { day: number; isOrdinal: boolean };
  /** First is 1, last is -1, last but one is -2. */
  nth: number;
  /** Four digits, or two after 2000. */
  year: number;
  /** Monday is 1. */
  weekday: number;
  weekdays: number;
  month: number;
  unit: Unit;
  part: Part;
  half: "am" | "pm";
  /** Who can be asked to do things, by the name that the household has for them. */
  doer: string;
  stretch: Stretch;
  clock: Clock;
  /** A day of the calendar: "October 20th", "10/19". */
  date: Day;
  /** Any day. */
  day: Day;
  holiday: Day;
  cue: Cue;
  /** One time, neither repeated nor a range. */
  point: When;
}

type TerminalSlot = Exclude<keyof SlotValues, "stretch" | "clock" | "date" | "day" | "holiday" | "cue" | "point">;

/** The slots that are single words or numbers; the others are made of rules (grammar.ts). */
export const TERMINALS: { [Name in TerminalSlot]: Reader<SlotValues[Name]> } = {
  count: readCount,
  number: readWhole,
  hour: readHour,
  minute: readMinute,
  dayOfMonth: readDayOfMonth,
  nth: readNth,
  year: readYear,
  weekday: wordIn(WEEKDAYS),
  weekdays: wordIn(WEEKDAY_PLURALS),
  month: wordIn(MONTHS),
  unit: wordIn(UNITS),
  part: wordIn(PARTS),
  half: readHalf,
  doer: readDoer,
};

/** "am" and "pm" in any spelling; "3p" and "9a" only when they touch the number. */
function readHalf({ tokens }: Scan, at: number): Found<"am" | "pm"> | null {
  const { word, isGlued } = tokens[at]!;
  if (word === "am" || word === "pm") return { value: word, next: at + 1 };
  if (isGlued && (word === "a" || word === "p")) return { value: word === "a" ? "am" : "pm", next: at + 1 };
  return null;
}

/** Reads one of the words; an abbreviation may end in a full stop ("Oct."). */
function wordIn<Value>(lexicon: Readonly<Record<string, Value>>): Reader<Value> {
  const values = new Map(Object.entries(lexicon));
  return ({ tokens }, at) => {
    const word = tokens[at]!.word;
    const value = values.get(word);
    if (value === undefined) return null;
    const hasStop =
      word.length <= 5 && tokens[at + 1]?.word === "." && tokens[at + 1]!.isGlued && at + 2 < tokens.length;
    return { value, next: hasStop ? at + 2 : at + 1 };
  };
}
