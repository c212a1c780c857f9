import { z } from "#app/domain/core/zod.ts";
import { type Delivery, readPayload } from "#app/domain/outbox/preparation.ts";
import type { MessagePayloads } from "#db/schema.ts";

const laterWay: z.ZodType<MessagePayloads["reminder"]> = z
  .object({ scheduledAt: z.string() })
  .nullable();
const round: z.ZodType<MessagePayloads["reminder_again"]> = z.object({
  scheduledAt: z.string(),
  round: z.number(),
});

type Sent = Pick<Delivery, "kind" | "payload" | "due_at">;

export interface About {
  /** The reminder's time when the message was made. */
  scheduledAt: string;
  /** Why it is sent again: nobody had seen it by another channel, or the task was not done. */
  again: "unseen" | "not_done" | null;
  /** The round of repeated reminders; 0 before the first. */
  round: number;
}

/** Reads which time of a reminder a message is about, and why it was made. */
export function readAbout({ kind, payload, due_at }: Sent): About {
  if (kind === "reminder_again") return { ...readPayload(round, { payload }), again: "not_done" };
  const later = readPayload(laterWay, { payload });
  return { scheduledAt: later?.scheduledAt ?? due_at, again: later ? "unseen" : null, round: 0 };
}
