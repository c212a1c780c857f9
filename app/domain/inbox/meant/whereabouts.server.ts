import type { Kysely } from "kysely";
import { earlierBy, formatDate, laterBy, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { listHouseholdPeople, peopleNamed } from "#app/domain/people/people.server.ts";
import { findAwayBetween } from "#app/domain/series/changing/away.server.ts";
import { currentReadingsQuery } from "#app/domain/tasks/due/due-reading.server.ts";
import type { Question } from "#app/domain/understanding/intent/types.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Database } from "#db/schema.ts";
import { opaque } from "#db/sql/values.ts";
import { isNamedIn } from "./match-words.ts";
import { readMeant } from "./read-meant.server.ts";

const awayWords = wordSet("away back gone home here come comes coming return returns returning");

/** "When is Ben back?", "who is away?" and "where is Ben?" ask for days away. */
function asksWhere(text: string, { words, who, status }: Question): boolean {
  if (status !== "open") return false;
  if (words === null) return who !== null && /^\s*where|\bhome\b/i.test(text);
  return words.split(" ").every((word) => awayWords.has(word.toLowerCase()));
}

/**
 * Says who is away from now on, as the family has entered it or typed it, such as "Ben is away
 * until Dec 8". Returns null for other questions, and if a person is not away.
 */
export async function findWhereabouts(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { text, asked }: { text: string; asked: Question },
  now: string,
): Promise<string[] | null> {
  if (!asksWhere(text, asked)) return null;
  const { who } = asked;
  const people = await listHouseholdPeople(db, viewer.householdId);
  const ids = who === null ? null : peopleNamed(people, who).map(({ id }) => id);
  const away = (await findAwayFrom(db, viewer, now))
    .filter(({ personId }) => ids === null || ids.includes(personId))
    .map(({ name, days }) => `${name} is away ${days}`);
  const today = wallClockAt(now, viewer.timeZone).toPlainDate().toString();
  const lasting = await findLasting(db, viewer, fromNow(now));
  const said = lasting
    .filter(({ lastOn }) => lastOn.toString() >= today)
    .filter(({ title, aboutId, personId }) =>
      who === null
        ? title.toLowerCase().split(" ").includes("away")
        : isNamedIn(title, who) || ids?.includes(aboutId ?? personId ?? ""),
    )
    .map(({ title, firstOn, lastOn }) => `${title} ${daysOf(firstOn, lastOn, { today, now })}`);
  const saidOnce = (await findSaidAway(db, viewer, fromNow(now)))
    .filter(({ id, on }) => on.toString() >= today && lasting.every((one) => one.id !== id))
    .filter(({ title }) => who === null || isNamedIn(title, who))
    .map(({ title, on, isUntil }) =>
      isUntil ? `${title} ${untilWords(on, now)}` : `${title} (${dayWords(on, now)})`,
    );
  const lines = [...new Set([...away, ...said, ...saidOnce])];
  if (lines.length > 0) return lines;
  return who === null && /\b(?:away|gone)\b/i.test(text) ? ["Nobody is away"] : null;
}

const mostDated = 500;

/** Finds open tasks such as "Ben is away", typed with one date: "until Friday", "this week". */
async function findSaidAway(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { from, before }: { from: string; before: string },
) {
  const rows = await currentReadingsQuery(db)
    .select(["tasks.id", "tasks.title", "due_readings.words", "due_readings.due_local"])
    .where("tasks.household_id", "=", opaque(viewer.householdId))
    .where("tasks.due_date", "<", before)
    .where("tasks.due_date", ">=", earlierBy(from, { hours: 24 }))
    .orderBy("tasks.due_date")
    .orderBy("tasks.id")
    .limit(mostDated)
    .execute();
  return rows
    .filter(({ title }) => /\b(?:away|gone)$/i.test(title))
    .map(({ id, title, words, due_local }) => ({
      id,
      title,
      isUntil: /^(?:until|till)\b/i.test(words),
      on: Temporal.PlainDate.from(due_local.slice(0, 10)),
    }));
}

/** A task that was typed with several days: "Ben is away from Dec 5 to Dec 8". */
interface LastingTask {
  id: string;
  title: string;
  personId: string | null;
  aboutId: string | null;
  firstOn: Temporal.PlainDate;
  lastOn: Temporal.PlainDate;
}

const [maxRead, longestDays] = [20, 60];

/** Finds open tasks of several days that begin between two instants, or shortly before them. */
export async function findLasting(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { from, before }: { from: string; before: string },
): Promise<LastingTask[]> {
  const rows = await currentReadingsQuery(db)
    .select(["tasks.id", "tasks.title", "tasks.created_at", "due_readings.description"])
    .select(["tasks.assignee_id", "tasks.about_id", "due_readings.due_local"])
    .$narrowType<{ description: string }>()
    .where("tasks.household_id", "=", opaque(viewer.householdId))
    .where("tasks.due_date", "<", before)
    .where("tasks.due_date", ">=", earlierBy(from, { hours: 24 * longestDays }))
    .whereRef("tasks.description", "=", "due_readings.description")
    // Days seldom have a time, and many lessons "from 3 to 4pm" are not days.
    .orderBy("tasks.due_has_time")
    .orderBy("tasks.due_date", "desc")
    .orderBy("tasks.id", "desc")
    .limit(maxRead)
    .execute();
  const lasting: LastingTask[] = [];
  for (const { id, title, description, due_local, created_at, ...row } of rows) {
    const lastOn = await readLastDay(db, viewer, { description, due_local, created_at });
    const firstOn = Temporal.PlainDate.from(due_local.slice(0, 10));
    const { assignee_id: personId, about_id: aboutId } = row;
    if (lastOn) lasting.push({ id, title, personId, aboutId, firstOn, lastOn });
  }
  return lasting;
}

/** The date holds only the first day, so the words are read again, as they were meant then. */
async function readLastDay(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  said: { description: string; due_local: string; created_at: string },
): Promise<Temporal.PlainDate | null> {
  const meant = await readMeant(db, viewer, `what's on ${said.description}`, said.created_at);
  if (meant?.intent.type !== "question" || meant.intent.words !== null) return null;
  const { day, until } = meant.intent;
  return until !== null && day === said.due_local.slice(0, 10)
    ? Temporal.PlainDate.from(until)
    : null;
}

/** "until Dec 8". */
export const untilWords = (lastOn: Temporal.PlainDate, now: string) =>
  `until ${dayWords(lastOn, now)}`;

const daysAhead = 90;

/** The time for which people ask who is away, as instants. */
export const fromNow = (now: string) => ({
  from: now,
  before: laterBy(now, { hours: 24 * daysAhead }),
});

/** Finds who is away from now on: "until Dec 8", "on Dec 5", "Dec 5 to Dec 8". */
export async function findAwayFrom(db: Kysely<Database>, viewer: ZonedViewer, now: string) {
  const today = wallClockAt(now, viewer.timeZone).toPlainDate();
  const between = { firstOn: today.toString(), lastOn: today.add({ days: daysAhead }).toString() };
  const away = await findAwayBetween(db, viewer, between);
  return away.map(({ personId, name, firstOn, lastOn }) => {
    const [first, last] = [Temporal.PlainDate.from(firstOn), Temporal.PlainDate.from(lastOn)];
    const days = daysOf(first, last, { today: between.firstOn, now });
    return { personId, name, days };
  });
}

function daysOf(
  firstOn: Temporal.PlainDate,
  lastOn: Temporal.PlainDate,
  { today, now }: { today: string; now: string },
): string {
  if (firstOn.toString() <= today) return untilWords(lastOn, now);
  const [first, last] = [firstOn, lastOn].map((on) => dayWords(on, now));
  return first === last ? `on ${first}` : `${first} to ${last}`;
}

const dayWords = (on: Temporal.PlainDate, now: string) =>
  formatDate(`${on.toString()}T12:00Z`, "UTC", now);
