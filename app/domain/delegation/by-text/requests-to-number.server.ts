import type { Kysely, Transaction } from "kysely";
import { personName } from "#app/domain/accounts/profile/person-name.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { idList } from "#db/sql/values.ts";
import { earlierBy, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { listCausesTo } from "#app/domain/outbox/others/causes-to.server.ts";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import { hoursToAnswer } from "#app/domain/reminders/actions/list-reminded.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { InboundText } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import { canTakeAgain, canTakeBack } from "../answering/changed-mind.server.ts";
import { canConfirm, isYesOver } from "../telling/known-due.server.ts";
import {
  type RequestWithTask,
  requestsAmong,
  withTasks,
} from "../requests/find-requests.server.ts";
import type { RequestStatus } from "../requests/request-status.ts";
import type { RequestReply, NormalizedText } from "./reply-words.ts";

/** A text or chat message, read once for everything that may answer it. */
export interface IncomingMessage extends InboundText, NormalizedText {
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
  askedAt: string;
  /** True if the person said no, and can still say yes. */
  canTakeAgain: boolean;
  /** True if the person said yes, and can still say no. */
  canTakeBack: boolean;
  /**
   * True if the person said yes to all, and the last message asked about this date, so that a no is
   * only to it.
   */
  isNoOnce: boolean;
  /** True if the person said yes, and was asked whether another date is fine. */
  isAskedAgain: boolean;
  /** True if the person said yes, and Mila asks if they did it. */
  isOver: boolean;
  /** True if the person answered more than two days ago. */
  isLate: boolean;
}

const maxRequests = 9;

/** Finds requests to these people from any household. Open ones come first, then the newest. */
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
    const isAskedAgain = canConfirm(found, { now });
    const isOver = isYesOver(found, now);
    return {
      id: request.id,
      title: task.title,
      asker,
      status,
      askedAt: request.asked_at,
      canTakeAgain: canTakeAgain(found),
      canTakeBack: canTakeBack(found),
      isAskedAgain,
      isOver,
      isNoOnce:
        request.continues_id !== null || ((isAskedAgain || isOver) && request.is_for_all === 1),
      isLate: (request.answered_at ?? request.asked_at) < since,
    };
  });
}

/**
 * Tells whether a family removed somebody whom Mila asked at this number lately, and whether that
 * family has listed the number again.
 * @param since leaves out who was removed before
 */
export async function findRemoval(
  trx: Transaction<Database>,
  { recipient, personIds }: Pick<IncomingMessage, "recipient" | "personIds">,
  since = "",
): Promise<"removed" | "listed_again" | null> {
  const rows = await trx
    .selectFrom("delegations")
    .selectAll()
    .where("id", "in", idList(requestsAmong(await listCausesTo(trx, recipient))))
    .where("withdrawn_by", "=", "left")
    .where("ended_at", ">", since)
    .execute();
  const ended = await withTasks(trx, rows);
  if (ended.length === 0) return null;
  const people = [...(await findPeopleByIds(trx, personIds)).values()];
  const listedIn = new Set(
    people.filter(({ left_at }) => left_at === null).map(({ household_id }) => household_id),
  );
  return ended.every(({ task }) => listedIn.has(task.household_id)) ? "listed_again" : "removed";
}

export interface ToDo extends RequestWithTask {
  asker: string | null;
  /** The time of the yes, or of the due date; empty without an answer. */
  at: string;
  /**
   * The wall clock that the person knows, empty without a date; undefined once the task is due, or
   * if it is unknown.
   */
  seenDue: string | undefined;
}

/** Limits the list for someone who never hears that others did what they had said yes to. */
const maxToDo = 50;

/**
 * Lists what these people said yes to, by any channel, and what they have not answered. Keeps
 * finished tasks for two days, so that a late message about them can be answered.
 */
export async function listToDo(
  db: Kysely<Database>,
  personIds: string[],
  now: string,
): Promise<ToDo[]> {
  const rows = await db
    .selectFrom("delegations")
    .selectAll()
    .where("person_id", "in", idList(personIds))
    .where(({ eb, or }) => or([eb("answer", "=", "accepted"), eb("state", "=", "pending")]))
    .orderBy(({ eb }) => eb("state", "in", ["accepted", "pending"]), "desc")
    .orderBy("answered_at", "desc")
    .orderBy("id", "desc")
    .limit(maxToDo)
    .execute();
  const since = earlierBy(now, { hours: hoursToAnswer });
  return (await withAskers(db, rows)).flatMap(({ request, task, asker, status }) => {
    const due = task.due_date;
    const isDue = due !== null && due <= now;
    const isOpen = status === "accepted" || status === "pending";
    const [said = ""] = [request.answered_at ?? "", isDue ? due : ""].toSorted().toReversed();
    if (!isOpen && said <= since) return [];
    const at = status === "pending" ? "" : said;
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
