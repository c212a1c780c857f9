import { nowIso } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import { undoLastOnPages } from "#app/domain/pages/undo-last.server.ts";
import { joinEvents } from "#app/domain/tasks/changing/history.server.ts";
import { completeTaskOperation } from "../../api/tasks/actions.ts";
import { updateTask } from "../../api/tasks/change.ts";
import type { Operation } from "../../api/operation.ts";
import { Problem } from "../../api/problem.ts";
import { task, type TaskBody, taskChange } from "../../api/tasks/schemas.ts";
import { readTask } from "../../api/tasks/view.ts";
import { taskId } from "../fields.ts";
import { requirePerson } from "../find-named.server.ts";
import { markOf, runOperation, tool, type ToolCall } from "../tool.ts";
import { describeDue, describeTask, named, quote, quoteAll } from "../words.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

const { title, category, description, due_date } = taskChange.shape;

const person = (words: string) =>
  z
    .string()
    .max(200)
    .nullable()
    .optional()
    .meta({ description: `${words}: a name or id, or "me"; null for nobody.` });

export const changeTask = tool({
  name: "change_task",
  title: "Change a task",
  description:
    "Changes a task's title, notes, date, category, or people. Fields that you leave out stay. " +
    "Of a repeating task, only this date changes. The answer says how it is now, and how it was.",
  access: "write",
  isIdempotent: true,
  input: z.strictObject({
    id: taskId,
    title: title.meta({ description: "The new title." }),
    due: due_date.meta({
      description:
        "A day (2031-01-05), a local time (2031-01-05T15:00) or an instant " +
        "(2031-01-05T20:00:00Z); null for no date.",
    }),
    category: category.meta({ description: "The new category." }),
    notes: description.meta({ description: "The new notes; null for none." }),
    who: person("Who does it"),
    about: person("Whom it is about, such as the child"),
  }),
  run: async (call, { id, due, notes, who, about, ...words }) => {
    const before = await readTask(call, id);
    // Undo takes back a date, a doer or whom it is about, each by itself.
    const bodies = [
      { ...words, ...(notes !== undefined && { description: notes }) },
      { ...(due !== undefined && { due_date: due }) },
      { ...(who !== undefined && { assignee_id: await idOf(call, who) }) },
      { ...(about !== undefined && { about_id: await idOf(call, about) }) },
    ].filter((body) => Object.keys(body).length > 0);
    if (bodies.length === 0)
      throw new Problem(
        "invalid",
        "Say what to change: title, due, category, notes, who or about.",
      );
    const after = await changeMarked(call, updateTask, { id, bodies });
    const { timeZone } = call.viewer;
    const was = describeDifference(before, after, timeZone);
    const now = `${describeTask(after, timeZone)}.`;
    return was === "" ? `Nothing is different: ${now}` : `Changed ${now} Before: ${was}.`;
  },
});

const idOf = async (call: ToolCall, who: string | null) =>
  who === null ? null : (await requirePerson(call, who)).id;

/** Says how those parts were that are different now. */
function describeDifference(before: TaskBody, after: TaskBody, timeZone: string): string {
  const parts: Record<string, [string | null, string | null]> = {
    title: [before.title, after.title],
    due: [describeDue(before, timeZone), describeDue(after, timeZone)],
    category: [before.category, after.category],
    notes: [before.description, after.description],
    who: [before.assignee, after.assignee],
    about: [before.about, after.about],
  };
  return Object.entries(parts)
    .flatMap(([part, [was, is]]) =>
      was === is ? [] : [`${part} ${was === null ? "none" : quote(was)}`],
    )
    .join(", ");
}

export const completeTask = tool({
  name: "complete_task",
  title: "Complete a task",
  description:
    "Marks a task as done. Of a repeating task, the next date opens. undo_last takes it back.",
  access: "write",
  isIdempotent: true,
  input: z.strictObject({ id: taskId }),
  run: async (call, { id }) => {
    const done = await changeMarked(call, completeTaskOperation, { id, bodies: [{}] });
    return `Done: ${named(done)}.`;
  },
});

export const undoLast = tool({
  name: "undo_last",
  title: "Undo the last change",
  description:
    "Takes back what you added, completed, moved or gave to a person last, within 24 hours, " +
    "unless somebody has built on it; call it again for the change before. It never takes back " +
    "what people did themselves. Titles, notes, categories and ticks are not covered: set them " +
    "back with change_task or tick_item.",
  access: "write",
  isDestructive: true,
  input: z.strictObject({}),
  run: async ({ db, viewer, bearer }) => {
    const { titles, kept } = await undoLastOnPages(db, viewer, nowIso(), markOf(bearer));
    const stays = kept && (kept.title ? `${quote(kept.title)} stays: ${kept.words}` : kept.words);
    if (titles.length === 0)
      throw new Problem("conflict", stays ?? "You have changed nothing that can be taken back.");
    return [`Taken back: ${quoteAll(titles)}.`, ...(stays ? [stays] : [])].join(" ");
  },
});

/** Changes a task, and marks the change as the token's. */
function changeMarked(
  call: ToolCall,
  operation: Operation,
  { id, bodies }: { id: string; bodies: readonly object[] },
): Promise<TaskBody> {
  return inHousehold(call.db, call.viewer, async (db) => {
    const since = nowIso();
    const inside = { ...call, db };
    for (const body of bodies)
      await runOperation(operation, task, inside, { params: { id }, body });
    await joinEvents(db, {
      userId: call.viewer.userId,
      taskIds: [id],
      since,
      changedWith: call.requestId,
    });
    return readTask(inside, id);
  });
}
