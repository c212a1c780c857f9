import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Transaction } from "kysely";
import { standingOf } from "../request-status.ts";
import { delegationLink } from "#app/domain/core/links.server.ts";
import type { Database } from "#db/schema.ts";
import type { Delivery, Instance, Preparation } from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import { type DelegationReleaseFacts, delegationReleaseMessage } from "./release-text.ts";
import { addressFor } from "./request.server.ts";

/** Tells somebody who said yes that nothing is left to do, while that is so. */
export const delegationReleaseType: MessageType = {
  label: "Request ended",
  isToOthers: true,
  async prepare(trx, deliveries, instance) {
    const requests = await findRequests(
      trx,
      deliveries.map(({ subject_id }) => subject_id),
    );
    const actors = await findFirstNames(
      trx,
      deliveries.map(({ user_id }) => user_id),
    );
    const prepared = new Map<string, Preparation>();
    for (const delivery of deliveries) {
      const request = requests.get(delivery.subject_id);
      const who = actors.get(delivery.user_id) ?? null;
      // No row: the delegate has left the family.
      prepared.set(
        delivery.id,
        request ? prepareOne(delivery, { ...request, who }, instance) : { cancelled: "not_a_member" },
      );
    }
    return prepared;
  },
};

function prepareOne(delivery: Delivery, release: Release, instance: Instance): Preparation {
  const why = whyReleased(release);
  if (typeof why === "object") return why;
  const to = addressFor(delivery, release);
  const { who, title } = release;
  const message = delegationReleaseMessage({ who, why, title, url: delegationLink(instance, release) });
  const against: Reason | null = release.again_id ? "superseded" : to ? null : "no_address";
  if (against || !to) return { cancelled: against ?? "no_address", ...(to && { to }), message };
  return { to, message };
}

function whyReleased(release: Release): DelegationReleaseFacts["why"] | { cancelled: Reason } {
  const standing = standingOf(release);
  switch (standing) {
    case "withdrawn":
    case "superseded":
    case "completed":
    case "deleted":
      return standing;
    case "done":
      return { cancelled: "task_done" };
    default:
      return { cancelled: "task_back" };
  }
}

type Release = (Awaited<ReturnType<typeof findRequests>> extends Map<string, infer Row> ? Row : never) & {
  /** Whose doing it is. */
  who: string | null;
};

/** Everything that these messages depend on, by the request's id: what became of it, and where the delegate is reached. */
async function findRequests(trx: Transaction<Database>, ids: string[]) {
  const rows = await trx
    .selectFrom("delegations")
    .innerJoin("tasks", "tasks.id", "delegations.task_id")
    .innerJoin("family_members as delegate", "delegate.id", "delegations.family_member_id")
    .leftJoin("users as account", "account.id", "delegate.linked_user_id")
    .leftJoin("user_preferences as own", "own.user_id", "delegate.linked_user_id")
    // Asked again since: that request counts.
    .leftJoin("delegations as again", (join) =>
      join
        .onRef("again.task_id", "=", "delegations.task_id")
        .onRef("again.family_member_id", "=", "delegations.family_member_id")
        .onRef("again.id", "!=", "delegations.id")
        .on("again.state", "in", ["pending", "accepted"]),
    )
    .select(["delegations.id", "delegations.version", "delegations.state"])
    .select(["delegations.done_at", "tasks.title", "tasks.is_completed", "tasks.deleted_at", "again.id as again_id"])
    .select(["delegate.phone", "delegate.email", "own.phone_number as account_phone", "account.email as account_email"])
    .where("delegations.id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function findFirstNames(trx: Transaction<Database>, userIds: string[]): Promise<Map<string, string | null>> {
  const rows = await trx.selectFrom("profiles").select(["id", "first_name"]).where("id", "in", userIds).execute();
  return new Map(rows.map(({ id, first_name }) => [id, first_name]));
}
