import type { Kysely } from "kysely";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findLastAction } from "#app/domain/delegation/views/last-action.server.ts";
import { fitText, type SentencePart, wholeText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { ReminderAction } from "#app/domain/reminders/actions/act-on-reminder.server.ts";
import { actionWords, leftHousehold } from "#app/domain/reminders/actions/action-words.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { reminderAnswer } from "./reply-texts.ts";

/** Fits the answer into two SMS segments. @param timeZone the reader's, if it is known */
export async function answerAction(
  db: Kysely<Database>,
  acted: ReminderAction,
  timeZone: string | null,
  now: string,
): Promise<string> {
  const ended = await explainGone(db, acted, timeZone, now);
  return ended ? fitText(ended, "") : reminderAnswer(acted, { timeZone, now });
}

/** Answers a button, whose message names the task. */
export async function answerButton(
  db: Kysely<Database>,
  acted: ReminderAction | "left",
  timeZone: string | null,
  now: string,
): Promise<string> {
  if (acted === "left") return `${leftHousehold}.`;
  const ended = await explainGone(db, acted, timeZone, now);
  if (!ended) return `${actionWords(acted, now, timeZone)}.`;
  return wholeText(ended);
}

async function explainGone(
  db: Kysely<Database>,
  { outcome, task, actor }: ReminderAction,
  timeZone: string | null,
  now: string,
): Promise<SentencePart[] | null> {
  return outcome === "gone" ? explainEnd(db, { ...actor, timeZone }, task, now) : null;
}

/**
 * "Nothing changed: Sam deleted "Trash" at 8:10 PM." Null if nobody completed, deleted or skipped
 * it.
 */
export async function explainEnd(
  db: Kysely<Database>,
  reader: Pick<ZonedViewer, "userId" | "householdId"> & { timeZone: string | null },
  task: Task,
  now: string,
): Promise<SentencePart[] | null> {
  const timeZone = reader.timeZone ?? task.due_time_zone ?? "UTC";
  const last = await findLastAction(db, { ...reader, timeZone }, task.id, now);
  if (last?.as !== "deleted" && last?.as !== "completed") return null;
  return [`Nothing changed: ${last.who} "`, { words: last.title }, `" ${last.when}.`];
}
