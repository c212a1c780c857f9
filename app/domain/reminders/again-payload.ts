import { z } from "#app/domain/core/zod.ts";
import { type Delivery, readPayload } from "#app/domain/outbox/preparation.ts";
import type { MessagePayloads } from "#db/schema.ts";

export type AgainPayload = MessagePayloads["reminder_again"];

const payload: z.ZodType<AgainPayload> = z.object({ type: z.enum(["nag", "next_way"]), scheduledAt: z.string() });

/** Why a reminder comes again, and the time of the one before. */
export function readAgainPayload(delivery: Pick<Delivery, "payload">): AgainPayload {
  return readPayload(payload, delivery);
}
