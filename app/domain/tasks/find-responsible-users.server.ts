import type { Kysely } from "kysely";
import { findFamilyByIds } from "#app/domain/household/family/family-members.server.ts";
import type { Database } from "#db/schema.ts";
import type { Task } from "./find-tasks.server.ts";

/** These users may have left the household. */
interface ResponsibleUsers {
  creatorId: string;
  /** Set once the delegate has accepted, if they have an account. */
  delegateId: string | null;
  /** Has the turn, unless a delegate accepted. */
  turnId: string | null;
}

export async function findResponsibleUsers(
  db: Kysely<Database>,
  tasks: readonly Pick<
    Task,
    "id" | "user_id" | "delegated_to" | "delegation_status" | "turn_user_id"
  >[],
): Promise<Map<string, ResponsibleUsers>> {
  const accepted = tasks.flatMap(({ delegated_to: id, delegation_status }) =>
    id && delegation_status === "accepted" ? [id] : [],
  );
  const family = await findFamilyByIds(db, accepted);
  return new Map(
    tasks.map(({ id, user_id: creatorId, delegated_to, delegation_status, turn_user_id }) => {
      const isAccepted = delegation_status === "accepted";
      const delegate = isAccepted && delegated_to ? family.get(delegated_to) : undefined;
      const turnId = isAccepted ? null : turn_user_id;
      return [id, { creatorId, delegateId: delegate?.linked_user_id ?? null, turnId }];
    }),
  );
}
