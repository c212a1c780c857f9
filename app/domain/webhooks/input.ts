import { readAddress, z } from "#app/domain/core/zod.ts";
import type { WebhookKind } from "#db/schema.ts";

const maxAddress = 2_000;

/** The events that a webhook can ask for, in words. */
export const webhookKinds = {
  "task.created": "A task is added, or its next date opens",
  "task.completed": "A task is done",
  "task.changed": "A task changes in any other way",
  "task.deleted": "A task is deleted, skipped or missed",
  "task.due": "A task is due",
  "delegation.answered": "Somebody answers a request",
  "list.item_added": "Something is put on a list",
  "import.ended": "A file was imported, or taken back",
} as const satisfies Record<WebhookKind, string>;

export const kindNames = Object.keys(webhookKinds) as WebhookKind[];

const address = z
  .string({ error: "Please enter the address" })
  .trim()
  .max(maxAddress, `Use at most ${maxAddress.toLocaleString("en-US")} characters`)
  .refine(
    (typed) => readAddress(typed) !== null && /^https?:/i.test(typed),
    "Please enter an address that begins with https://",
  );

const pleaseChoose = "Please choose what it should hear of";
/** Browsers omit unchecked boxes, and leave holes. */
const box = z.object({ value: z.enum(kindNames) }).optional();

/** Reads boxes named `kinds[1].value`. */
const kinds = z
  .array(box, { error: pleaseChoose })
  .max(kindNames.length)
  .transform((boxes) => boxes.flatMap((checked) => (checked ? [checked.value] : [])))
  .refine((chosen) => chosen.length > 0, pleaseChoose);

export const newWebhook = z.object({ address, kinds });

/** The address stays as it is if none is typed. */
export const webhookChange = z.object({
  address: z.union([z.literal(""), address]).default(""),
  kinds,
});

export const webhookFields = ["address", ...kindNames.map((_, at) => `kinds[${at}].value`)];

export type NewWebhook = z.infer<typeof newWebhook>;
export type WebhookChange = z.infer<typeof webhookChange>;
