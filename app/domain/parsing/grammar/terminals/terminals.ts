import { MONTHS, PARTS, UNITS, WEEKDAY_PLURALS, WEEKDAYS } from "../../lexicon/calendar.ts";
import type { Found, Reader, Scan } from "../engine/reader.ts";
import type { SlotValues } from "../engine/slots.ts";
import { readDoer } from "./assignee.ts";
import { readCount, readDayOfMonth, readHour, readMinute, readNth, readWhole, readYear } from "./numbers.ts";

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
