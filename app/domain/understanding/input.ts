import { textLength } from "#app/domain/core/limits.ts";
import { isTimeZone } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";

const zoneNeeded = "Please send a time zone, such as America/New_York";

/** The body of the parse-task call (specification, section 7). */
export const parseTaskBody = z.object({
  text: z
    .string({ error: "Please say what to do" })
    .trim()
    .min(1, "Please say what to do")
    .max(textLength.request, `Use at most ${textLength.request} characters`),
  timeZone: z.string({ error: zoneNeeded }).refine(isTimeZone, zoneNeeded),
  nowIso: z.iso.datetime({
    offset: true,
    error: "Please send the time, such as 2026-10-06T09:30:00Z",
  }),
  /** Weeks begin on Sunday (0) or Monday (1). */
  weekStart: z.union([z.literal(0), z.literal(1)], "Please send 0 or 1").optional(),
});
