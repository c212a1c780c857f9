import type { Kysely } from "kysely";
import { findAccountsOfPeople } from "#app/domain/people/people.server.ts";
import type { Database } from "#db/schema.ts";
import type { Task } from "./find-tasks.server.ts";

/** These users may have left the household. */
export interface ResponsibleUsers {
  creatorId: string;
  /** The account of the person who does the task: a delegate has it only after a yes. */
  doerId: string | null;
}

export async function findResponsibleUsers(
  db: Kysely<Database>,
  tasks: readonly Pick<
    Task,
    "id" | "user_id" | "delegated_to" | "delegation_status" | "assignee_id"
  >[],
): Promise<Map<string, ResponsibleUsers>> {
  const doers = tasks.map((task) => ({
    task,
    doer: task.delegation_status === "accepted" ? task.delegated_to : task.assignee_id,
  }));
  const accounts = await findAccountsOfPeople(
    db,
    doers.flatMap(({ doer }) => doer ?? []),
  );
  return new Map(
    doers.map(({ task: { id, user_id: creatorId }, doer }) => [
      id,
      { creatorId, doerId: accounts.get(doer ?? "") ?? null },
    ]),
  );
}

/** Reminders go to the person who does the task, or else to the person who added it. */
export const remindedUser = ({ creatorId, doerId }: ResponsibleUsers): string =>
  doerId ?? creatorId;
