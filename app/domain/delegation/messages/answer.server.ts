import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Transaction } from "kysely";
import { z } from "#app/domain/core/zod.ts";
import type { Database, MessagePayloads } from "#db/schema.ts";
import { chosenChannel } from "#app/domain/outbox/channels/other-channel.server.ts";
import { type Delivery, type Instance, type Preparation, readPayload } from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import { delegationAnswerMessage } from "./answer-text.ts";
import { isStillWanted } from "#app/domain/outbox/channels/wanted-channels.ts";

/** The request may have moved on by the time its answer is sent. */
const payload: z.ZodType<Payload> = z.object({ answer: z.enum(["accepted", "declined", "done"]) });

type Payload = MessagePayloads["delegation_answer"];
type Answer = Payload["answer"];

/** Tells the asker what somebody answered, while it is news. */
export const delegationAnswerType: MessageType = {
  label: "Reply to a request",
  followsPreferences: true,
  async prepare(trx, deliveries, instance) {
    const answers = await findAnswers(
      trx,
      deliveries.map(({ subject_id }) => subject_id),
    );
    const prepared = new Map<string, Preparation>();
    for (const delivery of deliveries) {
      const request = answers.get(delivery.subject_id);
      const { answer } = readPayload(payload, delivery);
      if (request) prepared.set(delivery.id, prepareOne(delivery, request, answer, instance));
    }
    return prepared;
  },
};

function prepareOne(delivery: Delivery, request: Request, answer: Answer, instance: Instance): Preparation {
  const to = delivery.channel === "email" ? request.email : request.phone_number;
  const { task_id: id, title, delegate_name: who, line } = request;
  const message = delegationAnswerMessage({ who, answer, task: { id, title }, line, origin: instance.origin });
  const against = reasonAgainst(delivery, request, answer);
  if (against || !to) return { cancelled: against ?? "no_address", ...(to && { to }), message };
  return { to, message };
}

function reasonAgainst(delivery: Delivery, request: Request, answer: Answer): Reason | null {
  if (!request.member_id) return "not_a_member";
  if (request.deleted_at) return "task_deleted";
  // The asker has set the request aside since, and waits for nothing.
  if (request.ended_at) return "withdrawn";
  if (answer === "done" ? !request.done_at : request.done_at) return "superseded";
  return isStillWanted(chosenChannel(delivery), request) ? null : "not_wanted";
}

type Request = Awaited<ReturnType<typeof findAnswers>> extends Map<string, infer Row> ? Row : never;

/** Everything that answers depend on, by the request's id: what was said, and where the asker is reached. */
async function findAnswers(trx: Transaction<Database>, ids: string[]) {
  const rows = await trx
    .selectFrom("delegations")
    .innerJoin("tasks", "tasks.id", "delegations.task_id")
    .innerJoin("users", "users.id", "delegations.asked_by")
    .innerJoin("user_preferences as preferences", "preferences.user_id", "delegations.asked_by")
    .leftJoin("household_members as member", (join) =>
      join.onRef("member.user_id", "=", "delegations.asked_by").onRef("member.household_id", "=", "tasks.household_id"),
    )
    .select(["delegations.id", "delegations.task_id", "delegate_name", "line", "done_at", "ended_at"])
    .select(["tasks.title", "tasks.deleted_at", "users.email", "member.id as member_id"])
    .select(["preferences.phone_number", "sms_enabled", "whatsapp_enabled", "email_enabled"])
    .where("delegations.id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
