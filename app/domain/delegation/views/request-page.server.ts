import type { Kysely } from "kysely";
import { personName } from "#app/domain/accounts/profile/person-name.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { writeTaskFile } from "#app/domain/calendar/files/task-file.server.ts";
import { calendarTemplateLink } from "#app/domain/calendar/files/template-link.ts";
import { formatTimeAt, isSameWallClock, nowIso } from "#app/domain/core/time.ts";
import { formatDue } from "#app/domain/outbox/rendering/format-due.ts";
import { type ChecklistItem, findChecklist } from "#app/domain/tasks/checklist/checklist.server.ts";
import { describeForCalendars } from "#app/domain/tasks/lists/describe-for-calendars.server.ts";
import { aboutBeside } from "#app/domain/tasks/lists/about-beside.ts";
import type { Database } from "#db/schema.ts";
import { saidYesToAll } from "../answering/answer.server.ts";
import { canTakeAgain, canTakeBack, findHolder } from "../answering/changed-mind.server.ts";
import { findContacts } from "../contacts.server.ts";
import { type EndReason, findEndReason } from "../requests/end-reason.server.ts";
import {
  type RequestWithTask,
  findFollowingOf,
  findRequests,
} from "../requests/find-requests.server.ts";
import { type RequestStatus, isActionable } from "../requests/request-status.ts";
import { isYesOver } from "../telling/known-due.server.ts";

export interface RequestPage {
  /** The request to answer. For a copied link to all, it is the request for the open task. */
  id: string;
  /** "link_ended": the link was copied from a page before someone changed their password. */
  status: RequestStatus | "link_ended";
  why: EndReason | null;
  /** Null once the request has ended, as are all names and texts. */
  title: string | null;
  /** The person whom it is about, if the title doesn't name them. */
  about: string | null;
  description: string | null;
  checklist: ChecklistItem[];
  /** "tomorrow at 3:00 PM" in the task's time zone, which is named if the delegate's differs. */
  when: string | null;
  whenInOwnZone: string | null;
  /** The wall clock, empty without a date. Null unless the page shows the due date. */
  dueLocal: string | null;
  /** The due date at the time of the yes, if it has changed since. */
  agreedWhen: string | null;
  /** Set if only one of the accepted request and the task has a date. */
  dateChange: "gone" | "added" | null;
  /** True if the delegate said yes, and the page asks if they did it. */
  isOver: boolean;
  /** True once the asker has left and the household's owner asks instead. */
  isHandedOver: boolean;
  /** "every Tuesday", if those that follow are asked for too. */
  following: string | null;
  asker: string | null;
  /**
   * The person who has the task now, after this delegate said no or somebody chose another person.
   */
  holder: string | null;
  /** True if the delegate said no, and nobody else has the task. */
  canTakeAgain: boolean;
  /** True if the delegate said yes, and can still say no. */
  canTakeBack: boolean;
  /** True if the request includes the dates that follow. */
  isForAll: boolean;
  /** True if the delegate said yes to all, and the series goes on. */
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
  const goesOn = (await findFollowingOf(db, [found])).has(request.id);
  const isEveryTime = goesOn && (await saidYesToAll(db, found));
  if (!isOver) return { ...ended, isEveryTime, ...(await viewOpen(db, found)) };
  const holder = await findHolder(db, found);
  const isForAll = request.is_for_all === 1;
  return { ...ended, isEveryTime, holder, canTakeAgain: !holder, isForAll };
}

/** A delegate who gets no messages has only one link, so it shows the newest request. */
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
  const [described] = await describeForCalendars(db, [task]);
  const isTheirs = task.assignee_id !== null && task.assignee_id === person_id;
  return {
    title: task.title,
    about: aboutBeside(task),
    description: task.description,
    checklist: await findChecklist(db, task.id),
    ...viewDue({ ...described!, time_zone: timeZone }, now),
    asker: asked_by ? personName(await findPerson(db, asked_by)) : null,
    delegateName,
    line,
    following: (await findFollowingOf(db, [found])).get(id) ?? null,
    holder: status === "accepted" && !isTheirs ? task.assignee : null,
    agreedWhen: viewAgreed(found, timeZone, now),
    dateChange: status === "accepted" ? findDateChange(found) : null,
    isOver: isYesOver(found, now),
    canTakeBack: canTakeBack(found),
  };
}

/** Hides the content of an ended page from later readers. */
const hidden = {
  why: null,
  agreedWhen: null,
  dateChange: null,
  isOver: false,
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
  about: null,
  description: null,
  checklist: [],
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

/** A yes from before Mila kept its date has neither. */
function findDateChange({ request, task }: RequestWithTask): "gone" | "added" | null {
  const { agreed_due, told_due } = request;
  if (agreed_due !== null) return task.due_date === null ? "gone" : null;
  return task.due_date !== null && told_due !== null ? "added" : null;
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
