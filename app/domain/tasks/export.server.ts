import { type ExportPart, readInBatches } from "#app/domain/core/export.ts";
import { idList } from "#db/sql/values.ts";
import { aboutOfTask, assigneeOfTask, listTaskIds } from "./find-tasks.server.ts";

export const tasksExport = {
  tasks: async function* (db, { householdId }) {
    yield* readInBatches(await listTaskIds(db, householdId), (ids) =>
      db
        .selectFrom("tasks")
        .selectAll()
        .select([assigneeOfTask, aboutOfTask])
        .where("id", "in", idList(ids))
        .orderBy("id")
        .execute(),
    );
  },
  task_events: async function* (db, { householdId }) {
    yield* readInBatches(await listTaskIds(db, householdId), (ids) =>
      db
        .selectFrom("task_events")
        .selectAll()
        .where("task_id", "in", idList(ids))
        .orderBy("task_id")
        .orderBy("id")
        .execute(),
    );
  },
  checklist_items: async function* (db, { householdId }) {
    yield* readInBatches(await listTaskIds(db, householdId), (ids) =>
      db
        .selectFrom("checklist_items")
        .selectAll()
        .where("task_id", "in", idList(ids))
        .orderBy("task_id")
        .orderBy("place")
        .orderBy("id")
        .execute(),
    );
  },
  due_readings: async function* (db, { householdId }) {
    yield* readInBatches(await listTaskIds(db, householdId), (ids) =>
      db
        .selectFrom("due_readings")
        .selectAll()
        .where("task_id", "in", idList(ids))
        .orderBy("task_id")
        .execute(),
    );
  },
  task_readings: async function* (db, { householdId }) {
    yield* readInBatches(await listTaskIds(db, householdId), (ids) =>
      db
        .selectFrom("task_readings")
        .selectAll()
        .where("task_id", "in", idList(ids))
        .orderBy("task_id")
        .execute(),
    );
  },
} satisfies Record<string, ExportPart>;
