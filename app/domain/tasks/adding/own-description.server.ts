import type { ParsedRequest } from "#app/domain/parsing/types.ts";
import { describeRepeats } from "../recurrence/schedule.server.ts";

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
