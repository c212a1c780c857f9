import { z } from "#app/domain/core/zod.ts";
import { deleteInScope } from "#app/domain/series/changing/delete-task.server.ts";
import { patchTask, type TaskPatch } from "#app/domain/tasks/changing/task.server.ts";
import { id } from "../fields.ts";
import { type Call, operation } from "../operation.ts";
import { Problem } from "../problem.ts";
import { readDue } from "./due.ts";
import { findNamed } from "./people.ts";
import { task, type TaskChange, taskChange } from "./schemas.ts";
import { readTask, requireTask } from "./view.ts";

export const taskParams = z.strictObject({ id });

export const getTask = operation({
  id: "getTask",
  method: "get",
  path: "/tasks/{id}",
  access: "read",
  tag: "Tasks",
  summary: "Read a task",
  params: taskParams,
  answers: {
    200: { description: "The task.", schema: task, headers: ["ETag"] },
    304: { description: "Nothing has changed (`If-None-Match`)." },
  },
  problems: ["gone"],
  run: async (call) => ({ status: 200, body: await readTask(call, call.params.id) }),
});

export const updateTask = operation({
  id: "updateTask",
  method: "patch",
  path: "/tasks/{id}",
  access: "write",
  tag: "Tasks",
  summary: "Change a task",
  details: "Fields that are missing stay. Of a series, only this date changes.",
  params: taskParams,
  body: taskChange,
  isConditional: true,
  answers: { 200: { description: "The task as it is now.", schema: task, headers: ["ETag"] } },
  problems: ["gone", "conflict"],
  run: async (call) => {
    const before = await requireTask(call, call.params.id);
    call.requireMatch(await readTask(call, before.id));
    const patch = await readPatch(call, before.due_time_zone, call.body);
    if (!(await patchTask(call.db, call.viewer, before, patch)))
      throw new Problem("conflict", "This task can't be changed now.");
    return { status: 200, body: await readTask(call, before.id) };
  },
});

async function readPatch(
  call: Pick<Call, "db" | "viewer">,
  zoneBefore: string | null,
  { title, category, description, due_date, due_time_zone, assignee_id, about_id }: TaskChange,
): Promise<TaskPatch> {
  const { assignee, about } = await findNamed(call, { assignee_id, about_id });
  const timeZone = due_time_zone ?? zoneBefore ?? call.viewer.timeZone;
  return {
    ...(title !== undefined && { title }),
    ...(category !== undefined && { category }),
    ...(description !== undefined && { description: description || null }),
    ...(due_date !== undefined && { due: readDue(due_date, timeZone) }),
    ...(assignee_id !== undefined && { assigneeId: assignee?.id ?? null }),
    ...(about_id !== undefined && { aboutId: about?.id ?? null }),
  };
}

export const deleteTask = operation({
  id: "deleteTask",
  method: "delete",
  path: "/tasks/{id}",
  access: "write",
  tag: "Tasks",
  summary: "Delete a task",
  details: "It can be restored for 30 days. Of a series, this date is skipped, or all end.",
  params: taskParams,
  query: z.strictObject({
    scope: z
      .enum(["one", "all"])
      .default("one")
      .meta({ description: "For a series: only this date, or all." }),
  }),
  isConditional: true,
  answers: { 204: { description: "It is deleted." } },
  problems: ["gone", "conflict"],
  run: async (call) => {
    const { id: taskId } = await requireTask(call, call.params.id);
    call.requireMatch(await readTask(call, taskId));
    const { isDone } = await deleteInScope(call.db, call.viewer, taskId, call.query.scope);
    if (!isDone) throw new Problem("conflict", "This task can't be deleted now.");
    return { status: 204 };
  },
});
