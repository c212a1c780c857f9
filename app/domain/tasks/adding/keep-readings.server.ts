import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { ModelCallFacts } from "#app/domain/understanding/understand.server.ts";
import type { Database } from "#db/schema.ts";
import { dueReading } from "../due/due-reading.server.ts";
import type { ConfirmInput } from "../input.ts";
import { learn } from "../readings/learn-from-change.server.ts";
import { taskReading } from "../readings/task-reading.server.ts";
import type { Adder } from "./plan-tasks.server.ts";
import { understandWithTurns } from "./understand-turns.server.ts";

/**
 * Stores how confirmed tasks were understood, and teaches the household what was changed before
 * they were saved.
 * @param taskIds in the order of the drafts
 */
export async function keepReadings(
  db: Kysely<Database>,
  viewer: Adder,
  { text, drafts, taskIds }: { text: string; drafts: ConfirmInput["drafts"]; taskIds: string[] },
  log: (facts: ModelCallFacts) => void,
): Promise<void> {
  const read = await understandWithTurns(db, viewer, { text, now: nowIso() }, log);
  // The model may give another answer than on the page.
  const isSame = read.drafts.length === drafts.length;
  await db.transaction().execute(async (trx) => {
    for (const [index, draft] of read.drafts.entries()) {
      const [saved, taskId] = [drafts[index], taskIds[index]];
      if (!saved || !taskId) return;
      const changed = saved.category === draft.category ? undefined : saved.category;
      const before = {
        title: draft.title,
        due: draft.due?.local ?? null,
        isTimeSaid: draft.isTimeSaid,
      };
      await learn(trx, viewer, before, { category: changed, due: saved.dueDate ?? null });
      if (!isSame) continue;
      // The page has already asked about unsure parts.
      const sure = { other_categories: "[]", other_dues: "[]", is_category_chosen: 1 } as const;
      const readings = trx
        .insertInto("task_readings")
        .values({ ...taskReading(taskId, text, draft), ...sure });
      await readings.onConflict((conflict) => conflict.doNothing()).execute();
      const [due] = dueReading(taskId, text, draft, viewer.timeZone);
      if (due)
        await trx
          .insertInto("due_readings")
          .values(due)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    }
  });
}
