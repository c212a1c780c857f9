import type { ParsedRequest } from "#app/domain/understanding/types.ts";
import { describeRepeats } from "#app/domain/recurrence/schedule.server.ts";

/** Without "every Tuesday" where the series says that. */
export function ownDescription({
  description,
  isDescriptionRepeated,
  repeats,
  due,
}: ParsedRequest): string | null {
  const isSaid =
    isDescriptionRepeated && repeats && due && describeRepeats(repeats, due.local.slice(0, 10));
  return isSaid ? null : description;
}
