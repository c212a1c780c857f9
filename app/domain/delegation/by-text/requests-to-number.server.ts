import type { Kysely } from "kysely";
import { personName } from "#app/domain/accounts/profile/person-name.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { idList } from "#db/sql/values.ts";
import { findPeopleByNumber } from "#app/domain/people/family/family-members.server.ts";
import { findPersonId } from "#app/domain/people/people.server.ts";
import { findUsersByNumber } from "#app/domain/preferences/preferences.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Channel, Database } from "#db/schema.ts";
import { canTakeAgain, canTakeBack } from "../answering/changed-mind.server.ts";
import { withTasks } from "../requests/find-requests.server.ts";
import type { RequestStatus } from "../requests/request-status.ts";

export interface TextedRequest {
  id: string;
  title: string;
  asker: string | null;
  status: RequestStatus;
  /** They said no, and can still say yes. */
  canTakeAgain: boolean;
  /** They said yes, and can still say no. */
  canTakeBack: boolean;
}

export interface Texter {
  channel: Channel;
  /** A number (E.164), or a chat. */
  from: string;
  /** The chat's. */
  userId?: string | undefined;
}

const maxRequests = 9;

/** Requests to this number from any household, or to whose chat this is. Open ones come first, then the newest. */
export async function findRequestsTo(
  db: Kysely<Database>,
  texter: Texter,
): Promise<TextedRequest[]> {
  const isChat = texter.channel === "telegram";
  const rows = await db
    .selectFrom("delegations")
    .selectAll()
    .where("person_id", "in", idList(await findPersonIds(db, texter)))
    .$if(!isChat, (texted) => texted.where("method", "in", ["sms", "whatsapp"]))
    .orderBy(({ eb }) => eb("state", "=", "pending"), "desc")
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(maxRequests)
    .execute();
  return (await withAskers(db, rows)).map((found) => {
    const { request, task, status, asker } = found;
    const changes = { canTakeAgain: canTakeAgain(found), canTakeBack: canTakeBack(found) };
    return { id: request.id, title: task.title, asker, status, ...changes };
  });
}

export interface AcceptedRequest {
  id: string;
  task: Task;
  asker: string | null;
  /** When they said yes. */
  at: string;
}

/** Lists accepted requests that are not done yet, by whatever channel they were sent. */
export async function listAccepted(
  db: Kysely<Database>,
  texter: Texter,
): Promise<AcceptedRequest[]> {
  const rows = await db
    .selectFrom("delegations")
    .selectAll()
    .where("person_id", "in", idList(await findPersonIds(db, texter)))
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
  }));
}

async function findPersonIds(
  db: Kysely<Database>,
  { channel, from, userId }: Texter,
): Promise<string[]> {
  if (channel === "telegram") {
    const personId = userId && (await findPersonId(db, userId));
    return personId ? [personId] : [];
  }
  return findPeopleByNumber(db, from, await findUsersByNumber(db, from));
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
