import type { Kysely } from "kysely";
import { findAccountsOfPeople } from "#app/domain/people/people.server.ts";
import type { Database } from "#db/schema.ts";
import type { Task } from "./find-tasks.server.ts";

/** These users may have left the household. */
interface ResponsibleUsers {
  creatorId: string;
  /** Set once the delegate has accepted, if they have an account. */
  delegateId: string | null;
  /** The account of the person whose turn it is, unless a delegate accepted. */
  turnId: string | null;
}

export async function findResponsibleUsers(
  db: Kysely<Database>,
  tasks: readonly Pick<
    Task,
    "id" | "user_id" | "delegated_to" | "delegation_status" | "assignee_id" | "has_turn"
  >[],
): Promise<Map<string, ResponsibleUsers>> {
  const responsible = tasks.map((task) => {
    const isAccepted = task.delegation_status === "accepted";
    return {
      task,
      delegate: isAccepted ? task.delegated_to : null,
      turn: !isAccepted && task.has_turn ? task.assignee_id : null,
    };
  });
  const accounts = await findAccountsOfPeople(
    db,
    responsible.flatMap(({ delegate, turn }) => delegate ?? turn ?? []),
  );
  return new Map(
    responsible.map(({ task: { id, user_id: creatorId }, delegate, turn }) => [
      id,
      {
        creatorId,
        delegateId: accounts.get(delegate ?? "") ?? null,
        turnId: accounts.get(turn ?? "") ?? null,
      },
    ]),
  );
}
