import type { MessageType } from "#app/domain/outbox/message-type.ts";
import { answerByText } from "../by-text/answer-by-text.server.ts";
import type { Transaction } from "kysely";
import { delegationLink } from "#app/domain/core/links.server.ts";
import type { Database } from "#db/schema.ts";
import type { Delivery, Instance, Preparation } from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import { delegationRequestMessage } from "./request-text.ts";

/** Asks somebody to take a task over, while the request is open. */
export const delegationRequestType: MessageType = {
  label: "Request to help with a task",
  isToOthers: true,
  answerText: answerByText,
  async prepare(trx, deliveries, instance, now) {
    const requests = await findRequests(
      trx,
      deliveries.map(({ subject_id }) => subject_id),
    );
    const prepared = new Map<string, Preparation>();
    for (const delivery of deliveries) {
      const request = requests.get(delivery.subject_id);
      if (request) prepared.set(delivery.id, prepareOne(delivery, request, instance, now));
    }
    return prepared;
  },
};

const reasonsByState: Record<Request["state"], Reason | null> = {
  pending: null,
  accepted: "answered",
  declined: "answered",
  withdrawn: "withdrawn",
  superseded: "superseded",
  task_completed: "task_done",
  task_deleted: "task_deleted",
};

function prepareOne(delivery: Delivery, request: Request, instance: Instance, now: string): Preparation {
  const to = addressFor(delivery, request);
  const message = writeRequest(request, instance, now);
  const against = reasonsByState[request.state] ?? (request.member_id ? null : "not_a_member");
  if (against || !to) return { cancelled: against ?? "no_address", ...(to && { to }), message };
  return { to, message };
}

/** Where whoever is asked is reached: as the family knows them, else as their account says. */
export function addressFor({ channel }: Delivery, asked: Address): string | null {
  const { phone, account_phone, email, account_email } = asked;
  return channel === "email" ? (email ?? account_email) : (phone ?? account_phone);
}

type Address = Record<"phone" | "account_phone" | "email" | "account_email", string | null>;

function writeRequest(request: Request, instance: Instance, now: string) {
  const { asker, title, description, due_date, due_time_zone, time_zone: timeZone } = request;
  const due = due_date && due_time_zone ? { instant: due_date, timeZone: due_time_zone } : null;
  const url = delegationLink(instance, request);
  return delegationRequestMessage({ asker, task: { title, description, due }, timeZone, url, now });
}

type Request = Awaited<ReturnType<typeof findRequests>> extends Map<string, infer Row> ? Row : never;

/** Everything that requests depend on, by id: the task, who asks, who is asked and where. */
async function findRequests(trx: Transaction<Database>, ids: string[]) {
  const rows = await trx
    .selectFrom("delegations")
    .innerJoin("tasks", "tasks.id", "delegations.task_id")
    .innerJoin("family_members as delegate", "delegate.id", "delegations.family_member_id")
    .leftJoin("users as account", "account.id", "delegate.linked_user_id")
    .leftJoin("user_preferences as own", "own.user_id", "delegate.linked_user_id")
    .leftJoin("profiles as profile", "profile.id", "delegate.linked_user_id")
    .leftJoin("profiles as asker", "asker.id", "delegations.asked_by")
    .leftJoin("household_members as member", (join) =>
      join.onRef("member.user_id", "=", "delegations.asked_by").onRef("member.household_id", "=", "tasks.household_id"),
    )
    .select(["delegations.id", "delegations.version", "delegations.state", "asker.first_name as asker"])
    .select(["tasks.title", "tasks.description", "tasks.due_date", "tasks.due_time_zone", "member.id as member_id"])
    .select(["delegate.phone", "delegate.email", "own.phone_number as account_phone", "account.email as account_email"])
    .select("profile.time_zone")
    .where("delegations.id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
