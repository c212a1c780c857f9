import { isTimeZone } from "#app/domain/time.ts";
import { z } from "#app/domain/zod.ts";

const longestText = 2_000;

/** The body of the specification's parse-task call (section 7). */
export const parseTaskBody = z.object({
  text: z.string().trim().min(1).max(longestText),
  timeZone: z.string().refine(isTimeZone, "is not the IANA name of a time zone"),
  nowIso: z.iso.datetime({ offset: true }),
});
