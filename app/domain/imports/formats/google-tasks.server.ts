import { isDate } from "#app/domain/core/limits.ts";
import { newSlices } from "#app/domain/core/in-slices.ts";
import { z } from "#app/domain/core/zod.ts";
import { usualTime } from "#app/domain/tasks/due/due.server.ts";
import { instantIn, keyOf, type Read, readRow, UnreadableFile } from "../row.ts";
import { readJson } from "./json-file.server.ts";
import type { Reading } from "./reading.ts";

export const isGoogleTasks = (beginning: string): boolean =>
  /^\ufeff?\s{0,100}\{/.test(beginning) && beginning.includes('"tasks#taskLists"');

/** https://developers.google.com/workspace/tasks/reference/rest/v1/tasks */
const task = z.object({
  id: z.string().min(1),
  title: z.string().default(""),
  notes: z.string().optional(),
  parent: z.string().optional(),
  status: z.string().optional(),
  due: z.string().optional(),
  completed: z.string().optional(),
  deleted: z.boolean().optional(),
});

type Task = z.infer<typeof task>;

const file = z.object({ items: z.array(z.object({ items: z.array(z.unknown()).default([]) })) });

/** Reads "Tasks.json" of Google Takeout. A JSON file has no lines, so tasks are counted instead. */
export async function* readGoogleTasks(path: string, reading: Reading): AsyncGenerator<Read> {
  const read = file.safeParse(await readJson(path));
  if (!read.success) throw new UnreadableFile("I can't read this file of Google Tasks.");
  const pause = newSlices();
  let line = 0;
  for (const list of read.data.items) {
    const tasks = list.items.map((item) => task.safeParse(item));
    const known = tasks.flatMap(({ data }) => (data && !data.deleted ? [data] : []));
    const byId = new Map(known.map((one) => [one.id, one]));
    const items = Map.groupBy(
      known.filter((one) => isItem(one, byId)),
      ({ parent }) => parent,
    );
    for (const { data } of tasks) {
      line += 1;
      await pause();
      if (!data)
        yield { type: "problem", line, title: "", why: "I can't read it.", isTaken: false };
      else if (!data.deleted && !isItem(data, byId))
        yield* readTask(data, { line, byId, items: items.get(data.id) ?? [] }, reading);
    }
  }
}

/** A subtask without a date or notes is an item of its task's checklist. */
function isItem({ parent, due, notes }: Task, byId: ReadonlyMap<string, Task>): boolean {
  const above = parent === undefined ? undefined : byId.get(parent);
  return above !== undefined && above.parent === undefined && !due && !notes;
}

interface Place {
  line: number;
  byId: ReadonlyMap<string, Task>;
  items: readonly Task[];
}

function* readTask(data: Task, { line, byId, items }: Place, reading: Reading): Generator<Read> {
  const above = data.parent === undefined ? undefined : byId.get(data.parent);
  const day = data.due?.slice(0, 10) ?? "";
  const isDone = data.status === "completed";
  yield* readRow(
    {
      title: data.title,
      description: [above && `Part of: ${above.title}`, data.notes].filter(Boolean).join("\n\n"),
      // Google keeps the day alone: the time of "due" says nothing.
      due: isDate(day)
        ? { local: `${day}T${usualTime}`, timeZone: reading.timeZone, hasTime: false }
        : null,
      isDone,
      doneAt: isDone ? instantIn(data.completed) : null,
      checklist: items.map(({ title, status }) => ({
        name: title,
        isTicked: status === "completed",
      })),
    },
    { line, key: keyOf("google", data.id) },
  );
}
