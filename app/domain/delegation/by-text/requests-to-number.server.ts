import type { Kysely } from "kysely";
import { personName } from "#app/domain/accounts/profile/person-name.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { idList } from "#db/sql/values.ts";
import { earlierBy, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { hoursToAnswer } from "#app/domain/reminders/actions/list-reminded.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { InboundText } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import { canTakeAgain, canTakeBack } from "../answering/changed-mind.server.ts";
import { canConfirm } from "../telling/told.server.ts";
import { type RequestWithTask, withTasks } from "../requests/find-requests.server.ts";
import type { RequestStatus } from "../requests/request-status.ts";
import type { RequestReply, Words } from "./reply-words.ts";

/** A text or chat message, read once for everything that may answer it. */
export interface IncomingMessage extends InboundText, Words {
  /** Null for a tapback that is not an answer. */
  reply: RequestReply | null;
  /** A keyed hash of the number or chat. */
  recipient: string;
  /** The account holder whose number or chat this is. */
  user: ZonedViewer | undefined;
  /** The people whom families know by this number, or whose chat this is. */
  personIds: string[];
  /** Requests to these people. */
  requests: TextedRequest[];
  now: string;
}

export interface TextedRequest {
  id: string;
  title: string;
  asker: string | null;
  status: RequestStatus;
  /** They said no, and can still say yes. */
  canTakeAgain: boolean;
  /** They said yes, and can still say no. */
  canTakeBack: boolean;
  /** They said yes to all before, and the message asked for a no only to this one. */
  isContinued: boolean;
  /** They said yes, and were asked whether another date is fine. */
  isAskedAgain: boolean;
  /** They were asked, and answered, more than two days ago. */
  isLate: boolean;
}

const maxRequests = 9;

/** Requests to these people from any household. Open ones come first, then the newest. */
export async function findRequestsTo(
  db: Kysely<Database>,
  { channel, personIds, now }: Pick<IncomingMessage, "channel" | "personIds" | "now">,
): Promise<TextedRequest[]> {
  const isChat = channel === "telegram";
  const rows = await db
    .selectFrom("delegations")
    .selectAll()
    .where("person_id", "in", idList(personIds))
    .$if(!isChat, (texted) => texted.where("method", "in", ["sms", "whatsapp"]))
    .orderBy(({ eb }) => eb("state", "=", "pending"), "desc")
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(maxRequests)
    .execute();
  const since = earlierBy(now, { hours: hoursToAnswer });
  return (await withAskers(db, rows)).map((found) => {
    const { request, task, status, asker } = found;
    return {
      id: request.id,
      title: task.title,
      asker,
      status,
      canTakeAgain: canTakeAgain(found),
      canTakeBack: canTakeBack(found),
      isAskedAgain: canConfirm(found),
      isContinued: request.continues_id !== null,
      isLate: (request.answered_at ?? request.asked_at) < since,
    };
  });
}

export interface SaidYes extends RequestWithTask {
  asker: string | null;
  /** When they said yes, or when it fell due. */
  at: string;
  /**
   * Its wall clock as they know it, empty without a date; undefined once it is due, or if it is not
   * known.
   */
  seenDue: string | undefined;
}

/** Enough for whoever never hears that others did what they had said yes to. */
const maxYeses = 50;

/**
 * Lists what these people said yes to, by whatever channel they were asked. What is over stays for
 * two days, to answer late words about it.
 */
export async function listYeses(
  db: Kysely<Database>,
  personIds: string[],
  now: string,
): Promise<SaidYes[]> {
  const rows = await db
    .selectFrom("delegations")
    .selectAll()
    .where("person_id", "in", idList(personIds))
    .where("answer", "=", "accepted")
    .orderBy(({ eb }) => eb("state", "=", "accepted"), "desc")
    .orderBy("answered_at", "desc")
    .limit(maxYeses)
    .execute();
  const since = earlierBy(now, { hours: hoursToAnswer });
  return (await withAskers(db, rows)).flatMap(({ request, task, asker, status }) => {
    const due = task.due_date;
    const isDue = due !== null && due <= now;
    const [at = ""] = [request.answered_at ?? "", isDue ? due : ""].toSorted().toReversed();
    if (status !== "accepted" && at <= since) return [];
    const seenDue = isDue ? undefined : localDue(request.told_due ?? request.agreed_due, task);
    return [{ request, task, asker, status, at, seenDue }];
  });
}

/** @param known the instant, empty without a date */
function localDue(known: string | null, { due_time_zone: timeZone }: Task): string | undefined {
  if (!known || !timeZone) return known ?? undefined;
  return wallClockAt(known, timeZone).toString({ smallestUnit: "minute" });
}

async function withAskers(db: Kysely<Database>, rows: Parameters<typeof withTasks>[1]) {
  const askers = await findPeople(
    db,
    rows.flatMap(({ asked_by }) => asked_by ?? []),
  );
  return (await withTasks(db, rows)).map((found) => {
    const asker = askers.get(found.request.asked_by ?? "");
    return { ...found, asker: asker ? personName(asker) : null };
  });
}
