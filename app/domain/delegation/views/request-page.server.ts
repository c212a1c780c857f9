import type { Kysely } from "kysely";
import { personName } from "#app/domain/accounts/profile/person-name.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { calendarTemplateLink } from "#app/domain/calendar/files/template-link.ts";
import { formatDue } from "#app/domain/outbox/rendering/format-due.ts";
import { formatTimeAt, nowIso, isSameWallClock } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { canTakeAgain, canTakeBack, findHolder } from "../answering/changed-mind.server.ts";
import { findContacts } from "../contacts.server.ts";
import { findFollowingOf } from "./following.server.ts";
import { findRequests, type RequestWithTask } from "../requests/find-requests.server.ts";
import { type EndReason, findEndReason } from "./end-reason.server.ts";
import { isActionable, type RequestStatus } from "../requests/request-status.ts";

export interface RequestPage {
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
  delegateName: string;
  line: string | null;
  calendarLink: string | null;
}

/** @returns undefined for an outdated link; "deleted" when the task or its household is gone */
export async function findRequestPage(
  db: Kysely<Database>,
  link: { id: string; version: number; isCopy: boolean },
): Promise<RequestPage | undefined> {
  const now = nowIso();
  const found = (await findRequests(db, [link.id])).get(link.id);
  if (!found) return deletedRequest;
  const { request, task, status } = found;
  if (!link.isCopy && request.version !== link.version) return undefined;
  const { delegate_name: delegateName, line, asked_by, person_id } = request;
  const isOver = !isActionable(status);
  const ended = { ...hidden, status, isHandedOver: request.is_handed_over === 1 };
  if (isOver && !canTakeAgain(found)) return { ...ended, why: await findEndReason(db, found) };
  if (link.isCopy && request.copy_version !== link.version)
    return { ...ended, status: "link_ended" };
  if (isOver) {
    const holder = await findHolder(db, found);
    return { ...ended, holder, canTakeAgain: !holder, isForAll: request.is_for_all === 1 };
  }
  const asker = asked_by ? personName(await findPerson(db, asked_by)) : null;
  const contact = person_id ? (await findContacts(db, [person_id])).get(person_id) : undefined;
  const timeZone = contact?.timeZone ?? null;
  const following = (await findFollowingOf(db, [found])).get(request.id) ?? null;
  const isTheirs = task.assignee_id !== null && task.assignee_id === person_id;
  return {
    ...ended,
    ...viewTask({ ...task, time_zone: timeZone }, now),
    asker,
    delegateName,
    line,
    following,
    holder: status === "accepted" && !isTheirs ? task.assignee : null,
    agreedWhen: viewAgreed(found, timeZone, now),
    canTakeBack: canTakeBack(found),
  };
}

/** An ended page tells later readers nothing. */
const hidden = {
  why: null,
  agreedWhen: null,
  isHandedOver: false,
  asker: null,
  holder: null,
  canTakeAgain: false,
  canTakeBack: false,
  isForAll: false,
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
const deletedRequest: RequestPage = { ...hidden, status: "deleted" };

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
