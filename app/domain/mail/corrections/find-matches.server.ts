import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findSeriesIds } from "#app/domain/series/occurrences/series.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import type { Mail } from "../mails.server.ts";
import { type EarlierTask, type Match, matchThing, subjectOf } from "./match.ts";

/** The latest tasks are compared. */
const maxEarlier = 500;

type Matches = Map<number, Match>;

/**
 * Matches the open things of mails with tasks added from earlier mails.
 * @param hashOf the hash used for `mail_tasks.event_hash`
 * @returns the matches by the mail's id and the thing's index
 */
export async function findMatches(
  db: Kysely<Database>,
  { householdId }: Pick<Viewer, "householdId">,
  mails: readonly Mail[],
  hashOf: (eventId: string) => string,
): Promise<Map<string, Matches>> {
  const open = mails.filter(({ things, taskIds }) => things.length > taskIds.size);
  if (open.length === 0) return new Map();
  const earlier = await listEarlier(db, householdId);
  return new Map(
    open.map((mail) => {
      const ofOthers = earlier.filter(({ mailId }) => mailId !== mail.id);
      const tasks = ofOthers.map((task) => ({
        ...task,
        isSameSender: task.senderHash !== null && task.senderHash === mail.senderHash,
      }));
      return [mail.id, matchThings(mail, tasks, hashOf)];
    }),
  );
}

function matchThings(
  { things, taskIds }: Mail,
  tasks: readonly EarlierTask[],
  hashOf: (eventId: string) => string,
): Matches {
  const matches: Matches = new Map();
  const changed = new Set<string>();
  for (const [index, thing] of things.entries()) {
    if (taskIds.has(index)) continue;
    const eventHash = thing.eventId === undefined ? null : hashOf(thing.eventId);
    const match = matchThing({ ...thing, eventHash }, tasks);
    if (!match) continue;
    // A mail may mention the same change twice.
    matches.set(index, changed.has(match.task.id) ? { ...match, what: "same" } : match);
    if (match.what !== "same") changed.add(match.task.id);
  }
  return matches;
}

async function listEarlier(db: Kysely<Database>, householdId: string) {
  const rows = await db
    .selectFrom("mail_tasks")
    .innerJoin("mails", "mails.id", "mail_id")
    .select(["mail_id", "task_id", "event_hash", "sequence", "sender_hash"])
    .where("household_id", "=", householdId)
    .orderBy("taken_at", "desc")
    .orderBy("mail_id")
    .orderBy("thing")
    .limit(maxEarlier)
    .execute();
  const taskIds = [...new Set(rows.map(({ task_id }) => task_id))];
  const tasks = await findTasks(db, taskIds);
  const repeating = await findSeriesIds(db, taskIds);
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const task = tasks.get(row.task_id);
    if (!task || seen.has(task.id) || task.household_id !== householdId) return [];
    if (task.due_local === null) return [];
    // The latest change of a task comes first.
    seen.add(task.id);
    const isOpen = task.deleted_at === null && task.is_completed === 0;
    return [
      {
        id: task.id,
        mailId: row.mail_id,
        title: task.title,
        subject: subjectOf(task.title),
        due: task.due_local,
        hasTime: task.due_has_time === 1,
        timeZone: task.due_time_zone,
        about: task.about,
        canChange: isOpen && !repeating.has(task.id),
        eventHash: row.event_hash,
        sequence: row.sequence,
        senderHash: row.sender_hash,
      },
    ];
  });
}
