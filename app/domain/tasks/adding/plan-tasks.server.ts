import { hash } from "node:crypto";
import { bit } from "#app/domain/core/bit.ts";
import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { minutesBetween, nowIso, Temporal } from "#app/domain/core/time.ts";
import type { ModelCallFacts } from "#app/domain/understanding/understand.server.ts";
import type { Database } from "#db/schema.ts";
import { type AddingRefused, allowAdding, refusedForNow } from "./adding-limit.server.ts";
import { dueReading } from "../due/due-reading.server.ts";
import { dueColumns } from "../due/due.server.ts";
import { taskReading } from "../readings/task-reading.server.ts";
import { findNoRoom } from "./room.server.ts";
import { understandWithTurns } from "./understand-turns.server.ts";
import type { ParsedRequest } from "#app/domain/understanding/types.ts";
import { describeRepeats } from "#app/domain/recurrence/schedule.server.ts";

export interface Adder {
  userId: string;
  householdId: string;
  timeZone: string;
}

export interface NewRequest {
  text: string;
  requestId?: string;
  /** Marks what a program adds, so that it can take back its own tasks alone. */
  mark?: string;
  now?: string;
  /** When it was typed, if that was earlier, on a device without a connection. */
  saidAt?: string;
}

export type TaskPlan = Exclude<Awaited<ReturnType<typeof planTasks>>, AddingRefused>;

/**
 * Understands a request, which may take a while, so it belongs outside a transaction. Counts it for
 * the limit.
 */
export async function planTasks(
  db: Kysely<Database>,
  viewer: Adder,
  request: NewRequest,
  log: (facts: ModelCallFacts) => void,
) {
  const { text, requestId = newId(), mark = "", now = nowIso(), saidAt = now } = request;
  const { userId, householdId, timeZone } = viewer;
  if (!(await allowAdding(db, userId))) return refusedForNow;
  const understood = await understandWithTurns(db, viewer, { text, now: saidAt }, log);
  const { turns, unclearName } = understood;
  const drafts = understood.drafts.map((draft) => ({
    ...draft,
    description: ownDescription(draft),
  }));
  const noRoom = await findNoRoom(db, householdId, {
    tasks: drafts.length,
    series: drafts.filter(({ repeats }) => repeats !== null).length,
  });
  if (noRoom) return noRoom;
  const formHash = mark + hash("sha256", `${requestId}\n${text}`, "hex");
  const ids = drafts.map(() => newId());
  const dueReadings = drafts.flatMap((draft, index) =>
    dueReading(ids[index]!, text, draft, timeZone),
  );
  const unused = unusedOf(text, understood);
  const readings = drafts.map((draft, index) =>
    taskReading(ids[index]!, text, draft, unused[index]),
  );
  const requests = drafts.flatMap((draft, index) => {
    const minutesBefore = requestedLead(draft);
    return minutesBefore === null
      ? []
      : [{ taskId: ids[index]!, minutesBefore, isRepeating: draft.repeats !== null }];
  });
  const contents = drafts.map(
    ({ title, category, description, assignee, about, ...draft }, index) => ({
      id: ids[index]!,
      title,
      category,
      description,
      assignee,
      about: about === null ? null : { name: about },
      ...dueColumns(draft.due?.local, timeZone),
      due_has_time: bit(draft.hasTime),
      request_id: index === 0 ? formHash : `${formHash}-${index}`,
    }),
  );
  const repeating = drafts.flatMap(({ repeats }, index) =>
    repeats ? [{ taskId: ids[index]!, repeats, turns }] : [],
  );
  return { now, drafts, dueReadings, readings, requests, contents, repeating, unclearName };
}

/** Omits "every Tuesday" if the series says that. */
export function ownDescription({
  description,
  isDescriptionRepeated,
  repeats,
  due,
}: ParsedRequest): string | null {
  const isSaid =
    isDescriptionRepeated && repeats && due && describeRepeats(repeats, due.local.slice(0, 10));
  return isSaid ? null : description;
}

/** Assigns each unused word of the text to the task whose words surround it. */
export function unusedOf(
  text: string,
  { drafts, unused }: { drafts: ParsedRequest[]; unused: string[] },
): (string | null)[] {
  const [first] = unused;
  if (first === undefined) return drafts.map(() => null);
  const owner = drafts.findIndex(({ source: { start, end } }) =>
    text.slice(start, end).includes(first),
  );
  return drafts.map((_, index) => (index === Math.max(0, owner) ? unused.join(" ") : null));
}

const minutesPerDay = 24 * 60;

/**
 * Returns the minutes from a requested reminder to its due date, or null without one. Whole days
 * are calendar days, anything else is elapsed time, as for reminders. Drops a reminder's seconds,
 * like those of a due date.
 */
export function requestedLead({
  due,
  remindAt,
}: Pick<ParsedRequest, "due" | "remindAt">): number | null {
  if (!due || !remindAt) return null;
  const [from, to] = [
    Temporal.PlainDateTime.from(remindAt.local),
    Temporal.PlainDateTime.from(due.local),
  ];
  if (from.toPlainTime().equals(to.toPlainTime()))
    return from.until(to, { largestUnit: "days" }).days * minutesPerDay;
  return minutesBetween(toMinute(remindAt.instant), toMinute(due.instant));
}

const toMinute = (instant: string) => `${instant.slice(0, 16)}:00.000Z`;
