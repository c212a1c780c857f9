import type { Kysely } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { findFinishers } from "./answers.server.ts";
import { findLater } from "#app/domain/series/card-series.server.ts";
import { isSkipped } from "#app/domain/series/changing/skip.server.ts";
import { findLabels, findPersonId } from "#app/domain/people/people.server.ts";
import { findTaskOrDeleted, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { earlierBy, formatDue, formatTime, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import type { Database, TaskMark } from "#db/schema.ts";

interface LastAction {
  title: string;
  as: TaskMark;
  isOwn: boolean;
  /** "Sam completed this a moment ago". Older actions show their time in the viewer's zone. */
  words: string;
  /** "Sam deleted" and "at 8:10 PM", to put the title between them. */
  who: string;
  when: string;
}

const momentMinutes = 5;

/** Includes deleted tasks; undefined if there is no such task or no action yet. */
export async function findLastAction(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  id: string,
  now: string = nowIso(),
): Promise<LastAction | undefined> {
  const task = await findTaskOrDeleted(db, viewer, id);
  if (!task?.marked_as || !task.marked_at) return undefined;
  const { title, marked_as: as, marked_at: at, marked_by: by } = task;
  const { isOwn, name } = by
    ? { isOwn: by === viewer.userId, name: (await findPeople(db, [by])).get(by)?.firstName }
    : await nameFinisher(db, viewer, task);
  const verb = as === "deleted" && (await isSkipped(db, id)) ? "skipped" : as;
  const who = `${isOwn ? "You" : (name ?? "Someone in your household")} ${verb}`;
  const when = whenDone(at, viewer.timeZone, now);
  return { title, as, isOwn, who, when, words: `${who} this ${when}` };
}

/** The delegate may have completed it by a link or a text. */
async function nameFinisher(db: Kysely<Database>, { userId }: ZonedViewer, task: Task) {
  const { marked_person: personId } = task;
  if (personId) return { isOwn: false, name: (await findLabels(db, [personId])).get(personId) };
  const isDone = task.marked_as === "completed";
  const finisher = isDone ? (await findFinishers(db, [task.id])).get(task.id) : undefined;
  const isOwn =
    finisher?.personId != null && finisher.personId === (await findPersonId(db, userId));
  return { isOwn, name: finisher?.name };
}

/**
 * Returns "Sam completed the next one", or "The next one has begun". Null unless a series has gone
 * on from this task, which then stays as it is.
 */
export async function describeLater(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  id: string,
): Promise<string | null> {
  const later = await findLater(db, id);
  if (!later) return null;
  const last = later.taskId ? await findLastAction(db, viewer, later.taskId) : undefined;
  const isEnded = last?.as === "completed" || last?.as === "deleted";
  return isEnded ? `${last.who} the next one` : "The next one has begun";
}

function whenDone(at: string, timeZone: string, now: string): string {
  if (at > earlierBy(now, { minutes: momentMinutes })) return "a moment ago";
  const [day, today] = [at, now].map((instant) =>
    wallClockAt(instant, timeZone).toPlainDate().toString(),
  );
  return day === today ? `at ${formatTime(at, timeZone)}` : `on ${formatDue(at, timeZone, now)}`;
}
