import type { Kysely } from "kysely";
import { formatWallClock, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { methodWords } from "#app/domain/delegation/requests/request-status.ts";
import { listRequestRows, type RequestRow } from "#app/domain/delegation/views/history.server.ts";
import { formatDue } from "#app/domain/outbox/rendering/format-due.ts";
import { findLabels, findPeopleOfAccounts } from "#app/domain/people/people.server.ts";
import {
  keptEvents,
  listTaskEvents,
  type TaskEvent,
} from "#app/domain/tasks/changing/history.server.ts";
import { dayDoneFor } from "#app/domain/tasks/due/done-for.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database, EditedPart } from "#db/schema.ts";

export interface HistoryEntry {
  id: string;
  /** "You", or a name; null if the text says it all. */
  who: string | null;
  /** "gave it to", "moved it from Tue, Nov 24, 3:00 PM to Wed, Nov 25, 4:00 PM". */
  words: string;
  whom: string | null;
  /** Follows the name: "by SMS". */
  how: string | null;
  /** The delegate's own line of text. */
  line: string | null;
  /** "yesterday at 8:10 PM", in the viewer's zone. */
  when: string;
}

type Entry = Pick<HistoryEntry, "who" | "words"> &
  Partial<Pick<HistoryEntry, "whom" | "how" | "line">> & { at: string };

interface Reader {
  viewer: ZonedViewer;
  now: string;
  nameOf: (userId: string | null) => string;
  /** By person id; without those who have left. */
  labels: ReadonlyMap<string, string>;
}

/** Lists the newest first; empty if nothing has happened since the task was added. */
export async function findTaskHistory(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  task: Task,
  now: string,
): Promise<HistoryEntry[]> {
  const events = await listTaskEvents(db, task.id);
  const requests = await listRequestRows(db, task.id);
  const users = [task.user_id, task.marked_by, ...events.map(({ acted_by }) => acted_by)];
  const askers = requests.map(({ asked_by }) => asked_by);
  const ids = [...new Set([...users, ...askers].filter((id) => id !== null))];
  const people = await findPeopleOfAccounts(db, task.household_id, ids);
  const nameOf = (id: string | null) =>
    id === viewer.userId ? "You" : (people.get(id ?? "")?.name ?? "Someone in your household");
  const others = [
    ...events.map((event) => event.givenToId),
    ...requests.map((one) => one.person_id),
  ];
  const labels = await findLabels(
    db,
    others.filter((one) => one !== null),
  );
  const reader = { viewer, now, nameOf, labels };
  const known = new Set(events.map(({ acted_at }) => acted_at));
  const entries = [
    ...events.flatMap((event) => sayEvent(event, task, reader)),
    ...requests.flatMap((request) => sayRequest(request, known, reader)),
    ...sayLastMark(task, known, reader),
  ];
  if (entries.length === 0) return [];
  const added = { who: nameOf(task.user_id), words: "added it", at: task.created_at };
  return [...entries, added]
    .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
    .slice(0, keptEvents)
    .map(({ at, ...entry }, index) => ({
      whom: null,
      how: null,
      line: null,
      ...entry,
      id: `${at} ${index}`,
      when: formatDue({ instant: at, timeZone: viewer.timeZone }, null, now),
    }));
}

const marks = {
  completed: "did it",
  reopened: "reopened it",
  deleted: "deleted it",
  restored: "restored it",
  skipped: "skipped it",
} as const;

function sayEvent(event: TaskEvent, task: Task, reader: Reader): Entry[] {
  const { mark, acted_by, acted_at: at } = event;
  if (mark === "missed") return [{ who: null, words: "It was missed", at }];
  const who = event.actedPersonName ?? reader.nameOf(acted_by);
  return mark ? [{ who, words: sayMark(mark, task, reader), at }] : sayEdit(event, who, reader);
}

/** A missed task can only be completed late. */
function sayMark(mark: keyof typeof marks, task: Task, { now }: Reader): string {
  const day = mark === "completed" ? dayDoneFor(task, now) : null;
  return day ? `did it for ${day}` : marks[mark];
}

function sayEdit(event: TaskEvent, who: string, { viewer, now, labels }: Reader): Entry[] {
  const { acted_by, acted_at: at, edited, givenToId, givenToUserId } = event;
  const givenTo = labels.get(givenToId ?? "") ?? event.givenTo;
  const parts = edited.flatMap((part) => partNames.get(part) ?? []);
  const entries: Entry[] = [];
  if (edited.includes("assignee")) {
    const isOwn = givenToUserId !== null && givenToUserId === acted_by;
    const whom = givenToUserId === viewer.userId ? "you" : givenTo;
    if (isOwn) entries.push({ who, words: "took it", at });
    else if (whom) entries.push({ who, words: "gave it to", whom, at });
    else entries.push({ who, words: "left it to nobody in particular", at });
  }
  if (edited.includes("due")) entries.push({ who, words: sayMove(event, viewer, now), at });
  if (edited.includes("about")) entries.push({ who, words: "changed whom it is about", at });
  if (parts.length > 0) entries.push({ who, words: `changed the ${inWords.format(parts)}`, at });
  return entries;
}

const inWords = new Intl.ListFormat("en-US");
const partNames = new Map<EditedPart, string>([
  ["title", "title"],
  ["description", "description"],
  ["category", "category"],
]);

function sayMove(
  { due_before: from, due_after: to }: TaskEvent,
  { timeZone }: ZonedViewer,
  now: string,
): string {
  const { year } = wallClockAt(now, timeZone);
  const show = (instant: string) => {
    const at = wallClockAt(instant, timeZone);
    return formatWallClock(at, at.year !== year);
  };
  if (!to) return from ? `removed its date, ${show(from)}` : "removed its date";
  return from ? `moved it from ${show(from)} to ${show(to)}` : `set its date to ${show(to)}`;
}

function sayRequest(
  request: RequestRow,
  known: ReadonlySet<string>,
  { viewer, nameOf, labels }: Reader,
): Entry[] {
  const { asked_by, asked_at, answered_at, line, done_at, is_handed_over } = request;
  const isViewer = request.userId === viewer.userId;
  const name = labels.get(request.person_id ?? "") ?? request.delegate_name;
  const who = isViewer ? "You" : name;
  const whom = isViewer ? "you" : name;
  const how = methodWords[request.method] + (request.is_for_all ? ", for every time" : "");
  // Nobody is asked again after a yes to all, and the original asker may have left since.
  const isContinued = request.continues_id !== null;
  const asked = isContinued
    ? { who, words: "took this one too, by a yes for every time", at: asked_at }
    : asked_by && !is_handed_over
      ? { who: nameOf(asked_by), words: "asked", whom, how, at: asked_at }
      : { who, words: `${isViewer ? "were" : "was"} asked ${how}`, at: asked_at };
  const hasAnswered = answered_at !== null && !(isContinued && answered_at === asked_at);
  return [
    asked,
    ...(hasAnswered ? [{ who, words: sayAnswer(request), line, at: answered_at }] : []),
    ...(done_at && !known.has(done_at) ? [{ who, words: "did it", at: done_at }] : []),
    ...sayEnd(request, { who, whom, asker: nameOf(asked_by) }),
  ];
}

function sayAnswer({ answer, took_back_yes }: RequestRow): string {
  if (answer === "accepted") return "said yes";
  return took_back_yes ? "said yes, and then no" : "said no";
}

function sayEnd(
  { state, withdrawn_by, done_at, ended_at: at }: RequestRow,
  { who, whom, asker }: { who: string; whom: string; asker: string },
): Entry[] {
  if (state !== "withdrawn" || done_at || !at) return [];
  if (withdrawn_by === "left") return [{ who, words: "left, and the request ended", at }];
  if (withdrawn_by === "asker")
    return [{ who: asker, words: "cancelled the request to", whom, at }];
  return [{ who: null, words: "The request to", whom, how: "was cancelled", at }];
}

/** Tasks that are older than the history only know the last change. */
function sayLastMark(task: Task, known: ReadonlySet<string>, reader: Reader): Entry[] {
  const { marked_as, marked_by, marked_at: at } = task;
  if (!marked_as || !marked_by || !at || known.has(at)) return [];
  return [{ who: reader.nameOf(marked_by), words: sayMark(marked_as, task, reader), at }];
}
