import type { Kysely } from "kysely";
import { personName } from "#app/domain/accounts/profile/person-name.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { writeTaskFile } from "#app/domain/calendar/files/task-file.server.ts";
import { calendarTemplateLink } from "#app/domain/calendar/files/template-link.ts";
import { formatTimeAt, isSameWallClock, nowIso } from "#app/domain/core/time.ts";
import { formatDue } from "#app/domain/outbox/rendering/format-due.ts";
import { isSkipped } from "#app/domain/series/changing/skip.server.ts";
import { isGone } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { saidYesToAll } from "../answering/answer.server.ts";
import { canTakeAgain, canTakeBack, findHolder } from "../answering/changed-mind.server.ts";
import { findContacts } from "../contacts.server.ts";
import {
  type RequestWithTask,
  findFollowingOf,
  findRequests,
} from "../requests/find-requests.server.ts";
import { type RequestStatus, isActionable } from "../requests/request-status.ts";

export interface RequestPage {
  /** The request that an answer is for: of a copied link to all, the one for the open task. */
  id: string;
  /** "link_ended": the link was copied from a page before someone changed their password. */
  status: RequestStatus | "link_ended";
  why: EndReason | null;
  /** Null once the request has ended, like all names and words. */
  title: string | null;
  description: string | null;
  /** "tomorrow at 3:00 PM" in the task's time zone, which is named if the delegate's differs. */
  when: string | null;
  whenInOwnZone: string | null;
  /** The wall clock, empty without a date. Null unless the page shows when it is due. */
  dueLocal: string | null;
  /** When it was, if that changed since they said yes. */
  agreedWhen: string | null;
  /** They said yes to a date, and it has none any more. */
  isDateGone: boolean;
  /** True once the asker has left and the household's owner asks instead. */
  isHandedOver: boolean;
  /** "every Tuesday", if those that follow are asked for too. */
  following: string | null;
  asker: string | null;
  /** The person who has the task now, after this one said no or somebody chose another. */
  holder: string | null;
  /** They said no, and nobody else has it. */
  canTakeAgain: boolean;
  /** They said yes, and can still say no. */
  canTakeBack: boolean;
  /** Those that follow are asked for too. */
  isForAll: boolean;
  /** They said yes to all, and it goes on. */
  isEveryTime: boolean;
  delegateName: string;
  line: string | null;
  calendarLink: string | null;
}

/** @returns undefined for an outdated link; "deleted" when the task or its household is gone */
export async function findRequestPage(
  db: Kysely<Database>,
  link: { id: string; version: number; isCopy: boolean },
): Promise<RequestPage | undefined> {
  const asked = (await findRequests(db, [link.id])).get(link.id);
  if (!asked) return { ...deletedRequest, id: link.id };
  if (!link.isCopy && asked.request.version !== link.version) return undefined;
  const found = await findPresent(db, asked);
  const { request, status } = found;
  const isOver = !isActionable(status);
  const isHandedOver = request.is_handed_over === 1;
  const ended = { ...hidden, id: request.id, status, isHandedOver };
  const isOutdated = link.isCopy && asked.request.copy_version !== link.version;
  if (isOver && !canTakeAgain(found)) {
    const why = await findEndReason(db, found);
    return { ...ended, why, holder: why === "given" && !isOutdated ? found.task.assignee : null };
  }
  if (isOutdated) return { ...ended, status: "link_ended" };
  const isEveryTime = await saidYesToAll(db, found);
  if (!isOver) return { ...ended, isEveryTime, ...(await viewOpen(db, found)) };
  const holder = await findHolder(db, found);
  const isForAll = request.is_for_all === 1;
  return { ...ended, isEveryTime, holder, canTakeAgain: !holder, isForAll };
}

/** A delegate who gets no messages has one link, which shows the newest request. */
async function findPresent(db: Kysely<Database>, asked: RequestWithTask): Promise<RequestWithTask> {
  const { id, method, continues_id } = asked.request;
  if (method !== "link") return asked;
  const newest = await db
    .selectFrom("delegations")
    .select("id")
    .where("continues_id", "=", continues_id ?? id)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return (newest && (await findRequests(db, [newest.id])).get(newest.id)) ?? asked;
}

async function viewOpen(db: Kysely<Database>, found: RequestWithTask) {
  const now = nowIso();
  const { request, task, status } = found;
  const { id, delegate_name: delegateName, line, asked_by, person_id } = request;
  const contacts = await findContacts(db, person_id ? [person_id] : []);
  const timeZone = contacts.get(person_id ?? "")?.timeZone ?? null;
  const isTheirs = task.assignee_id !== null && task.assignee_id === person_id;
  return {
    ...viewTask({ ...task, time_zone: timeZone }, now),
    asker: asked_by ? personName(await findPerson(db, asked_by)) : null,
    delegateName,
    line,
    following: (await findFollowingOf(db, [found])).get(id) ?? null,
    holder: status === "accepted" && !isTheirs ? task.assignee : null,
    agreedWhen: viewAgreed(found, timeZone, now),
    isDateGone: status === "accepted" && request.agreed_due !== null && task.due_date === null,
    canTakeBack: canTakeBack(found),
  };
}

/** An ended page tells later readers nothing. */
const hidden = {
  why: null,
  agreedWhen: null,
  isDateGone: false,
  isHandedOver: false,
  asker: null,
  holder: null,
  canTakeAgain: false,
  canTakeBack: false,
  isForAll: false,
  isEveryTime: false,
  delegateName: "",
  line: null,
  title: null,
  description: null,
  when: null,
  whenInOwnZone: null,
  dueLocal: null,
  following: null,
  calendarLink: null,
};
const deletedRequest = { ...hidden, status: "deleted" } as const;

function viewAgreed(
  { request, task }: RequestWithTask,
  timeZone: string | null,
  now: string,
): string | null {
  const { agreed_due: instant } = request;
  if (!instant || !task.due_time_zone || instant === task.due_date) return null;
  return formatDue({ instant, timeZone: task.due_time_zone }, timeZone, now);
}

function viewTask(request: DatedTask, now: string) {
  const { title, description } = request;
  return { title, description, ...viewDue(request, now) };
}

interface DatedTask {
  title: string;
  description: string | null;
  due_date: string | null;
  due_local: string | null;
  due_time_zone: string | null;
  time_zone: string | null;
}

function viewDue(
  { title, description, due_date, due_local, due_time_zone, time_zone }: DatedTask,
  now: string,
) {
  if (!due_date || !due_time_zone)
    return { when: null, whenInOwnZone: null, dueLocal: "", calendarLink: null };
  const isElsewhere = time_zone !== null && !isSameWallClock(due_date, due_time_zone, time_zone);
  return {
    dueLocal: due_local,
    when: formatDue({ instant: due_date, timeZone: due_time_zone }, time_zone, now),
    whenInOwnZone: isElsewhere ? formatTimeAt(due_date, time_zone) : null,
    calendarLink: calendarTemplateLink({
      title,
      details: description ?? "",
      dueAt: due_date,
      timeZone: due_time_zone,
    }),
  };
}

/** @returns "undated" when the task has no date; undefined when the request is not open */
export async function writeRequestFile(
  db: Kysely<Database>,
  requestId: string,
  url: string | null,
): Promise<string | "undated" | undefined> {
  const found = (await findRequests(db, [requestId])).get(requestId);
  if (!found || !isActionable(found.status)) return undefined;
  return writeTaskFile(db, found.task, { url, remindersAt: [] });
}

/**
 * "asker", "other", "left": who withdrew the request; "asked_again": they have a newer one;
 * "taken": somebody else said yes; "given": somebody else was chosen; "open_again": it was done
 * meanwhile, and reopened; "back_again": it was deleted meanwhile, and restored.
 */
type EndReason =
  | "asker"
  | "other"
  | "left"
  | "asked_again"
  | "taken"
  | "given"
  | "skipped"
  | "missed"
  | "open_again"
  | "back_again";

async function findEndReason(
  db: Kysely<Database>,
  found: RequestWithTask,
): Promise<EndReason | null> {
  const { request, task, status } = found;
  if (status === "withdrawn") return request.withdrawn_by;
  if (status === "superseded") return findSuccessor(db, found);
  if (status === "completed") return task.is_completed ? null : "open_again";
  if (status !== "deleted") return null;
  if (!task.deleted_at) return "back_again";
  if (task.was_missed) return "missed";
  return (await isSkipped(db, task.id)) ? "skipped" : null;
}

async function findSuccessor(
  db: Kysely<Database>,
  { request, task }: RequestWithTask,
): Promise<EndReason | null> {
  const newer = await db
    .selectFrom("delegations")
    .select(["state", "person_id"])
    .where("task_id", "=", request.task_id)
    .where("state", "in", ["pending", "accepted"])
    .executeTakeFirst();
  if (!newer) return task.assignee !== null && !isGone(task) ? "given" : null;
  if (newer.person_id === request.person_id) return "asked_again";
  return newer.state === "accepted" ? "taken" : null;
}
