import { connectingWords } from "#app/domain/understanding/lexicon/connecting.ts";
import {
  dayParts,
  monthNumbers,
  weekdayNumbers,
} from "#app/domain/understanding/lexicon/calendar.ts";
import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import { appointmentWords, eventWords } from "#app/domain/understanding/lexicon/occasions.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { When } from "#app/domain/understanding/types.ts";
import { isSentenceEnd, isSentenceStart, wordAfter, wordBefore } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";
import {
  isBeforePlace,
  isCapital,
  isCapitalized,
  isNewCapital,
  isTitled,
  isWithinName,
  isWithinTitle,
  titleBefore,
  titles,
} from "./capitals.ts";

/**
 * Shops, shows and songs with time words in their names. Reading them keeps other rules from
 * reading a part of them.
 */
export const nameRules: Rule<When>[] = [
  rule({
    say: "{weekday} {part}",
    examples: [],
    means: (_, place) =>
      nameIf(
        (isCapitalized(place, place.to - 1) && isCapitalized(place, place.to)) || isStore(place),
      ),
  }),
  rule({
    say: "{weekday}",
    examples: [],
    means: (_, place) => {
      const before = titleBefore(place);
      if (isWithinName(place) || isDescribing(place)) return nameIf(true);
      if (songVerbs.has(before) && isBeforePlace(place)) return nameIf(true);
      if (titles.has(before)) return nameIf(isCapital(place.scan.tokens[place.from]));
      const isPickedUp = before === "up" && wordBefore(place, 2) === "pick";
      return nameIf(
        (isPickedUp || showVerbs.has(before) || isErrand(before) || namePrepositions.has(before)) &&
          isNewCapital(place),
      );
    },
  }),
  rule({
    say: "{weekday} , {weekday2}",
    examples: ["Monday, Monday"],
    means: ({ weekday, weekday2 }) => nameIf(weekday === weekday2),
  }),
  rule({
    say: "{weekday} {part} lights|live|fever",
    examples: ["Friday night lights"],
    means: () => nameIf(true),
  }),
  // "Second Saturday Arts", "Second Sunday food pantry".
  rule({
    say: "{nth} {weekday}",
    examples: [],
    means: (_, place) => nameIf(place.from > 0 && isCapitalized(place, place.from)),
  }),
  rule({
    say: "this {part}",
    examples: [],
    means: (_, place) =>
      nameIf(
        place.from > 0 && isCapitalized(place, place.from) && isCapitalized(place, place.to - 1),
      ),
  }),
  // "Ask Omar if Saturday works": the day is asked for.
  rule({
    say: "if|whether {day} works|suits",
    examples: ["if Saturday works"],
    means: () => nameIf(true),
  }),
  rule({
    say: "here comes|goes {weekday}",
    examples: ["here comes Saturday"],
    means: () => nameIf(true),
  }),
  // "Twelfth Night" is a play.
  rule({
    say: "{dayOfMonth} {part}",
    examples: ["twelfth night"],
    means: (_, place) =>
      nameIf(place.to === place.from + 2 && place.scan.tokens[place.from]!.type === "word"),
  }),
  rule({
    say: "noon|midnight|midday|tomorrow|today|tonight|morning|evening",
    examples: [],
    means: (_, place) =>
      nameIf(
        (isCapitalized(place, place.from) && isNewCapital(place)) ||
          isWithinTitle(place) ||
          isTitled(place),
      ),
  }),
  rule({
    say: "{number}",
    examples: [],
    means: (_, place) => {
      const isWord = place.scan.tokens[place.from]!.type === "word" && !isSentenceStart(place);
      return nameIf(
        (isWord && isCapitalized(place, place.from) && isNewCapital(place)) ||
          isHyphenated(place) ||
          isOwned(place),
      );
    },
  }),
  rule({
    say: "{weekdays}",
    examples: [],
    means: (_, place) => {
      const isBook = showVerbs.has(wordBefore(place)) && isCapital(place.scan.tokens[place.from]);
      return nameIf(isBook || placePrepositions.has(wordBefore(place)) || isBrand(place));
    },
  }),
  // "13 Going on 30".
  rule({
    say: "{number} going on {number2}",
    examples: ["13 going on 30"],
    means: () => nameIf(true),
  }),
  rule({
    say: "{clock} to",
    examples: [],
    means: (_, place) => nameIf(showVerbs.has(wordBefore(place)) && isNewCapital(place)),
  }),
  rule({
    say: "{holiday}",
    examples: [],
    means: (_, place) =>
      nameIf(
        showVerbs.has(wordBefore(place)) &&
          isCapitalized(place, place.from) &&
          (isSentenceEnd(place) || wordsAfterShow.has(wordAfter(place))),
      ),
  }),
  rule({
    say: "friday the 13 th",
    examples: [],
    means: (_, place) => nameIf(showVerbs.has(wordBefore(place))),
  }),
  rule({
    say: "7|seven - eleven",
    examples: ["7-Eleven"],
    means: (_, { scan, from }) =>
      nameIf(/^Seven|^7$/.test(scan.tokens[from]!.text) && isCapital(scan.tokens[from + 2])),
  }),
  rule({
    say: "5|five below",
    examples: [],
    means: (_, place) => nameIf(["at", "to", "from", "near"].includes(wordBefore(place))),
  }),
  rule({
    say: "7|seven eleven|11",
    examples: [],
    means: (_, place) => {
      const isEnd = isSentenceEnd(place) || place.scan.tokens[place.to - 1]!.text === "Eleven";
      return nameIf(["at", "to", "from", "near"].includes(wordBefore(place)) && isEnd);
    },
  }),
  rule({
    say: "7 -|/ 11",
    examples: [],
    means: (_, place) =>
      nameIf(
        placePrepositions.has(wordBefore(place)) && place.scan.tokens[place.to - 1]!.isAttached,
      ),
  }),
];

/** "Summer Fridays lip balm", but not "soccer Tuesdays Finn". */
function isBrand({ scan: { tokens, names }, from, to }: Place): boolean {
  const [before, after] = [tokens[from - 1], tokens[to]];
  if (
    before?.type !== "word" ||
    after?.type !== "word" ||
    names.has(after.word) ||
    names.has(before.word)
  )
    return false;
  const isThing = (word: string) =>
    !connectingWords.has(word) &&
    !isErrand(word) &&
    !eventWords.has(word) &&
    !appointmentWords.has(word);
  return (
    isThing(before.word) &&
    isThing(after.word) &&
    tokens.slice(0, from).some(({ word }) => isErrand(word))
  );
}

/** "Catch-22", "covid-19", but not "Fri-22". */
function isHyphenated({ scan: { tokens, names }, from }: Place): boolean {
  const [before, hyphen, number] = tokens.slice(Math.max(0, from - 2), from + 1);
  if (before?.type !== "word" || hyphen?.word !== "-" || !hyphen.isAttached || !number?.isAttached)
    return false;
  return (
    ![weekdayNumbers, monthNumbers, dayParts].some((words) => before.word in words) &&
    !names.has(before.word)
  );
}

/** "Ocean's 11". */
function isOwned({ scan: { tokens, names }, from }: Place): boolean {
  return (
    tokens[from - 1]?.word === "'s" &&
    isCapital(tokens[from - 2]) &&
    !names.has(tokens[from - 2]!.word)
  );
}

const wordsAfterShow = wordSet("tonight today tomorrow this at on");
const showVerbs = wordSet("watch stream read see sing play download record hear learn");
const songVerbs = wordSet("watch stream read sing play download record hear learn listen at from");
const namePrepositions = wordSet("from at to with of the");
const placePrepositions = wordSet("at to from tgi ruby near the");

function nameIf(is: boolean): When | null {
  return is ? { isIgnored: true } : null;
}

/** "If Tuesday Morning has rugs", but not "on Tuesday Morning". */
function isStore(place: Place): boolean {
  const { tokens } = place.scan;
  const isCapitals = [place.from, place.to - 1].every((at) => isCapital(tokens[at]));
  return isCapitals && ["if", "at", "from", "does", "whether"].includes(wordBefore(place));
}

/**
 * "A Sunday hat", "the Wednesday poster", but not "the Friday practice" or "a Monday appointment".
 */
function isDescribing(place: Place): boolean {
  const next = place.scan.tokens[place.to];
  if (!["a", "an", "the"].includes(wordBefore(place)) || next?.type !== "word" || next.isAttached)
    return false;
  const [one, other] = [next.word, place.scan.tokens[place.to + 1]?.word ?? ""];
  const isEvent = [one, other].some(
    (word) => eventWords.has(word) || appointmentWords.has(word) || happenings.has(word),
  );
  return (
    !isEvent &&
    !connectingWords.has(one) &&
    !isErrand(one) &&
    !(one in dayParts) &&
    !wordsAfterDay.has(one)
  );
}

const happenings = wordSet(
  "bus train flight ferry slot shift pickup session deadline delivery trip visit tour event gathering meetup call",
);
const wordsAfterDay = wordSet(
  "week fortnight of when that is was coming following we i you he she they please i'm we're let's i'd we'd eve pick am pm",
);
