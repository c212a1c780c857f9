import { z } from "#app/domain/core/zod.ts";

export const pausedChannel = z.object({ channel: z.enum(["sms", "whatsapp", "email", "calendar"]) });

export const requiredTwoStep = z.object({ required: z.enum(["yes", "no"]) });
