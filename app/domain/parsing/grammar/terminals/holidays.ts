import { Temporal } from "#app/domain/time.ts";
import { everyYear, nthWeekdayOf, yearly } from "../../calendar/days.ts";
import { easterOf } from "../../calendar/easter.ts";
import { type HolidayDate, HOLIDAYS } from "../../lexicon/holidays.ts";
import type { Day, Token } from "../../types.ts";
import type { Reader } from "../engine/reader.ts";

/** Reads a holiday by its name: "Christmas Eve", "St. Patrick's Day", "the Fourth of July". */
export const readHoliday: Reader<Day> = ({ tokens }, at) => {
  const names = NAMES_BY_FIRST_WORD.get(spelled(tokens[at]!.word));
  for (const { words, day } of names ?? []) {
    let next = at;
    const follows = words.every((word) => {
      if (isPassedOver(tokens[next])) next += 1;
      return spelled(tokens[next++]?.word ?? "") === word;
    });
    if (follows) return { value: day, next: isPassedOver(tokens[next]) && OWNERS.has(words.at(-1)!) ? next + 1 : next };
  }
  return null;
};

/** "On New Year's" and "by Valentine's" are days, "Christmas's" is what Christmas has. */
const OWNERS = new Set(["year", "valentine"]);

interface HolidayName {
  words: string[];
  day: Day;
}

/** The stop of "St. Patrick" and the 's of "Patrick's". */
function isPassedOver(token: Token | undefined): boolean {
  return token !== undefined && token.isGlued && [".", "'s", "'"].includes(token.word);
}

const NAMES_BY_FIRST_WORD = namesByFirstWord();

function namesByFirstWord(): Map<string, HolidayName[]> {
  const byFirstWord = new Map<string, HolidayName[]>();
  const names = Object.entries(HOLIDAYS).flatMap(([spellings, date]) =>
    spellings.split("|").map((name) => ({ words: name.split(" "), day: dayOf(date) })),
  );
  names.sort((one, other) => other.words.length - one.words.length);
  for (const name of names) byFirstWord.set(name.words[0]!, [...(byFirstWord.get(name.words[0]!) ?? []), name]);
  return byFirstWord;
}

function dayOf(date: HolidayDate): Day {
  if ("day" in date) return yearly(date.month, date.day)!;
  if ("easterPlus" in date) return everyYear((year) => easterOf(year).add({ days: date.easterPlus }));
  const { nth, weekday, month, plusDays = 0 } = date;
  return everyYear((year) => nthWeekdayOf(firstOf(year, month), nth, weekday)!.add({ days: plusDays }));
}

function firstOf(year: number, month: number): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year, month, day: 1 });
}

function spelled(word: string): string {
  return word.replaceAll("'", "");
}
