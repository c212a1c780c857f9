import {
  dayParts,
  monthNumbers,
  timeUnits,
  weekdayLetters,
  weekdayLetterWords,
  weekdayNumbers,
  weekdayPluralNumbers,
} from "#app/domain/understanding/lexicon/calendar.ts";
import { holidayDates } from "#app/domain/understanding/lexicon/holidays.ts";
import { numberWords, ordinalWords } from "#app/domain/understanding/lexicon/numbers.ts";

const holidayFirstWords = Object.keys(holidayDates).flatMap((names) =>
  names.split("|").map((name) => name.split(" ")[0]!),
);

/** A slot at the start of a rule is read only if its first word is in this set. */
export const slotFirstWords: ReadonlySet<string> = new Set([
  ...[numberWords, ordinalWords].flatMap((lexicon) => [...lexicon.keys()]),
  ...[weekdayNumbers, weekdayPluralNumbers, monthNumbers, dayParts, timeUnits].flatMap((lexicon) =>
    Object.keys(lexicon),
  ),
  ...holidayFirstWords,
  ...weekdayLetterWords.keys(),
  ...weekdayLetters.keys(),
  ..."a an am couple few half p pm quarter last hallowe'en through thru".split(" "),
]);
