import { z } from "#app/domain/core/zod.ts";

/**
 * The keys are an uncompressed P-256 point of 65 bytes, and 16 random bytes, as browsers provide
 * them.
 */
export const pushSubscription = z.object({
  endpoint: z.url().max(2_000),
  p256dh: z.string().regex(/^B[\w-]{86}$/),
  auth: z.string().regex(/^[\w-]{22}$/),
});

export type PushSubscriptionInput = z.infer<typeof pushSubscription>;

/** Contains the endpoint that it replaces. */
export const renewedSubscription = pushSubscription.extend({
  replaces: pushSubscription.shape.endpoint,
});

export type RenewedSubscription = z.infer<typeof renewedSubscription>;

export const maxDeviceName = 60;

export const deviceName = z.object({
  name: z
    .string({ error: "Please give it a name" })
    .trim()
    .min(1, "Please give it a name")
    .max(maxDeviceName, "That's too long for a name")
    .regex(/^\P{Cc}*$/u, "Please use letters and digits"),
});
