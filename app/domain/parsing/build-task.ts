import { categoryOf } from "./category/category.ts";
import { dueOf } from "./resolve/due.ts";
import { leaningOf } from "./resolve/half-of-day.ts";
import { type Reading, type Setting, wordsOf } from "./resolve/reading.ts";
import type { Taken } from "./split/inherited-days.ts";
import { undatedTitleOf, wordingOf } from "./title/title.ts";
import { LONGEST_TITLE } from "./title/writing.ts";
import type { ParsedRequest, TimePhrase, Token } from "./types.ts";

/** The task that a reading asks for; `taken` is the day, and `assignee` the one who does it, said in another part. */
export function taskOf(setting: Setting, reading: Reading, taken?: Taken, carriedAssignee?: string): ParsedRequest {
  const { text, timeZone, now, familyMembers, doers } = setting;
  const { tokens, said, choice } = reading;
  const when = taken ? { ...taken.when, ...choice?.when } : choice?.when;
  const due = when ? dueOf(when, leaningOf(without(tokens, choice?.used ?? [])), now, timeZone) : null;
  const used = due && choice ? choice.used : [];
  const { title, assignment } = wordingOf(text, tokens, used, doers);
  const ownWords = (due && choice ? choice.told : []).map((phrase) => wordsOf(tokens, phrase));
  return {
    title,
    undatedTitle: used.length > 0 ? undatedTitleOf(text, tokens, used, doers) : title,
    category: categoryOf(tokens, without(tokens, used), familyMembers),
    description: descriptionOf(text, reading, used, taken),
    due,
    assignee: assignment?.assignee ?? carriedAssignee ?? null,
    dueWords: due && taken ? [taken.words, ...ownWords] : ownWords,
    said,
  };
}

/** The tokens that are in none of the phrases. */
function without(tokens: Token[], phrases: TimePhrase[]): Token[] {
  return tokens.filter((_, at) => !phrases.some(({ from, to }) => from <= at && at < to));
}

/** More times than these belong to more than one task: a list of dates, which the description keeps. */
const MOST_TIMES = 5;

/** What the title cannot hold: the whole of a long text or of many dates, or "every other Friday". */
function descriptionOf(text: string, reading: Reading, used: TimePhrase[], taken?: Taken): string | null {
  const { tokens, said, timeAt } = reading;
  const whole = text.slice(said.start, said.end).trim();
  const times = new Set(timeAt.filter(Boolean)).size;
  if (whole.length > LONGEST_TITLE || times > MOST_TIMES) return whole;
  const lost = used.filter(({ when }) => when.isMoreThanDue).map((phrase) => wordsOf(tokens, phrase));
  if (taken?.when.isMoreThanDue) lost.unshift(taken.words);
  return lost.map(({ start, end }) => text.slice(start, end)).join(", ") || null;
}
