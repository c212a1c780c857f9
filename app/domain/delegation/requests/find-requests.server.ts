import type { Kysely, Selectable } from "kysely";
import { findOwners } from "#app/domain/people/household/membership.server.ts";
import { findFollowingWords } from "#app/domain/series/following-words.server.ts";
import { type Task, findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";
import { type RequestStatus, requestStatusOf } from "./request-status.ts";

export interface RequestWithTask {
  request: Selectable<Database["delegations"]>;
  task: Task;
  status: RequestStatus;
}

export async function findRequests(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, RequestWithTask>> {
  const rows = await db
    .selectFrom("delegations")
    .selectAll()
    .where("id", "in", idList(ids))
    .execute();
  return new Map((await withTasks(db, rows)).map((found) => [found.request.id, found]));
}

/** Omits requests of a household that has ended, whose rows the worker is deleting. */
export async function withTasks(
  db: Kysely<Database>,
  requests: readonly Selectable<Database["delegations"]>[],
): Promise<RequestWithTask[]> {
  const tasks = await findTasks(
    db,
    requests.map(({ task_id }) => task_id),
  );
  const owners = await findOwners(
    db,
    [...tasks.values()].map(({ household_id }) => household_id),
  );
  return requests.flatMap((request) => {
    const task = tasks.get(request.task_id);
    return task && owners.has(task.household_id)
      ? [{ request, task, status: requestStatusOf({ ...task, ...request }) }]
      : [];
  });
}

const causePrefix = "delegation_request:";

export const requestCause = (id: string) => causePrefix + id;

/** Returns the ids of the requests that are among these causes of messages. */
export const requestsAmong = (causes: readonly string[]) =>
  causes.flatMap((cause) =>
    cause.startsWith(causePrefix) ? [cause.slice(causePrefix.length)] : [],
  );

/** "every Tuesday", by request id, for requests that also ask for those that follow. */
export async function findFollowingOf(
  db: Kysely<Database>,
  requests: readonly Pick<RequestWithTask, "request">[],
): Promise<Map<string, string>> {
  const forAll = requests.filter(({ request }) => request.is_for_all === 1);
  if (forAll.length === 0) return new Map();
  const words = await findFollowingWords(
    db,
    forAll.map(({ request }) => request.task_id),
  );
  return new Map(
    forAll.flatMap(({ request: { id, task_id } }) => {
      const following = words.get(task_id);
      return following ? [[id, following]] : [];
    }),
  );
}
