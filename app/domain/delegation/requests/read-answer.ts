import { z } from "#app/domain/core/zod.ts";
import { type Delivery, readPayload } from "#app/domain/outbox/preparation.ts";
import type { MessagePayloads } from "#db/schema.ts";

export type Answer = Payload["answer"];
type Payload = MessagePayloads["delegation_answer"];

/** Stored, because the request may have moved on by the time this is sent. */
const payload: z.ZodType<Payload> = z.object({
  answer: z.enum(["accepted", "declined", "took_back", "done", "left"]),
});

export const readAnswer = (delivery: Pick<Delivery, "payload">): Answer =>
  readPayload(payload, delivery).answer;
