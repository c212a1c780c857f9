import { formatDue } from "#app/domain/core/time.ts";
import { textLength } from "#app/domain/core/limits.ts";
import { z } from "#app/domain/core/zod.ts";
import type { AddedItems } from "#app/domain/lists/items.server.ts";
import { listPendingPage } from "#app/domain/reminders/lists/pending-reminders.server.ts";
import { findCardSeries } from "#app/domain/series/card-series.server.ts";
import type { AddedTask } from "#app/domain/tasks/adding/save-plan.server.ts";
import { findNotUnderstood, findUnused } from "#app/domain/tasks/readings/task-reading.server.ts";
import { addText } from "../../api/tasks/create.ts";
import { readTask } from "../../api/tasks/view.ts";
import { markOf, tool, type ToolCall } from "../tool.ts";
import { describeTask, quote, quoteAll } from "../words.ts";

export const addTask = tool({
  name: "add_task",
  title: "Add a task",
  description:
    "Adds what a sentence means, as people type it to Mila: 'pick up Emma at 3 tomorrow', " +
    "'trash every Tuesday at 7 pm, Sam'. Mila finds the day, the time, the person, the category " +
    "and how it repeats. Several things to buy go on a list; for one, use add_to_list. The " +
    "answer says what she understood, which words she did not use, and the id: check it, and " +
    "mend it with change_task. Write dates in full if you can: 'on January 5 2031 at 3 pm'.",
  access: "write",
  input: z.strictObject({
    text: z
      .string()
      .trim()
      .min(1)
      .max(textLength.request)
      .meta({ description: "The request in plain English, one or several tasks." }),
  }),
  run: async (call, { text }) => {
    const { listed, tasks } = await addText(call, { text, mark: markOf(call.bearer) });
    if (listed) return describeListed(listed);
    const described = await Promise.all(tasks.map((task) => describeAdded(call, task)));
    return `Added ${described.join(" ")}`;
  },
});

export function describeListed({ list, added, back, known }: AddedItems): string {
  const fresh = [...added, ...back];
  const put =
    fresh.length === 0
      ? `Nothing is new on ${quote(list.name)} (list ${list.id}).`
      : `Put ${quoteAll(fresh)} on ${quote(list.name)} (list ${list.id}).`;
  return known.length === 0 ? put : `${put} Already there: ${quoteAll(known)}.`;
}

async function describeAdded(call: ToolCall, added: AddedTask): Promise<string> {
  const { db, viewer } = call;
  const series = (await findCardSeries(db, viewer, [added.id])).get(added.id);
  const reminders = await listPendingPage(db, viewer, { taskId: added.id, most: 3 });
  const times = reminders.map((one) => formatDue(one.scheduled_at, viewer.timeZone));
  return [
    `${describeTask(await readTask(call, added.id), viewer.timeZone)}.`,
    ...(series ? [`Repeats: ${series.words}.`] : []),
    ...(times.length > 0 ? [`You will be reminded ${times.join("; ")}.`] : []),
    ...(await listDoubts(call, added)),
  ].join(" ");
}

/** Says what Mila left out of a text. */
async function listDoubts({ db }: ToolCall, added: AddedTask): Promise<string[]> {
  const date = added.isHalfUnderstood ? await findNotUnderstood(db, added.id) : null;
  const unused = await findUnused(db, added.id);
  return [
    ...(date ? [`Not understood as a date: ${quote(date.words)}.`] : []),
    ...(unused ? [`Not used: ${quote(unused)}.`] : []),
    ...(added.refusedRepeat ? [`It does not repeat: ${added.refusedRepeat}`] : []),
    ...(added.missesReminder ? ["The time for its reminder has passed."] : []),
    ...(added.unclearAssignee
      ? [`More than one person is called ${quote(added.unclearAssignee)}, so nobody has it yet.`]
      : []),
  ];
}
