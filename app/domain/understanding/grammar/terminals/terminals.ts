import {
  dayParts,
  monthNumbers,
  timeUnits,
  weekdayNumbers,
  weekdayPluralNumbers,
} from "#app/domain/understanding/lexicon/calendar.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { SlotValues } from "../engine/slots.ts";
import type { Match, Reader, Scan } from "../engine/types.ts";
import { readAssignee } from "./assignee.ts";
import { readDayOfMonth, readDaysOfMonth, readNth, readYear } from "./calendar-numbers.ts";
import { readHour, readMinute } from "./clock-numbers.ts";
import { readCount } from "./counts.ts";
import { readInteger } from "./integers.ts";
import { readAnyWeekdays, readWeekdayLetters, readWeekdayList } from "./weekday-lists.ts";

type TerminalSlot = Exclude<
  keyof SlotValues,
  "done" | "duration" | "clock" | "date" | "day" | "holiday" | "cue" | "point"
>;

export const terminals: { [Name in TerminalSlot]: Reader<SlotValues[Name]> } = {
  count: readCount,
  number: readInteger,
  hour: readHour,
  minute: readMinute,
  dayOfMonth: readDayOfMonth,
  daysOfMonth: readDaysOfMonth,
  nth: readNth,
  year: readYear,
  weekday: wordIn(weekdayNumbers),
  weekdays: wordIn(weekdayPluralNumbers),
  month: wordIn(monthNumbers),
  unit: wordIn(timeUnits),
  part: wordIn(dayParts),
  half: readHalf,
  assignee: readAssignee,
  participle: readParticiple,
  weekdayList: readWeekdayList,
  anyWeekdays: readAnyWeekdays,
  weekdayLetters: readWeekdayLetters,
};

function readParticiple({ tokens }: Scan, at: number): Match<true> | null {
  const { word } = tokens[at]!;
  return participles.has(word) || (word.length > 4 && word.endsWith("ed"))
    ? { value: true, next: at + 1 }
    : null;
}

const participles = wordSet(
  "done given taken cut fed put made sent paid seen swept bought read complete due over",
);

/** Reads "am", "pm" and the spoken "p m"; "a" and "p" only when attached to the number: "3p". */
function readHalf({ tokens }: Scan, at: number): Match<"am" | "pm"> | null {
  const { word, isAttached } = tokens[at]!;
  if ((word === "a" || word === "p") && tokens[at + 1]?.word === "m")
    return { value: word === "a" ? "am" : "pm", next: at + 2 };
  if (word === "am" || word === "pm") return { value: word, next: at + 1 };
  if (isAttached && (word === "a" || word === "p"))
    return { value: word === "a" ? "am" : "pm", next: at + 1 };
  return null;
}

/** Reads a word of the lexicon; an abbreviation may end in a period ("Oct."). */
function wordIn<Value>(lexicon: Readonly<Record<string, Value>>): Reader<Value> {
  const values = new Map(Object.entries(lexicon));
  return ({ tokens }, at) => {
    const word = tokens[at]!.word;
    const value = values.get(word);
    if (value === undefined) return null;
    const hasPeriod =
      word.length <= 5 &&
      tokens[at + 1]?.word === "." &&
      tokens[at + 1]!.isAttached &&
      at + 2 < tokens.length;
    return { value, next: hasPeriod ? at + 2 : at + 1 };
  };
}
