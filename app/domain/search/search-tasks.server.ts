import type { Kysely } from "kysely";
import type { SoughtWord } from "#db/sql/full-text.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findLabels, listNamesEver } from "#app/domain/people/people.server.ts";
import { findChecklists } from "#app/domain/tasks/checklist/checklist.server.ts";
import { type DueView, viewDue } from "#app/domain/tasks/due/due.server.ts";
import { titleForWhom } from "#app/domain/tasks/lists/about-beside.ts";
import {
  listMatchingTasks,
  type MatchingState,
  type MatchingTask,
} from "#app/domain/tasks/lists/matching-tasks.server.ts";
import type { Category, Database } from "#db/schema.ts";
import { wordOfId } from "./index-tasks.server.ts";
import { isAlmost, slipsOf, wordsOf } from "./words.ts";

export const maxWords = 12;
const [maxOpen, maxClosed] = [50, 20];
/** A weekly task that was done all year stands there once. */
const maxRead = 200;

interface FoundTask {
  id: string;
  title: string;
  category: Category;
  due: DueView | null;
  assignee: string | null;
  /** If above one, so many tasks with this title were found, of which this is the latest. */
  times: number;
}

export interface Found {
  open: FoundTask[];
  done: FoundTask[];
  deleted: FoundTask[];
  /** True if there are more than these. */
  isCut: boolean;
  /** True if nothing has the words as they were written, so that a slip in each was forgiven. */
  isGuess: boolean;
}

/**
 * Finds tasks that have all words of a text, or their beginnings, in title, description, checklist
 * or the names of who does it and whom it is about, in any order. `whose` leaves only the tasks of a
 * person. Returns null if the text has no word.
 */
export async function searchTasks(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  text: string,
  now: string,
  whose: string | null = null,
): Promise<Found | null> {
  const words = [...new Set(wordsOf(text))].slice(0, maxWords);
  if (words.length === 0) return null;
  const people = await listNamesEver(db, viewer.householdId);
  const exact = words.map((start) => ({ start, people: named(people, start), slips: [] }));
  const found = await find(db, viewer, { sought: exact, whose }, now);
  if (!isEmpty(found)) return found;
  const forgiving = exact.map((word) => ({ ...word, slips: slipsAround(word.start) }));
  if (forgiving.every(({ slips }) => slips.length === 0)) return found;
  const guessed = await find(db, viewer, { sought: forgiving, whose }, now);
  return { ...guessed, isGuess: !isEmpty(guessed) };
}

export const isEmpty = ({ open, done, deleted }: Found) =>
  open.length + done.length + deleted.length === 0;

/** Returns the index words of people who have a name that begins with the word. */
function named(people: { id: string; name: string }[], start: string): string[] {
  return people.flatMap(({ id, name }) =>
    wordsOf(name).some((word) => word.startsWith(start)) ? [wordOfId(id)] : [],
  );
}

function slipsAround(word: string): string[] {
  const slips = slipsOf(word);
  return slips.length > 0 ? [word, ...slips] : [];
}

async function find(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { sought, whose }: { sought: SoughtWord[]; whose: string | null },
  now: string,
): Promise<Found> {
  const place = wordOfId(viewer.householdId);
  const list = async (state: MatchingState, max: number) => {
    const rows = await listMatchingTasks(db, viewer, { place, sought, whose, state, max });
    const isGuessed = sought.some(({ slips }) => slips.length > 0);
    const checklists = await findChecklists(db, isGuessed ? rows.map(({ id }) => id) : []);
    const matched = rows.filter((row) => isMatch(row, checklists.get(row.id), sought));
    const ids = matched.flatMap(({ assignee_id: id }) => id ?? []);
    const labels = await findLabels(db, ids);
    return matched.map((row) => viewFound(row, labels, viewer.timeZone, now));
  };
  const open = await list("open", maxOpen + 1);
  const done = onceEach(await list("done", maxRead));
  const deleted = onceEach(await list("deleted", maxRead));
  return {
    open: open.slice(0, maxOpen),
    done: done.slice(0, maxClosed),
    deleted: deleted.slice(0, maxClosed),
    isCut: open.length > maxOpen || done.length > maxClosed || deleted.length > maxClosed,
    isGuess: false,
  };
}

/** The index also finds words that share a form with a slip, but differ by two letters. */
function isMatch(
  { title, description, assignee, about }: MatchingTask,
  items: readonly { name: string }[] = [],
  sought: SoughtWord[],
): boolean {
  if (sought.every(({ slips }) => slips.length === 0)) return true;
  const texts = [title, description, assignee, about, ...items.map(({ name }) => name)];
  const words = wordsOf(texts.filter(Boolean).join(" "));
  return sought.every(({ start, slips }) =>
    words.some((word) => word.startsWith(start) || (slips.length > 0 && isAlmost(word, start))),
  );
}

function viewFound(
  row: MatchingTask,
  labels: ReadonlyMap<string, string>,
  timeZone: string,
  now: string,
): FoundTask {
  const { id, category } = row;
  const assignee = labels.get(row.assignee_id ?? "") ?? row.assignee;
  const title = titleForWhom(row);
  return { id, title, category, assignee, due: viewDue(row, timeZone, now), times: 1 };
}

function onceEach(tasks: FoundTask[]): FoundTask[] {
  const byTitle = Map.groupBy(tasks, ({ title }) => title);
  return [...byTitle.values()].map((same) => ({ ...same[0]!, times: same.length }));
}
