import type { Transaction } from "kysely";
import { standingOf } from "../request-status.ts";
import { delegationLink } from "#app/domain/core/links.server.ts";
import type { Database } from "#db/schema.ts";
import type { Delivery, Instance, Preparation, Prepare } from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import { type DelegationReleaseFacts, delegationReleaseMessage } from "./release-text.ts";
import { addressFor } from "./request.server.ts";

/** That nothing is left to do, told to somebody who said yes, if that is still so. */
export const prepareDelegationReleases: Prepare = async (trx, deliveries, instance) => {
  const releases = await findReleases(
    trx,
    deliveries.map(({ id }) => id),
  );
  const prepared = new Map<string, Preparation>();
  for (const delivery of deliveries) {
    const release = releases.get(delivery.id);
    // Whoever is not in the family any more can be reached no more.
    prepared.set(delivery.id, release ? prepareOne(delivery, release, instance) : { cancelled: "not_a_member" });
  }
  return prepared;
};

function prepareOne(delivery: Delivery, release: Release, instance: Instance): Preparation {
  const why = whyReleased(release);
  if (typeof why === "object") return why;
  const to = addressFor(delivery, release);
  const { who, title } = release;
  const message = delegationReleaseMessage({ who, why, title, url: delegationLink(instance, release) });
  const against: Reason | null = release.again_id ? "superseded" : to ? null : "no_address";
  if (against || !to) return { cancelled: against ?? "no_address", ...(to && { to }), message };
  return { to, isToAnother: true, message };
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

type Release = Awaited<ReturnType<typeof findReleases>> extends Map<string, infer Row> ? Row : never;

/** Everything that these messages depend on, by the delivery's id: what became of the request, and where they are. */
async function findReleases(trx: Transaction<Database>, ids: string[]) {
  const rows = await trx
    .selectFrom("deliveries")
    .innerJoin("delegations", "delegations.id", "deliveries.subject_id")
    .innerJoin("tasks", "tasks.id", "delegations.task_id")
    .innerJoin("family_members as delegate", "delegate.id", "delegations.family_member_id")
    .leftJoin("users as account", "account.id", "delegate.linked_user_id")
    .leftJoin("user_preferences as own", "own.user_id", "delegate.linked_user_id")
    .leftJoin("profiles as actor", "actor.id", "deliveries.user_id")
    // Asked again since: that is what counts.
    .leftJoin("delegations as again", (join) =>
      join
        .onRef("again.task_id", "=", "delegations.task_id")
        .onRef("again.family_member_id", "=", "delegations.family_member_id")
        .onRef("again.id", "!=", "delegations.id")
        .on("again.state", "in", ["pending", "accepted"]),
    )
    .select(["deliveries.id as delivery_id", "delegations.id", "delegations.version", "delegations.state"])
    .select(["delegations.done_at", "tasks.title", "tasks.is_completed", "tasks.deleted_at", "again.id as again_id"])
    .select(["delegate.phone", "delegate.email", "own.phone_number as account_phone", "account.email as account_email"])
    .select("actor.first_name as who")
    .where("deliveries.id", "in", ids)
    .execute();
  return new Map(rows.map(({ delivery_id, ...row }) => [delivery_id, row]));
}
