import { z } from "#app/domain/zod.ts";

export const delegationMethods = ["whatsapp", "sms"] as const;

/** Whom tasks go to by default, and how; each is saved by itself, as it is chosen. Nobody: an empty field. */
export const delegationPreferences = z.object({
  defaultSpouseId: z.string().max(64).optional(),
  delegationMethod: z.enum(delegationMethods, { error: "Please choose WhatsApp or SMS" }).optional(),
});
