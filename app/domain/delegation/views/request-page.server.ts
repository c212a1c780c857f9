import type { Kysely } from "kysely";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { calendarTemplateLink } from "#app/domain/calendar/files/template-link.ts";
import { saidWhen } from "#app/domain/outbox/rendering/when.ts";
import { formatTimeAt, nowIso, isSameWallClock } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { findContacts } from "../contacts.server.ts";
import { findRequests } from "../requests/find-requests.server.ts";
import { isTheirs, type RequestStatus } from "../requests/request-status.ts";

/** A request as whoever was asked sees it. */
export interface RequestPage {
  status: RequestStatus;
  /** Null once the request has ended: what the task has become since is not theirs to know. So is all else of the task. */
  title: string | null;
  description: string | null;
  /** "tomorrow at 3:00 PM", in the zone where it was said; with the zone's name, and the time there, where theirs is another. */
  when: string | null;
  whenForThem: string | null;
  /** First name of who asks; null while they have not said. */
  asker: string | null;
  delegateName: string;
  line: string | null;
  /** Where they can put it into their calendar. */
  calendarLink: string | null;
}

/**
 * The request behind a link, or undefined when it has another version. One that went with its task or household is not
 * needed any more.
 */
export async function findRequestPage(
  db: Kysely<Database>,
  link: { id: string; version: number },
): Promise<RequestPage | undefined> {
  const now = nowIso();
  const found = (await findRequests(db, [link.id])).get(link.id);
  if (!found) return gone;
  const { request, task, status } = found;
  if (request.version !== link.version) return undefined;
  const { delegate_name: delegateName, line, asked_by, family_member_id } = request;
  const asker = asked_by ? (await findPerson(db, asked_by)).firstName : null;
  const contact = family_member_id ? (await findContacts(db, [family_member_id])).get(family_member_id) : undefined;
  const shown = isTheirs(status) ? taskOf({ ...task, time_zone: contact?.timeZone ?? null }, now) : nothing;
  return { status, asker, delegateName, line, ...shown };
}

const nothing = { title: null, description: null, when: null, whenForThem: null, calendarLink: null };
const gone: RequestPage = { status: "deleted", asker: null, delegateName: "", line: null, ...nothing };

function taskOf(request: Dated, now: string) {
  const { title, description } = request;
  return { title, description, ...whenOf(request, now) };
}

interface Dated {
  title: string;
  description: string | null;
  due_date: string | null;
  due_time_zone: string | null;
  time_zone: string | null;
}

function whenOf({ title, description, due_date, due_time_zone, time_zone }: Dated, now: string) {
  if (!due_date || !due_time_zone) return { when: null, whenForThem: null, calendarLink: null };
  const isElsewhere = time_zone !== null && !isSameWallClock(due_date, due_time_zone, time_zone);
  return {
    when: saidWhen({ instant: due_date, timeZone: due_time_zone }, time_zone, now),
    whenForThem: isElsewhere ? formatTimeAt(due_date, time_zone) : null,
    calendarLink: calendarTemplateLink({ title, details: description ?? "", dueAt: due_date, timeZone: due_time_zone }),
  };
}
