import { Temporal } from "#app/domain/core/time.ts";
import { everyYear, nthWeekdayOf, yearly } from "#app/domain/understanding/calendar/days.ts";
import { easterOf } from "#app/domain/understanding/calendar/easter.ts";
import { type HolidayDate, holidayDates } from "#app/domain/understanding/lexicon/holidays.ts";
import type { Day, Token } from "#app/domain/understanding/types.ts";
import type { Reader } from "../engine/types.ts";

export const readHoliday: Reader<Day> = ({ tokens }, at) => holidayAt(tokens, at);

export function holidayAt(tokens: readonly Token[], at: number) {
  for (const { words, day } of namesByFirstWord.get(withoutApostrophes(tokens[at]!.word)) ?? []) {
    let next = at;
    const isMatch = words.every((word) => {
      if (isSkipped(tokens[next])) next += 1;
      return withoutApostrophes(tokens[next++]?.word ?? "") === word;
    });
    if (!isMatch) continue;
    const isPossessive = isSkipped(tokens[next]) && possessiveHolidays.has(words.at(-1)!);
    return { value: day, next: isPossessive ? next + 1 : next };
  }
  return null;
}

/** "By Valentine's" is a day; "Christmas's" belongs to the word after it. */
const possessiveHolidays = new Set(["year", "valentine"]);

/** The period of "St. Patrick" and the 's of "Patrick's". */
function isSkipped(token: Token | undefined): boolean {
  return token !== undefined && token.isAttached && [".", "'s", "'"].includes(token.word);
}

const namesByFirstWord = Map.groupBy(
  Object.entries(holidayDates)
    .flatMap(([names, date]) =>
      names.split("|").map((name) => ({ words: name.split(" "), day: dayOf(date) })),
    )
    .toSorted((one, other) => other.words.length - one.words.length),
  ({ words }) => words[0]!,
);

function dayOf(date: HolidayDate): Day {
  if ("day" in date) return yearly(date.month, date.day)!;
  if ("easterPlus" in date)
    return everyYear((year) => easterOf(year).add({ days: date.easterPlus }));
  const { nth, weekday, month, plusDays = 0 } = date;
  return everyYear((year) =>
    nthWeekdayOf(firstOf(year, month), nth, weekday)!.add({ days: plusDays }),
  );
}

function firstOf(year: number, month: number): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year, month, day: 1 });
}

function withoutApostrophes(word: string): string {
  return word.includes("'") ? word.replaceAll("'", "") : word;
}
