import type { InferResult, Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";
import { findLabels } from "#app/domain/people/people.server.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { findYesToAll } from "#app/domain/series/changing/yes-to-all.server.ts";
import { describeOutdatedYes } from "../telling/known-due.server.ts";
import { hasUnsentMessage, openStates } from "../requests/open-requests.server.ts";

export interface CardDelegation {
  status: (typeof openStates)[number];
  name: string;
  /** Set if the delegate said yes before the no: "can't this time" of a yes to all. */
  cannot: "this time" | "any more" | null;
  /** The message was not sent and never will be, so they do not know that the task is theirs. */
  isUnsent: boolean;
  /** "said yes to Tuesday, not yet to Friday". */
  notYet?: string;
  /** "Nora did it", if somebody else did what the delegate said yes to. */
  otherDid?: string;
}

interface CardTask {
  id: string;
  due: { instant: string } | null;
  isCompleted: boolean;
}

export async function findCardDelegations(
  db: Kysely<Database>,
  tasks: readonly CardTask[],
  { userId, timeZone }: Pick<ZonedViewer, "userId" | "timeZone">,
  now: string,
): Promise<Map<string, CardDelegation>> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const rows = await listOpenRequests(db, [...byId.keys()]);
  const goesOn = await findGoingOn(db, rows);
  const labels = await findLabels(
    db,
    rows.flatMap(({ person_id }) => person_id ?? []),
  );
  const isOthers = ({ task_id, state, done_at }: Row) =>
    state === "accepted" && done_at === null && byId.get(task_id)!.isCompleted;
  const doers = await describeDoers(db, userId, rows.filter(isOthers));
  return new Map(
    rows.map(({ task_id, has_unsent, continues_id, ...request }) => {
      const { state: status, person_id, delegate_name, took_back_yes } = request;
      const name = labels.get(person_id ?? "") ?? delegate_name;
      // With a yes to all, the request is accepted before its message goes out.
      const isToBeNotified =
        status === "pending" || (status === "accepted" && continues_id !== null);
      const isUnsent = isToBeNotified && Boolean(has_unsent);
      const { due, isCompleted } = byId.get(task_id)!;
      const notYet = isCompleted
        ? null
        : describeOutdatedYes(request, due?.instant ?? null, timeZone, now);
      const no = goesOn.has(task_id) ? "this time" : "any more";
      const card = { status, name, cannot: took_back_yes === 1 ? no : null, isUnsent } as const;
      const otherDid = doers.get(task_id);
      return [task_id, { ...card, ...(notYet && { notYet }), ...(otherDid && { otherDid }) }];
    }),
  );
}

type Row = InferResult<ReturnType<typeof openRequestsQuery>>[number];

async function describeDoers(
  db: Kysely<Database>,
  viewerId: string,
  rows: readonly Row[],
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const tasks = await findTasks(
    db,
    rows.map(({ task_id }) => task_id),
  );
  const people = await findPeople(
    db,
    [...tasks.values()].flatMap(({ marked_by }) => marked_by ?? []),
  );
  const nameOf = (userId: string | null) =>
    userId === viewerId ? "You" : (people.get(userId ?? "")?.firstName ?? "Someone else");
  return new Map([...tasks].map(([id, { marked_by }]) => [id, `${nameOf(marked_by)} did it`]));
}

/** Their yes to all goes on with the next one. */
async function findGoingOn(db: Kysely<Database>, rows: readonly Row[]): Promise<Set<string>> {
  const saidNo = rows.filter(
    ({ took_back_yes, is_for_all }) => took_back_yes === 1 && is_for_all === 1,
  );
  if (saidNo.length === 0) return new Set();
  const yeses = await findYesToAll(
    db,
    saidNo.map(({ task_id }) => task_id),
  );
  const theirs = saidNo.filter(
    ({ task_id, person_id }) => yeses.get(task_id)?.personId === person_id,
  );
  return new Set(theirs.map(({ task_id }) => task_id));
}

const listOpenRequests = compileOnce(openRequestsQuery);

function openRequestsQuery(db: Kysely<Database>, taskIds: readonly string[]) {
  return db
    .selectFrom("delegations")
    .select(["task_id", "state", "person_id", "delegate_name", "is_for_all", "continues_id"])
    .select(["took_back_yes", "agreed_due", "told_due", "done_at"])
    .select((eb) => hasUnsentMessage(eb).as("has_unsent"))
    .where("task_id", "in", idList(taskIds))
    .where("state", "in", openStates)
    .$narrowType<{ state: (typeof openStates)[number] }>();
}
