import { z } from "#app/domain/core/zod.ts";

export const requiredTwoStep = z.object({ required: z.enum(["yes", "no"]) });
