import { everyChannel } from "#app/channels.ts";
import { z } from "#app/domain/core/zod.ts";

const channel = z.enum(everyChannel);

export const pausedChannel = z.object({ channel });

export const dismissedNotice = z.object({
  type: z.enum(["no provider", "paused", "rate limited"]),
  channel,
});

export const requiredTwoStep = z.object({ required: z.enum(["yes", "no"]) });

export const plainHttp = z.object({ allowed: z.enum(["yes", "no"]) });
