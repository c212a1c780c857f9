import { nowIso } from "#app/domain/core/time.ts";
import { bringBack } from "#app/domain/pages/items-and-tasks.server.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import { findTooFarAhead } from "#app/domain/series/occurrences/far-ahead.server.ts";
import { completeTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { findTask, findTaskOrDeleted } from "#app/domain/tasks/find-tasks.server.ts";
import { type Answer, type Call, operation } from "../operation.ts";
import { missing, Problem } from "../problem.ts";
import { taskParams } from "./change.ts";
import { task } from "./schemas.ts";
import { viewTasks } from "#app/domain/webhooks/task-body.server.ts";
import { readTask, requireTask } from "./view.ts";

type TaskCall = Call<{ id: string }>;

const asItIs = { 200: { description: "The task as it is now.", schema: task, headers: ["ETag"] } };

const shared = {
  method: "post",
  access: "write",
  tag: "Tasks",
  params: taskParams,
  isConditional: true,
  answers: asItIs,
} as const;

export const completeTaskOperation = operation({
  ...shared,
  id: "completeTask",
  path: "/tasks/{id}/complete",
  summary: "Complete a task",
  details: "Of a series, the next date opens. A date that was missed counts as done.",
  problems: ["gone", "conflict"],
  run: (call) =>
    change(call, async () => {
      const { db, viewer, params } = call;
      if (await completeTask(db, viewer, params.id)) return;
      if ((await requireTask(call, params.id)).is_completed) return;
      throw new Problem("conflict", await whyNot(call, "This task can't be completed now."));
    }),
});

export const reopenTaskOperation = operation({
  ...shared,
  id: "reopenTask",
  path: "/tasks/{id}/reopen",
  summary: "Reopen a task",
  problems: ["gone", "conflict"],
  run: (call) =>
    change(call, async () => {
      const { db, viewer, params } = call;
      if (await reopenTask(db, viewer, params.id)) return;
      if (!(await requireTask(call, params.id)).is_completed) return;
      throw new Problem("conflict", "Its series has gone on, so it stays done.");
    }),
});

export const restoreTask = operation({
  ...shared,
  id: "restoreTask",
  path: "/tasks/{id}/restore",
  summary: "Restore a deleted task",
  isConditional: false,
  problems: ["conflict"],
  run: (call) =>
    change(call, async () => {
      const { db, viewer, params } = call;
      const restored = await bringBack(db, viewer, params.id);
      if (restored === true || (await findTask(db, viewer, params.id))) return;
      if (!(await findTaskOrDeleted(db, viewer, params.id))) throw missing("task");
      throw new Problem("conflict", restored || "Its series has gone on, so it stays as it is.");
    }),
});

export const skipTask = operation({
  ...shared,
  id: "skipTask",
  path: "/tasks/{id}/skip",
  summary: "Skip one date of a series",
  details: "The next date opens.",
  answers: { 204: { description: "It is skipped." } },
  problems: ["gone", "conflict"],
  run: async (call) => {
    const { db, viewer, params } = call;
    await requireTask(call, params.id);
    call.requireMatch(await readTask(call, params.id));
    if (!(await skipOccurrence(db, viewer, params.id)))
      throw new Problem(
        "conflict",
        await whyNot(call, "Only the open date of a series can be skipped."),
      );
    return { status: 204 };
  },
});

/** Checks the caller's version, and changes the task. */
async function change(call: TaskCall, run: () => Promise<void>): Promise<Answer> {
  const { db, viewer, params } = call;
  const before = await findTaskOrDeleted(db, viewer, params.id);
  if (!before || before.is_ahead) throw missing("task");
  const [body] = await viewTasks(db, [before]);
  call.requireMatch(body!);
  await run();
  return { status: 200, body: await readTask(call, params.id) };
}

async function whyNot({ db, params }: TaskCall, otherwise: string): Promise<string> {
  const words = await findTooFarAhead(db, params.id, nowIso());
  return words === null ? otherwise : `${words}.`;
}
