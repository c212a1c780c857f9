import type { Kysely } from "kysely";
import { bit } from "#app/domain/core/bit.ts";
import { earlierBy, instantOf, laterBy, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findWhoDid } from "#app/domain/delegation/views/doers.server.ts";
import { listFamilyNames } from "#app/domain/people/family/family-names.server.ts";
import {
  type HouseholdPerson,
  listHouseholdPeople,
  peopleNamed,
} from "#app/domain/people/people.server.ts";
import { findDatesBetween } from "#app/domain/series/dates-between.server.ts";
import { orderInDays, viewDue } from "#app/domain/tasks/due/due.server.ts";
import { listDoneTasks } from "#app/domain/tasks/lists/done-tasks.server.ts";
import { isTheirs } from "#app/domain/tasks/lists/whose.server.ts";
import { listOpenTitles } from "#app/domain/tasks/find-tasks.server.ts";
import type { Question } from "#app/domain/understanding/intent/types.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Database } from "#db/schema.ts";
import { isNamedIn, matchWords } from "./match-words.ts";

export type OpenTask = Awaited<ReturnType<typeof listOpenTitles>>[number];

/** A task is sought by its words, its day and its person. Days are YYYY-MM-DD. */
export interface Sought {
  words: string | null;
  day: string | null;
  /** The last day of several. */
  until?: string | null;
  /** The name of the person who has it, or whom it is about. */
  who?: string | null;
}

/** Lists the household's open tasks that someone means, the earliest first. */
export async function findMeant(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  sought: Sought,
): Promise<OpenTask[]> {
  const open = await listOpenTitles(db, viewer.householdId);
  return inOrder(await chooseMeant(db, viewer, sought, open), viewer.timeZone);
}

/** True for a question that a name answers. */
export const asksWho = (text: string): boolean => /^\s*who/i.test(text);

/**
 * A question for who does something is about the next tasks: the nearest first, then overdue tasks,
 * then tasks without a date. "Who picks up Emma?" asks only for rides, if any task found is one.
 */
export function inOrderOfWho(
  text: string,
  found: readonly OpenTask[],
  { timeZone }: ZonedViewer,
  now: string,
): OpenTask[] {
  const isRide = ({ title }: OpenTask) => hasWord(title, rides);
  const some = hasWord(text, rides) && found.some(isRide) ? found.filter(isRide) : found;
  const isOverdue = (task: OpenTask) => viewDue(task, timeZone, now)?.isOverdue === true;
  const isNext = (task: OpenTask) => task.due_date !== null && !isOverdue(task);
  return [
    ...some.filter(isNext),
    ...some.filter(isOverdue).toReversed(),
    ...some.filter(({ due_date }) => due_date === null),
  ];
}

const hasWord = (text: string, words: ReadonlySet<string>) =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => words.has(word));

const rides = wordSet(`
  pick picks picking pickup fetch fetches fetching collect collects collecting drop drops dropoff
  drive drives driving bring brings bringing`);

/** A question about a day also asks for dates of repeating tasks that are not open yet. */
export async function findAsked(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { status, ...asked }: Sought & Pick<Question, "status">,
  now: string,
): Promise<OpenTask[]> {
  if (status === "done") return listDone(db, viewer, asked, now);
  const open = await findMeant(db, viewer, asked);
  if (status === "overdue")
    return open.filter((task) => viewDue(task, viewer.timeZone, now)?.isOverdue);
  if (asked.day === null) return open;
  const later = await listLaterDates(db, viewer, asked.day, asked.until ?? asked.day);
  const found = [...open, ...(await chooseMeant(db, viewer, asked, later))];
  return inOrder(found, viewer.timeZone);
}

/** Tasks without a date come last. */
function inOrder(tasks: readonly OpenTask[], timeZone: string): OpenTask[] {
  const orderOf = orderInDays(timeZone);
  const order = ({ due_date, due_has_time }: OpenTask) =>
    due_date === null ? "9" : orderOf(due_date, due_has_time);
  return tasks.toSorted((one, other) => order(one).localeCompare(order(other)));
}

/** Done tasks name who did them, and when, instead of their assignees and due dates. */
async function listDone(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { day, until, who = null }: Sought,
  now: string,
): Promise<OpenTask[]> {
  const { householdId, timeZone } = viewer;
  const lately = {
    from: earlierBy(now, { hours: 24 * daysDone }),
    before: laterBy(now, { hours: 1 }),
  };
  const span = day === null ? lately : daysBetween(day, until ?? day, timeZone);
  const tasks = await listDoneTasks(db, householdId, { ...span, max: maxDone });
  const whoDid = await findWhoDid(db, householdId, tasks);
  const done = tasks.map(({ id, title, done_at }) => ({
    id,
    title,
    due_date: done_at,
    due_local: done_at && wallClockAt(done_at, timeZone).toString({ smallestUnit: "minute" }),
    due_time_zone: timeZone,
    due_has_time: bit(true),
    has_turn: bit(false),
    assignee_id: whoDid.get(id) ?? null,
    about_id: null,
    about: null,
    assignee: null,
  }));
  return chooseMeant(db, viewer, { words: null, day: null, who }, done);
}

function daysBetween(firstOn: string, lastOn: string, timeZone: string) {
  const midnight = (date: Temporal.PlainDate) => instantOf(date.toPlainDateTime(), timeZone);
  return {
    from: midnight(Temporal.PlainDate.from(firstOn)),
    before: midnight(Temporal.PlainDate.from(lastOn).add({ days: 1 })),
  };
}

async function listLaterDates(
  db: Kysely<Database>,
  { householdId, timeZone }: ZonedViewer,
  firstOn: string,
  lastOn: string,
): Promise<OpenTask[]> {
  const between = daysBetween(firstOn, lastOn, timeZone);
  const dates = await findDatesBetween(db, householdId, between);
  return dates.map(({ taskId: id, title, dueAt, hasTime, personId, who, isTurn, aboutId }) => ({
    id,
    title,
    due_date: dueAt,
    due_local: wallClockAt(dueAt, timeZone).toString({ smallestUnit: "minute" }),
    due_time_zone: timeZone,
    due_has_time: bit(hasTime),
    assignee_id: personId,
    about_id: aboutId,
    about: null,
    assignee: who,
    has_turn: bit(isTurn),
  }));
}

/** Names people by their labels. */
async function chooseMeant(
  db: Kysely<Database>,
  { householdId, timeZone }: ZonedViewer,
  { words, day, until = day, who = null }: Sought,
  tasks: OpenTask[],
): Promise<OpenTask[]> {
  const isOnDay = ({ due_date }: OpenTask) => {
    if (day === null) return true;
    const due = due_date && wallClockAt(due_date, timeZone).toPlainDate().toString();
    return due !== null && due >= day && due <= (until ?? day);
  };
  const people = await listHouseholdPeople(db, householdId);
  const isOf = whoseIn(people, { words, who });
  const labels = new Map(people.map(({ id, label }) => [id, label]));
  const found = tasks
    .filter((task) => isOnDay(task) && isOf(task))
    .map((task) => ({
      ...task,
      assignee: labels.get(task.assignee_id ?? "") ?? task.assignee,
      about: labels.get(task.about_id ?? "") ?? task.about,
    }));
  return words === null ? found : matchWords(found, words, await firstNames(db, householdId));
}

/**
 * Gives a person the tasks that the pages show as theirs. A search by words also finds tasks that
 * only name the person in their title, and so does a search for someone outside the household.
 */
function whoseIn(
  people: readonly HouseholdPerson[],
  { words, who = null }: Pick<Sought, "words" | "who">,
): (task: OpenTask) => boolean {
  if (who === null) return () => true;
  const ids = peopleNamed(people, who).map(({ id }) => id);
  const isKnown = ids.length > 0 && words === null;
  return (task) =>
    ids.some((id) => isTheirs(task, id)) ||
    (!isKnown && (task.assignee === who || isNamedIn(task.title, who)));
}

const daysDone = 30;
const maxDone = 200;

/** Finds the last task of these words that was done in the last 30 days. */
export async function findDone(
  db: Kysely<Database>,
  { householdId }: ZonedViewer,
  words: string,
  now: string,
): Promise<{ id: string; title: string } | undefined> {
  const from = earlierBy(now, { hours: 24 * daysDone });
  const before = laterBy(now, { hours: 1 });
  const done = await listDoneTasks(db, householdId, { from, before, max: maxDone });
  return matchWords(done, words, await firstNames(db, householdId)).at(-1);
}

async function firstNames(db: Kysely<Database>, householdId: string): Promise<Set<string>> {
  const names = await listFamilyNames(db, householdId);
  return new Set(names.map(({ name }) => name.toLowerCase().split(" ")[0] ?? ""));
}
