import type { Kysely } from "kysely";
import { calendarTemplateLink } from "#app/domain/calendar/files/template-link.ts";
import { saidWhen } from "#app/domain/outbox/rendering/when.ts";
import { formatTimeAt, nowIso, sameWallClock } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { isTheirs, type Standing, standingOf } from "../request-status.ts";

/** A request as whoever was asked sees it. */
export interface RequestPage {
  standing: Standing;
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
  const request = await db
    .selectFrom("delegations")
    .innerJoin("tasks", "tasks.id", "delegations.task_id")
    .leftJoin("profiles as asker", "asker.id", "delegations.asked_by")
    .leftJoin("family_members as delegate", "delegate.id", "delegations.family_member_id")
    .leftJoin("profiles as own", "own.id", "delegate.linked_user_id")
    .select(["delegations.state", "done_at", "delegate_name", "line", "asker.first_name as asker"])
    .select(["tasks.title", "tasks.description", "due_date", "due_time_zone", "is_completed", "deleted_at"])
    .select(["own.time_zone", "delegations.version"])
    .where("delegations.id", "=", link.id)
    .executeTakeFirst();
  if (!request) return gone;
  if (request.version !== link.version) return undefined;
  const { asker, delegate_name: delegateName, line } = request;
  const standing = standingOf(request);
  return { standing, asker, delegateName, line, ...(isTheirs(standing) ? taskOf(request, now) : nothing) };
}

const nothing = { title: null, description: null, when: null, whenForThem: null, calendarLink: null };
const gone: RequestPage = { standing: "deleted", asker: null, delegateName: "", line: null, ...nothing };

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
  const isElsewhere = time_zone !== null && !sameWallClock(due_date, due_time_zone, time_zone);
  return {
    when: saidWhen({ instant: due_date, timeZone: due_time_zone }, time_zone, now),
    whenForThem: isElsewhere ? formatTimeAt(due_date, time_zone) : null,
    calendarLink: calendarTemplateLink({ title, details: description ?? "", dueAt: due_date, timeZone: due_time_zone }),
  };
}
