import type { Kysely } from "kysely";
import {
  formatDate,
  formatDateWithWeekday,
  formatWallClock,
  nowIso,
  Temporal,
  wallClockAt,
} from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { listTroubledMailboxes } from "#app/domain/mail/mailbox/mailboxes.server.ts";
import { firstWords, listMails, type Mail, newHash } from "#app/domain/mail/mails.server.ts";
import { findMatches } from "#app/domain/mail/corrections/find-matches.server.ts";
import type { Match } from "#app/domain/mail/corrections/match.ts";
import type { Thing } from "#app/domain/mail/reading/thing.ts";
import type { Database } from "#db/schema.ts";

/** Lists the mails of the page "From school". */
export async function findMailPage(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  encryptionKey: string,
  now: string = nowIso(),
) {
  const mails = await listMails(db, viewer, encryptionKey);
  const matches = await findMatches(db, viewer, mails, newHash(encryptionKey));
  const view = (mail: Mail) => viewMail(mail, matches.get(mail.id), viewer, now);
  return {
    troubled: await listTroubledMailboxes(db, viewer, now),
    waiting: mails.filter(({ state }) => state === "waiting").map(view),
    done: mails.filter(({ state }) => state !== "waiting").map(view),
  };
}

function viewMail(
  {
    id,
    sender,
    subject,
    text,
    sentAt,
    takenAt,
    things,
    taskIds,
    changes,
    state,
    hasUnreadPart,
    cannotBeRead,
    isProven,
  }: Mail,
  matches: ReadonlyMap<number, Match> | undefined,
  { timeZone }: ZonedViewer,
  now: string,
) {
  const year = wallClockAt(now, timeZone).year;
  return {
    id,
    sender: sender && (sender.name || sender.address),
    subject: subject || firstWords(text) || "A mail without a subject",
    sentOn: formatDate(sentAt ?? takenAt, timeZone, now),
    isPutAway: state === "ignored",
    isWaiting: state === "waiting",
    hasUnreadPart,
    cannotBeRead: cannotBeRead === true,
    isProven,
    things: things.map((thing, index) => ({
      ...viewThing(thing, year),
      taskId: taskIds.get(index) ?? null,
      changed: changes.get(index) ?? null,
      match: viewMatch(matches?.get(index), year),
    })),
  };
}

function viewThing(
  { title, category, due, hasTime, about, sentence, note, isSure }: Thing,
  year: number,
) {
  return {
    title,
    category,
    due: due && dueWords(due.local, hasTime, year),
    about,
    sentence,
    note,
    isSure,
  };
}

/** Shows the mail's news about a task of an earlier one. */
function viewMatch(match: Match | undefined, year: number) {
  if (!match) return null;
  const { what, isSure, task } = match;
  const due = dueWords(task.due, task.hasTime, year);
  const { id: taskId, title, about, due: seen } = task;
  return { what, isSure, taskId, title, about, due, seen };
}

function dueWords(local: string, hasTime: boolean, year: number): string {
  const at = Temporal.PlainDateTime.from(local);
  const withYear = at.year !== year;
  return hasTime
    ? formatWallClock(at, withYear)
    : formatDateWithWeekday(at.toPlainDate(), withYear);
}
