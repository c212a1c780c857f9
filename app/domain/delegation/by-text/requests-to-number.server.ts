import type { Kysely } from "kysely";
import { personName } from "#app/domain/accounts/profile/person-name.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { idList } from "#db/sql/values.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { InboundText } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import { canTakeAgain, canTakeBack } from "../answering/changed-mind.server.ts";
import { canConfirm } from "../telling/told.server.ts";
import { withTasks } from "../requests/find-requests.server.ts";
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
}

const maxRequests = 9;

/** Requests to these people from any household. Open ones come first, then the newest. */
export async function findRequestsTo(
  db: Kysely<Database>,
  { channel, personIds }: Pick<IncomingMessage, "channel" | "personIds">,
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
    };
  });
}

export interface AcceptedRequest {
  id: string;
  task: Task;
  asker: string | null;
  /** When they said yes. */
  at: string;
  isContinued: boolean;
}

/** Lists accepted requests that are not done yet, by whatever channel they were sent. */
export async function listAccepted(
  db: Kysely<Database>,
  personIds: string[],
): Promise<AcceptedRequest[]> {
  const rows = await db
    .selectFrom("delegations")
    .selectAll()
    .where("person_id", "in", idList(personIds))
    .where("state", "=", "accepted")
    .where("done_at", "is", null)
    .orderBy("answered_at", "desc")
    .limit(maxRequests)
    .execute();
  const requests = (await withAskers(db, rows)).filter(({ status }) => status === "accepted");
  return requests.map(({ request, task, asker }) => ({
    id: request.id,
    task,
    asker,
    at: request.answered_at ?? "",
    isContinued: request.continues_id !== null,
  }));
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
