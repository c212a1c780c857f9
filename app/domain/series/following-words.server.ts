import type { Kysely } from "kysely";
import { describeRule } from "#app/domain/recurrence/describe.ts";
import type { Database } from "#db/schema.ts";
import {
  describeBreaks,
  findOccurrences,
  hasReadableRule,
  scheduleOf,
} from "./occurrences/series.server.ts";

/** Returns "every Tuesday" by task id, for open occurrences that others follow. */
export async function findFollowingWords(
  db: Kysely<Database>,
  taskIds: readonly string[],
): Promise<Map<string, string>> {
  const found = await findOccurrences(db, taskIds);
  return new Map(
    found.flatMap(({ series, occurrence }) => {
      const isFollowed = occurrence.next_on !== null || series.counts_from === "done";
      if (occurrence.state !== "open" || series.ended_at !== null || !isFollowed) return [];
      if (!hasReadableRule(series)) return [];
      const words = describeRule(scheduleOf(series), series.starts_on) + describeBreaks(series);
      return [[occurrence.task_id!, words.charAt(0).toLowerCase() + words.slice(1)]];
    }),
  );
}
