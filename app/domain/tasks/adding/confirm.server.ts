import { hash } from "node:crypto";
import { bit } from "#app/domain/core/bit.ts";
import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { formatShortDue, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { listHouseholdPeople, onlyNamed } from "#app/domain/people/people.server.ts";
import { describeRepeats } from "#app/domain/recurrence/schedule.server.ts";
import type { Repeats } from "#app/domain/understanding/types.ts";
import { formatLead } from "#app/domain/tasks/due/lead-time.ts";
import type { ModelCallFacts } from "#app/domain/understanding/understand.server.ts";
import type { Database } from "#db/schema.ts";
import { dueWordsIn, undatedDescription } from "../due/due-reading.server.ts";
import { dueColumns, skippedTimeError } from "../due/due.server.ts";
import { notUnderstoodIn } from "../readings/task-reading.server.ts";
import { unreadRepetition } from "../readings/unread-repetition.ts";
import { type AddingRefused, allowAdding, refusedForNow } from "./adding-limit.server.ts";
import { ownDescription, requestedLead, unusedOf } from "./plan-tasks.server.ts";
import { findNoRoom } from "./room.server.ts";
import { announceGiven, saveTasks } from "./save-tasks.server.ts";
import { describeTurns, writeTurns } from "#app/domain/understanding/said-turns.ts";
import { understandWithTurns } from "./understand-turns.server.ts";
import { nobody } from "../input.ts";
import type { ChooseInput, ClearDateInput, ConfirmInput, TypedDraft } from "../input.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

/**
 * Drafts tasks without saving them. Due dates are wall clock (YYYY-MM-DDTHH:mm) in the viewer's
 * zone.
 */
export async function draftTasks(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  text: string,
  log: (facts: ModelCallFacts) => void,
) {
  const { timeZone } = viewer;
  const now = nowIso();
  const understood = await understandWithTurns(db, viewer, { text, now }, log);
  const { drafts, by, turns } = understood;
  const people = await listHouseholdPeople(db, viewer.householdId);
  const unused = unusedOf(text, understood);
  const today = wallClockAt(now, timeZone).toPlainDate();
  return {
    by,
    dueWords: drafts.map((draft) => ({
      words: dueWordsIn(text, draft) ?? "",
      spans: draft.dueWords,
    })),
    doubts: drafts.map((draft, index) => {
      const dues = draft.due && draft.otherDues.length > 0 ? [draft.due, ...draft.otherDues] : [];
      return {
        dues: dues.map(({ local }) => ({ local, label: formatShortDue(local, today) })),
        categories:
          draft.otherCategories.length > 0 ? [draft.category, ...draft.otherCategories] : [],
        notUnderstood: notUnderstoodIn(text, draft),
        hasPassed: draft.hasPassed,
        missesReminder: draft.missesReminder,
        due: draft.due?.local ?? "",
        skippedTime: skippedTimeError(draft.due?.skipped, timeZone) ?? "",
        unreadRepetition: unreadRepetition(text, draft),
        unused: unused[index] ?? "",
      };
    }),
    extras: drafts.map(({ due, hasTime, remindAt, repeats }) => ({
      remindAt: remindAt?.local ?? "",
      reminder: due
        ? formatLead(requestedLead({ due, remindAt }) ?? 0, { ...due, hasTime }, timeZone)
        : "",
      repeats: (repeats && due && describeRepeats(repeats, due.local.slice(0, 10))) ?? "",
      turns: turns ? describeTurns(turns, people) : "",
    })),
    people: people.map(({ id, label }) => ({ id, label })),
    drafts: drafts.map((draft) => ({
      title: draft.title,
      category: draft.category,
      description: ownDescription(draft) ?? "",
      dueDate: draft.due?.local ?? "",
      usualTime: draft.due && !draft.hasTime ? draft.due.local.slice(11) : "",
      assignee: draft.assignee ?? "",
      aboutId: onlyNamed(people, draft.about)?.id ?? nobody,
      repeats: draft.repeats ? writeRepeats(draft.repeats) : "",
      turns: turns ? writeTurns(turns) : "",
      undatedTitle: dueWordsIn(text, draft) === null ? "" : draft.undatedTitle,
      minutesBefore: String(requestedLead(draft) ?? ""),
      wanted: "on",
    })),
  };
}

/** Formats a repetition for `confirmInput`. */
function writeRepeats({ from, rule, except }: Repeats): string {
  return [from, rule, except && `except ${except}`].filter(Boolean).join(" ");
}

export function withoutDate({ clearDateOf, drafts }: ClearDateInput): TypedDraft[] {
  return drafts.map((draft, index) => {
    const { undatedTitle, description } = draft;
    if (index !== clearDateOf || !undatedTitle) return draft;
    const remaining = undatedDescription(undatedTitle, description) ?? "";
    return {
      ...draft,
      title: undatedTitle,
      description: remaining,
      dueDate: "",
      undatedTitle: "",
      minutesBefore: "",
      repeats: "",
      turns: "",
    };
  });
}

export function withChoice({ choose, drafts }: ChooseInput): TypedDraft[] {
  return drafts.map((draft, index) =>
    index === choose.index ? { ...draft, [choose.field]: choose.value } : draft,
  );
}

/**
 * Saves all drafts or none. Submitting the same form twice saves them once. Returns their ids in
 * the same order.
 */
export async function saveDrafts(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { drafts, requestId }: ConfirmInput,
): Promise<string[] | AddingRefused> {
  const form = requestId ?? newId();
  const now = nowIso();
  const contents = drafts.map((draft, index) => {
    const { title, category, description = null, assignee = null } = draft;
    const { dueDate, usualTime, aboutId = nobody } = draft;
    const content = {
      title,
      category,
      description,
      assignee,
      about: aboutId === nobody ? null : { id: aboutId },
      ...dueColumns(dueDate, viewer.timeZone),
      due_has_time: bit(dueDate?.slice(11) !== usualTime),
    };
    const request_id = hash("sha256", JSON.stringify([form, index, content]), "hex");
    return { id: newId(), ...content, request_id };
  });
  const requests = drafts.flatMap(({ dueDate, minutesBefore, repeats }, index) =>
    dueDate && minutesBefore !== undefined
      ? [{ taskId: contents[index]!.id, minutesBefore, isRepeating: Boolean(repeats) }]
      : [],
  );
  const repeating = drafts.flatMap(({ repeats, turns = null }, index) =>
    repeats ? [{ taskId: contents[index]!.id, repeats, turns }] : [],
  );
  const tasks = { now, contents, repeating, requests, readings: [], dueReadings: [] };
  // One transaction, because each waits for the disk.
  return inHousehold(db, viewer, async (trx) => {
    if (!(await allowAdding(trx, viewer.userId))) return refusedForNow;
    const series = drafts.filter(({ repeats }) => repeats).length;
    const noRoom = await findNoRoom(trx, viewer.householdId, { tasks: drafts.length, series });
    if (noRoom) return noRoom;
    const { ids, given } = await saveTasks(trx, viewer.userId, tasks);
    await announceGiven(trx, viewer.userId, given, now);
    return ids;
  });
}
