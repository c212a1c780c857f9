import { addListed } from "#app/domain/pages/add-listed.server.ts";
import type { AddedItems } from "#app/domain/lists/items.server.ts";
import { maxItems } from "#app/domain/lists/limits.ts";
import type { AddingRefused } from "#app/domain/tasks/adding/adding-limit.server.ts";
import { addTasks } from "#app/domain/tasks/adding/add-task.server.ts";
import type { AddedTask } from "#app/domain/tasks/adding/save-plan.server.ts";
import { saveDrafts } from "#app/domain/tasks/adding/confirm.server.ts";
import { tooManyAdded } from "#app/domain/tasks/adding/adding-limit.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { type Answer, type Call, operation } from "../operation.ts";
import { Problem } from "../problem.ts";
import { readDue } from "./due.ts";
import { findNamed } from "./people.ts";
import { newTask, type NewTaskFields, tasks } from "./schemas.ts";
import { viewTasks } from "#app/domain/webhooks/task-body.server.ts";

export const createTasks = operation({
  id: "createTasks",
  method: "post",
  path: "/tasks",
  access: "write",
  tag: "Tasks",
  summary: "Add tasks",
  details:
    "By a text, as people type it to Mila, or by the fields of one task. " +
    "A text may mean several tasks, or items for a list.",
  body: newTask,
  answers: {
    201: { description: "What was added.", schema: tasks, headers: ["Location"] },
  },
  problems: ["conflict"],
  run: async (call) =>
    "text" in call.body ? addByText(call, call.body.text) : addByFields(call, call.body),
});

async function addByText(call: Call, text: string): Promise<Answer> {
  const { listed, tasks: added } = await addText(call, { text });
  if (listed) {
    const items = [...listed.added, ...listed.back, ...listed.known];
    const headers = { Location: `${call.origin}/api/v1/lists/${listed.list.id}/items` };
    return { status: 201, body: { tasks: [], items }, headers };
  }
  return answerAdded(
    call,
    added.map(({ id }) => id),
  );
}

type AddedText = { listed: AddedItems; tasks?: never } | { listed?: never; tasks: AddedTask[] };

/**
 * Adds what a text means: tasks, or items of a list.
 * @throws Problem
 */
export async function addText(
  { db, viewer, requestId, logInfo }: Pick<Call, "db" | "viewer" | "requestId" | "logInfo">,
  request: { text: string; mark?: string },
): Promise<AddedText> {
  const listed = await addListed(db, viewer, { text: request.text, requestId });
  if (listed === "too_often") throw tooManyAdds();
  if (listed === "too_many") throw new Problem("conflict", `A list holds ${maxItems} items.`);
  if (listed) return { listed };
  const added = await addTasks(db, viewer, { ...request, requestId }, logInfo);
  if ("refused" in added) throw refusedBy(added);
  return { tasks: added };
}

async function addByFields(call: Call, fields: NewTaskFields): Promise<Answer> {
  const { db, viewer, requestId } = call;
  const { title, category, description, due_date, due_time_zone = viewer.timeZone } = fields;
  const due = readDue(due_date ?? null, due_time_zone);
  const { assignee, about } = await findNamed(call, fields);
  const draft = {
    title,
    category,
    description: description || undefined,
    dueDate: due.local ?? undefined,
    // A time that equals the usual one was not said.
    usualTime: due.hasTime ? undefined : due.local?.slice(11),
    assignee: assignee?.label,
    aboutId: about?.id,
  };
  const saved = await saveDrafts(
    db,
    { ...viewer, timeZone: due_time_zone },
    { drafts: [draft], requestId },
  );
  if ("refused" in saved) throw refusedBy(saved);
  return answerAdded(call, saved);
}

async function answerAdded({ db, origin }: Call, ids: string[]): Promise<Answer> {
  const found = await findTasks(db, ids);
  const rows = ids.flatMap((id) => found.get(id) ?? []);
  const body = { tasks: await viewTasks(db, rows), items: [] };
  return { status: 201, body, headers: { Location: `${origin}/api/v1/tasks/${ids[0]}` } };
}

const tooManyAdds = () =>
  new Problem("too_many", tooManyAdded, { headers: { "Retry-After": "60" } });

function refusedBy({ refused, canWait }: AddingRefused): Problem {
  if (refused === tooManyAdded) return tooManyAdds();
  return canWait
    ? new Problem("unavailable", refused, { headers: { "Retry-After": "600" } })
    : new Problem("conflict", refused);
}
