import type { Kysely } from "kysely";
import {
  mustConfirmFirst,
  waitsForConfirmation,
} from "#app/domain/accounts/confirmed-address.server.ts";
import { stateInWords } from "#app/domain/outbox/views/state-in-words.ts";
import { formatDue, nowIso } from "#app/domain/core/time.ts";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import { accountOfPerson, findLabels } from "#app/domain/people/people.server.ts";
import type { Database, DelegationChoice } from "#db/schema.ts";
import { keptRequests } from "../limits.ts";
import { withTasks } from "../requests/find-requests.server.ts";
import { methodWords, type RequestStatus } from "../requests/request-status.ts";
import { describeOutdatedYes } from "../telling/known-due.server.ts";
import { isUnsent } from "../requests/open-requests.server.ts";

export interface PastRequest {
  id: string;
  copyVersion: number;
  personId: string | null;
  name: string;
  /** True if the viewer asked. */
  isOwn: boolean;
  method: DelegationChoice;
  /** "by SMS". */
  how: string;
  isForAll: boolean;
  /** True if it continues a yes to all, so that nobody was asked again. */
  isContinued: boolean;
  status: RequestStatus;
  answer: "accepted" | "declined" | null;
  line: string | null;
  /** "said yes to Tuesday, not yet to Friday". */
  notYet: string | null;
  askedOn: string;
  answeredOn: string | null;
  doneOn: string | null;
  endedOn: string | null;
  /** Asking somebody else ended it. */
  isReplaced: boolean;
  message: { words: string; isUnsent: boolean } | null;
}

export async function listRequests(
  db: Kysely<Database>,
  viewer: { userId: string; timeZone: string },
  taskId: string,
  canSendEmail: boolean,
  now: string = nowIso(),
): Promise<PastRequest[]> {
  const rows = await listRequestRows(db, taskId);
  const requests = await withTasks(db, rows);
  const messages = await findMessages(
    db,
    rows.map(({ id }) => id),
  );
  const drafts = await findDrafts(db, rows, messages, canSendEmail);
  const labels = await findLabels(
    db,
    rows.flatMap(({ person_id }) => person_id ?? []),
  );
  const askedAt = new Set(rows.map(({ asked_at }) => asked_at));
  const show = (instant: string | null) => instant && formatDue(instant, viewer.timeZone);
  return requests.map(({ request, task, status }) => ({
    id: request.id,
    copyVersion: request.copy_version,
    personId: request.person_id,
    isOwn: request.asked_by === viewer.userId,
    name: labels.get(request.person_id ?? "") ?? request.delegate_name,
    method: request.method,
    how: methodWords[request.method],
    isForAll: request.is_for_all === 1,
    isContinued: request.continues_id !== null,
    answer: request.answer,
    line: request.line,
    notYet:
      status === "accepted"
        ? describeOutdatedYes(request, task.due_date, viewer.timeZone, now)
        : null,
    status,
    askedOn: formatDue(request.asked_at, viewer.timeZone),
    answeredOn: show(request.answered_at),
    doneOn: show(request.done_at),
    endedOn: show(request.ended_at),
    isReplaced: request.ended_at !== null && askedAt.has(request.ended_at),
    message: drafts.has(request.id)
      ? { words: waitsForConfirmation.note, isUnsent: false }
      : viewMessage(messages.get(request.id), viewer.timeZone, now),
  }));
}

export type RequestRow = Awaited<ReturnType<typeof listRequestRows>>[number];

/** Lists the newest first. */
export async function listRequestRows(db: Kysely<Database>, taskId: string) {
  return db
    .selectFrom("delegations")
    .selectAll()
    .select(accountOfPerson("person_id").as("userId"))
    .where("task_id", "=", taskId)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(keptRequests)
    .execute();
}

type RequestMessage = Awaited<ReturnType<typeof findMessagesAbout>>[number];

async function findMessages(
  db: Kysely<Database>,
  ids: string[],
): Promise<Map<string, RequestMessage>> {
  const messages = await findMessagesAbout(db, "delegation_request", ids);
  // "merged" is a WhatsApp message that an SMS replaced. The newest one counts, and comes first.
  return new Map(
    messages
      .filter(({ state }) => state !== "merged")
      .toReversed()
      .map((message) => [message.subject_id, message]),
  );
}

async function findDrafts(
  db: Kysely<Database>,
  requests: { id: string; asked_by: string | null }[],
  messages: Map<string, RequestMessage>,
  canSendEmail: boolean,
): Promise<Set<string>> {
  const drafts = new Set<string>();
  for (const { id, asked_by } of requests) {
    if (messages.get(id)?.state !== "ready" || !asked_by) continue;
    if (await mustConfirmFirst(db, asked_by, canSendEmail)) drafts.add(id);
  }
  return drafts;
}

function viewMessage(message: RequestMessage | undefined, timeZone: string, now: string) {
  if (!message) return null;
  const { channel, state, reason, not_before: notBefore, claimed_at: claimedAt } = message;
  const words = stateInWords({ channel, state, reason, notBefore, claimedAt }, timeZone, now);
  return { words, isUnsent: isUnsent(state) };
}
