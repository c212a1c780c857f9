import { z } from "#app/domain/core/zod.ts";

/** The item that the moved one then follows; nothing at the top. */
export const placeInput = z.object({ after: z.string().max(64).optional().default("") });
