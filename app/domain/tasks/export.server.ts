import type { ExportPart } from "#app/domain/core/export.ts";

export const tasksExport = {
  tasks: (db, { householdId }) =>
    db.selectFrom("tasks").selectAll().where("household_id", "=", householdId).orderBy("id").execute(),
  due_readings: (db, { householdId }) =>
    db
      .selectFrom("due_readings")
      .innerJoin("tasks", "tasks.id", "due_readings.task_id")
      .selectAll("due_readings")
      .where("tasks.household_id", "=", householdId)
      .orderBy("due_readings.task_id")
      .execute(),
  task_readings: (db, { householdId }) =>
    db
      .selectFrom("task_readings")
      .innerJoin("tasks", "tasks.id", "task_readings.task_id")
      .selectAll("task_readings")
      .where("tasks.household_id", "=", householdId)
      .orderBy("task_readings.task_id")
      .execute(),
} satisfies Record<string, ExportPart>;
