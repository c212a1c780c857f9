import { titleForWhom } from "#app/domain/tasks/lists/about-beside.ts";
import type { Kysely } from "kysely";
import { formatDate, instantOf, nowIso, Temporal } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findLastAction } from "#app/domain/delegation/views/last-action.server.ts";
import {
  type Changed,
  changeMeant,
  findAssigneeLabel,
  planChange,
  type Wanted,
} from "#app/domain/inbox/meant/change-meant.server.ts";
import { type AskedList, findAskedList } from "#app/domain/inbox/meant/asked-list.server.ts";
import {
  asksWho,
  findAsked,
  findDone,
  findMeant,
  inOrderOfWho,
  type OpenTask,
} from "#app/domain/inbox/meant/find-meant.server.ts";
import { takeBackEdit } from "#app/domain/inbox/undo.server.ts";
import { wholeText } from "#app/domain/outbox/rendering/fit-text.ts";
import {
  findLasting,
  findWhereabouts,
  fromNow,
  untilWords,
} from "#app/domain/inbox/meant/whereabouts.server.ts";
import { readMeant } from "#app/domain/inbox/meant/read-meant.server.ts";
import { listHouseholdPeople, peopleNamed } from "#app/domain/people/people.server.ts";
import { describeMove } from "#app/domain/tasks/changing/describe-move.server.ts";
import { findDescriptions, findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { type DueView, saysTime, viewDue } from "#app/domain/tasks/due/due.server.ts";
import { saysNothingToDo } from "#app/domain/understanding/message/says-nothing.ts";
import type { Change, Question } from "#app/domain/understanding/intent/types.ts";
import type { Database } from "#db/schema.ts";
import { type TakenBackLast, undoLastOnPages } from "./undo-last.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

const maxShown = 10;
/** A question for who does something is about the next tasks. */
const maxWho = 3;

interface FoundTask {
  id: string;
  title: string;
  due: DueView | null;
  assignee: string | null;
  /** True if it is the assignee's turn. */
  isTurn: boolean;
}

interface ChangeOption extends FoundTask {
  action: Wanted["action"];
  isRepeating: boolean;
  /** The new date of a move, as it is shown. */
  to: string | null;
  /** The person who gets the task. */
  person: string | null;
  /** True if somebody else hears of it. */
  reachesOthers: boolean;
}

/** Mila shows this for a text that asks or changes something. */
export type Answer =
  | {
      type: "found";
      status: Question["status"];
      tasks: (FoundTask & {
        /** The first line of what else was written: an address, or "until Dec 8". */
        note: string | null;
      })[];
      count: number;
      /** True if a name answers the question. */
      asksWho: boolean;
    }
  /** Says who is away, and until when. */
  | { type: "away"; lines: string[] }
  | { type: "done"; id: string; title: string; words: string }
  | { type: "nothing"; status: Question["status"] }
  | ({ type: "list" } & AskedList)
  /** The text says nothing to do, and names no day. */
  | { type: "empty" }
  | { type: "changes"; options: ChangeOption[]; count: number }
  | { type: "refused"; words: string };

/** Returns null for a text that adds a task. */
export async function findAnswer(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  text: string,
  now: string,
): Promise<Answer | null> {
  const meant = await readMeant(db, viewer, text, now);
  const list =
    meant?.intent.type === "question" ? await findAskedList(db, viewer, text, meant.intent) : null;
  if (list) return { type: "list", ...list };
  if (meant?.intent.type === "question")
    return answerQuestion(db, viewer, { ...meant.intent, text, asksWho: asksWho(text) }, now);
  if (!meant && saysNothingToDo(text, now, viewer.timeZone))
    return answerTime(db, viewer, text, now);
  if (meant?.intent.type !== "change" || meant.intent.action === "undo") return null;
  const found = await findTasksToChange(db, viewer, meant.intent);
  if (found.length === 0) return meant.mayBeTask ? null : { type: "nothing", status: "open" };
  return offerChanges(db, viewer, { change: meant.intent, found }, now);
}

/** A day alone asks what is on it. */
async function answerTime(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  text: string,
  now: string,
): Promise<Answer> {
  const intent = (await readMeant(db, viewer, `what's on ${text}`, now))?.intent;
  const isDay = intent?.type === "question" && intent.words === null && intent.day !== null;
  return isDay
    ? answerQuestion(db, viewer, { ...intent, text, asksWho: false }, now)
    : { type: "empty" };
}

/** The person of a change gets the task, or has done it. */
const findTasksToChange = (db: Kysely<Database>, viewer: ZonedViewer, change: Change) =>
  findMeant(db, viewer, { ...change, who: null });

async function answerQuestion(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { text, asksWho: isWho, ...asked }: Question & { text: string; asksWho: boolean },
  now: string,
): Promise<Answer> {
  const away = await findWhereabouts(db, viewer, { text, asked }, now);
  if (away) return { type: "away", lines: away };
  const all = await findAsked(db, viewer, asked, now);
  const { status } = asked;
  if (all.length > 0) {
    const isNext = isWho && status === "open";
    const found = isNext ? inOrderOfWho(text, all, viewer, now) : all;
    const shown = found.slice(0, isNext ? maxWho : maxShown);
    const notes = await findNotes(db, viewer, shown, now);
    const tasks = shown.map((task) => ({
      ...viewFound(task, viewer, now),
      note: notes.get(task.id) ?? null,
    }));
    return {
      type: "found",
      status,
      tasks,
      count: found.length,
      asksWho: isWho && status !== "done",
    };
  }
  const done = asked.words === null ? undefined : await findDone(db, viewer, asked.words, now);
  const last = done && (await findLastAction(db, viewer, done.id, now));
  return last ? { type: "done", ...done, words: last.words } : { type: "nothing", status };
}

async function findNotes(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  tasks: readonly { id: string }[],
  now: string,
): Promise<Map<string, string>> {
  const described = await findDescriptions(
    db,
    viewer,
    tasks.map(({ id }) => id),
  );
  const notes = new Map(
    described.map(({ id, description }) => [id, description.split("\n")[0]!.trim()]),
  );
  if (notes.size === 0) return notes;
  for (const { id, lastOn } of await findLasting(db, viewer, fromNow(now)))
    if (notes.has(id)) notes.set(id, untilWords(lastOn, now));
  return notes;
}

const viewFound = (task: OpenTask, { timeZone }: ZonedViewer, now: string): FoundTask => ({
  id: task.id,
  title: titleForWhom(task),
  due: viewDue(task, timeZone, now),
  assignee: task.assignee,
  isTurn: task.has_turn === 1,
});

async function offerChanges(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { change, found }: { change: Change; found: OpenTask[] },
  now: string,
): Promise<Answer> {
  const options: ChangeOption[] = [];
  let words = "";
  const each = await forEachNamed(db, viewer, change);
  for (const task of found.slice(0, maxShown))
    for (const one of each) {
      const wanted = await planChange(db, viewer, task.id, one, now);
      if ("refused" in wanted) words = wholeText(wanted.refused);
      else options.push({ ...viewFound(task, viewer, now), ...viewWanted(wanted, viewer, now) });
    }
  return options.length === 0
    ? { type: "refused", words }
    : { type: "changes", options, count: found.length };
}

/** If several have the name of who gets the task, each is an option. */
async function forEachNamed(
  db: Kysely<Database>,
  { householdId }: ZonedViewer,
  change: Change,
): Promise<Change[]> {
  if (change.action !== "assign" || change.isMine) return [change];
  const named = peopleNamed(await listHouseholdPeople(db, householdId), change.who ?? "");
  return named.length > 1 ? named.map(({ label }) => ({ ...change, who: label })) : [change];
}

function viewWanted(
  { task, action, isRepeating, target, person, reachesOthers }: Wanted,
  { timeZone }: ZonedViewer,
  now: string,
) {
  const to =
    target &&
    ({
      due_date: instantOf(Temporal.PlainDateTime.from(target.local), target.timeZone),
      due_local: target.local,
      due_time_zone: target.timeZone,
      due_has_time: target.hasTime ? 1 : saysTime(target.local, task),
    } as const);
  const due = to && viewDue(to, timeZone, now);
  const date = due && (due.hasTime ? due.label : formatDate(due.instant, timeZone, now));
  return {
    action,
    isRepeating,
    to: due && [due.day, date].filter(Boolean).join(" · "),
    person: person?.label ?? null,
    reachesOthers,
  };
}

/** Takes back what the viewer did last if the text says so; null for any other text. */
export async function undoIfAsked(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  text: string,
  now: string,
): Promise<TakenBackLast | null> {
  const meant = await readMeant(db, viewer, text, now);
  const isUndo = meant?.intent.type === "change" && meant.intent.action === "undo";
  return isUndo && !meant.mayBeTask ? undoLastOnPages(db, viewer, now) : null;
}

export type ChangeOutcome = (Changed & { from: string; until: string }) | { refused: string };

interface Pressed {
  text: string;
  taskId: string;
  /** As the page showed it, and when: the words mean what they meant then. */
  seenDue?: string | undefined;
  askedAt?: string | undefined;
  /** The label of the person who gets the task. */
  person?: string | undefined;
}

/** Says who has moved or done the task since the page showed it. */
async function describeSince(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { taskId, seenDue }: Pick<Pressed, "taskId" | "seenDue">,
  now: string,
): Promise<string | null> {
  const task = await findTask(db, viewer, taskId);
  if (task?.is_completed === 0) return describeMove(db, viewer, taskId, seenDue, now);
  return (await findLastAction(db, viewer, taskId, now))?.words ?? null;
}

/** Makes the change that a text means to one of the tasks that fit, as the page showed it. */
export async function changeAsAsked(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { text, taskId, seenDue, askedAt, person }: Pressed,
): Promise<ChangeOutcome> {
  const from = nowIso();
  return inHousehold(db, viewer, async (trx) => {
    const since = await describeSince(trx, viewer, { taskId, seenDue }, from);
    if (since) return { refused: `${since}.` };
    const meant = await readMeant(trx, viewer, text, askedAt ?? from);
    const change = meant?.intent.type === "change" ? meant.intent : null;
    const fits = change ? await findTasksToChange(trx, viewer, change) : [];
    if (!change || fits.every(({ id }) => id !== taskId))
      return { refused: "That task is no longer open." };
    const chosen = { ...change, who: person ?? change.who };
    const wanted = await planChange(trx, viewer, taskId, chosen, from);
    if ("refused" in wanted) return { refused: wholeText(wanted.refused) };
    const changed = await changeMeant(trx, viewer, wanted, from);
    if ("refused" in changed) return { refused: wholeText(changed.refused) };
    return { ...changed, from, until: nowIso() };
  });
}

interface Given {
  taskId: string;
  /** The label of the person who had it, or null for nobody. */
  assignee: string | null;
  hadTurn: boolean;
  requestId: string | null;
  /** The task's version since then. */
  version: number;
}

/** Gives a task back that the viewer gave to somebody, unless it has changed since. */
export async function giveBack(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { taskId, version, ...before }: Given,
): Promise<{ holder: string | null; title: string } | { refused: string } | null> {
  return inHousehold(db, viewer, async (trx) => {
    const task = await findTask(trx, viewer, taskId);
    if (!task) return null;
    const versions = { versionBefore: version, versions: { [taskId]: version } };
    const details = { due: null, timeZone: viewer.timeZone, ...before, ...versions };
    const now = nowIso();
    const kept = await takeBackEdit(trx, viewer, task, { type: "given", details, at: now, now });
    if (kept) return { refused: wholeText(kept) };
    const after = (await findTask(trx, viewer, taskId))!;
    return { holder: await findAssigneeLabel(trx, after), title: task.title };
  });
}
