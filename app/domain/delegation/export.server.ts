import { type ExportPart, readInBatches } from "#app/domain/core/export.ts";
import { idList } from "#db/sql/values.ts";
import { listTaskIds } from "#app/domain/tasks/find-tasks.server.ts";

export const delegationExport = {
  delegations: async function* (db, { householdId }) {
    yield* readInBatches(await listTaskIds(db, householdId), (taskIds) =>
      db
        .selectFrom("delegations")
        .select(["id", "task_id", "asked_by", "person_id", "delegate_name", "method", "state"])
        .select([
          "answer",
          "line",
          "assignee_before_id",
          "assignee_before_name",
          "asked_at",
          "answered_at",
          "done_at",
          "ended_at",
        ])
        .where("task_id", "in", idList(taskIds))
        .orderBy("asked_at")
        .orderBy("id")
        .execute(),
    );
  },
} satisfies Record<string, ExportPart>;
