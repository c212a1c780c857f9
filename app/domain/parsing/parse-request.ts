import { categoryOf, type Category } from "./category/category.ts";
import { chooseTime } from "./choice.ts";
import { dueOf, type Due } from "./due.ts";
import { scanOf } from "./grammar/grammar.ts";
import { leaningOf } from "./leaning.ts";
import { findTimePhrases, type TimePhrase } from "./phrases.ts";
import { corrected } from "./spelling.ts";
import { titleOf } from "./title/title.ts";
import { LONGEST_TITLE } from "./title/writing.ts";
import { tokenize, type Token } from "./tokens.ts";

/** A member of the household by name; relation: spouse, partner, child, parent, grandparent, sibling, other. */
export interface FamilyName {
  name: string;
  relation: string;
}

export interface ParsedRequest {
  /** Never empty, 300 characters at most. */
  title: string;
  category: Category;
  /** What the title could not hold: the whole of a long text, or "every other Friday". */
  description: string | null;
  due: Due | null;
  /** Who is to do it: the name of a family member as it stands in the household. */
  assignee: string | null;
  /** Where the words that made the date stand in the text, as offsets; some of them may stay in the title. */
  dueWords: { start: number; end: number }[];
  /** The part of the text that this was made from, as offsets. */
  said: { start: number; end: number };
}

/** `now` is the instant of asking (UTC, ISO 8601), `timeZone` the IANA zone in which its times are meant. */
interface Request {
  text: string;
  timeZone: string;
  now: string;
  familyMembers: FamilyName[];
}

/** The tasks that one text asks for; one, as long as several at once are not told apart. */
export function parseRequests(request: Request): ParsedRequest[] {
  return [parseRequest(request)];
}

/**
 * Understands what a parent says or types, by fixed rules and without a model. Never throws for any text.
 */
export function parseRequest(request: Request): ParsedRequest {
  const { text, timeZone, now, familyMembers } = request;
  const names = new Set(familyMembers.map(({ name }) => name.toLowerCase()));
  const tokens = corrected(tokenize(text), names);
  const scan = scanOf(tokens, names);
  const choice = chooseTime(scan, findTimePhrases(scan));
  const due = choice && dueOf(choice.when, leaningOf(without(tokens, choice.used)), now, timeZone);
  const used = due ? choice.used : [];
  return {
    title: titleOf(text, tokens, used),
    category: categoryOf(tokens, without(tokens, used), familyMembers),
    description: descriptionOf(text, tokens, used),
    due,
    assignee: null,
    said: { start: 0, end: text.length },
    dueWords: due ? choice.told.map((phrase) => wordsOf(tokens, phrase)) : [],
  };
}

/** The tokens that are in none of the phrases. */
function without(tokens: Token[], phrases: TimePhrase[]): Token[] {
  return tokens.filter((_, at) => !phrases.some(({ from, to }) => from <= at && at < to));
}

function descriptionOf(text: string, tokens: Token[], used: TimePhrase[]): string | null {
  if (text.trim().length > LONGEST_TITLE) return text.trim();
  const lost = used.filter(({ when }) => when.isMoreThanDue).map((phrase) => wordsOf(tokens, phrase));
  return lost.map(({ start, end }) => text.slice(start, end)).join(", ") || null;
}

function wordsOf(tokens: Token[], { from, to }: TimePhrase): { start: number; end: number } {
  return { start: tokens[from]!.start, end: tokens[to - 1]!.end };
}
