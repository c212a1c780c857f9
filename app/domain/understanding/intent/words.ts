import { appointmentWords, eventWords } from "../lexicon/occasions.ts";
import {
  calendarWords,
  contractWords,
  hiredPeople,
  writtenThings,
} from "../lexicon/cancellable.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Range, Sentence } from "./pattern.ts";

/** The past of verbs that name a chore. */
export const deeds = [
  "did|paid|bought|brought|sent|took|got|made|wrote|fed|gave|picked|dropped|called|booked|washed",
  "cleaned|walked|emptied|cooked|returned|signed|mailed|ordered|fixed|watered|mowed|folded|packed",
  "vacuumed|renewed|filled|changed|submitted|emailed|texted|tidied|wrapped|replaced|registered",
].join("|");

/** They stand around the words that are sought: "that thing about the dentist". */
const leadingWords = wordSet(`
  the a an my our your his her their its that this those these all any some of about for with on
  in at to me us i we you they it there thing things stuff task tasks one anything something
  everything anyone anybody someone somebody everyone event events have has had need needs got
  do doing be on happening planned scheduled due up going left new open plan plans turn
  still chores did`);
const trailingWords = wordSet(`
  on at in for to of again now is are be yet do doing done have need got buy get bring left next
  new overdue late open missing due planned scheduled happening going up coming plan plans
  schedule agenda calendar tasks task chores reminders todos events appointments errands look
  looks looking like free home start starts begin begins end ends with about it the my our me us
  this or week busy missed miss past yesterday things stuff`);

/** Returns the words of a range without those around them, or null if nothing is left. */
export function wordsIn(
  { text, reading: { tokens } }: Sentence,
  range: Range | undefined,
  isQuestion: boolean,
): string | null {
  if (!range) return null;
  let { from, to } = range;
  const leading = isQuestion ? leadingWords : articles;
  while (from < to && (leading.has(tokens[from]!.word) || isMark(tokens[from]!.word))) from += 1;
  const isAround = (word: string) => isMark(word) || (isQuestion && trailingWords.has(word));
  while (from < to && isAround(tokens[to - 1]!.word)) to -= 1;
  const isAll = isQuestion && to - from === 1 && allOfIt.has(tokens[from]!.word);
  if (from === to || isAll) return null;
  return text.slice(tokens[from]!.start, tokens[to - 1]!.end).replaceAll(/\s+/g, " ");
}

/** "What's on the list" asks for all of it. */
const allOfIt = wordSet("list calendar schedule agenda");

const articles = wordSet("the a an my our your his her their its that this");

const isMark = (word: string) => word !== "'s" && /^[^\p{L}\p{N}]+$/u.test(word);

/** True for something in a family's calendar, unless it is cancelled elsewhere. */
export function isEvent(sentence: Sentence, range: Range | undefined): boolean {
  const words = wordsOf(sentence, range);
  const isIn = (...lists: ReadonlySet<string>[]) =>
    words.some((word) => lists.some((list) => list.has(word)));
  return isIn(appointmentWords, eventWords, calendarWords) && !isIn(contractWords);
}

/** Somebody wrote down "the plumber's number" and "the address of the party". */
export function isWritten(sentence: Sentence, range: Range | undefined): boolean {
  const words = wordsOf(sentence, range);
  const isOf = words.some((word, at) => word === "of" && writtenThings.has(words[at - 1] ?? ""));
  return isOf || writtenThings.has(words.at(-1) ?? "");
}

/** "Cancel the sitter" may mean to call her. */
export function isHired(sentence: Sentence, range: Range | undefined): boolean {
  return wordsOf(sentence, range).some((word) => hiredPeople.has(word));
}

export function wordsOf({ reading: { tokens } }: Sentence, range: Range | undefined): string[] {
  return range ? tokens.slice(range.from, range.to).map(({ word }) => word) : [];
}
