import { textLength } from "#app/domain/core/limits.ts";
import { isTimeZone } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";

/** The body of the parse-task call (specification, section 7). */
export const parseTaskBody = z.object({
  text: z.string().trim().min(1).max(textLength.request),
  timeZone: z.string().refine(isTimeZone, "is not the IANA name of a time zone"),
  nowIso: z.iso.datetime({ offset: true }),
});
