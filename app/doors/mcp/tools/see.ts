import { textLength } from "#app/domain/core/limits.ts";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import { listItems } from "#app/domain/lists/items.server.ts";
import { shoppingName } from "#app/domain/lists/limits.ts";
import { anyone } from "#app/domain/tasks/lists/whose-input.ts";
import { dateOnly } from "../../api/fields.ts";
import { listTasks } from "../../api/tasks/list.ts";
import { taskPage } from "../../api/tasks/schemas.ts";
import { getWeek, search, searchResult, week } from "../../api/views.ts";
import { requireList, requirePerson } from "../find-named.server.ts";
import { runOperation, tool, type ToolCall } from "../tool.ts";
import { count, quote, taskLine, withLines } from "../words.ts";
import { listName } from "../fields.ts";

const most = 200;

export const listTasksTool = tool({
  name: "list_tasks",
  title: "List tasks",
  description:
    "Lists the household's tasks: 'today' has what is open until the end of today, overdue tasks " +
    "included; 'week' has a whole week with what is done, what repeats and what other calendars " +
    "plan; 'open' has everything open, also without a date. With `who`, only one person's.",
  access: "read",
  isIdempotent: true,
  input: z.strictObject({
    when: z.enum(["today", "week", "open"]).default("today").meta({ description: "Which tasks." }),
    who: z
      .string()
      .max(200)
      .optional()
      .meta({
        description: `A person's name or id, "me", or "${anyone}" for tasks that nobody has.`,
      }),
    week_of: dateOnly
      .optional()
      .meta({ description: "For 'week': any day of it, YYYY-MM-DD; this week if missing." }),
  }),
  run: async (call, { when, who, week_of }) => {
    const whose = who === undefined ? {} : { who: await idOf(call, who) };
    return when === "week"
      ? showWeek(call, { ...whose, ...(week_of && { from: week_of }) })
      : showOpen(call, when === "today", whose);
  },
});

const idOf = async (call: ToolCall, who: string) =>
  who === anyone ? who : (await requirePerson(call, who)).id;

async function showOpen(call: ToolCall, isToday: boolean, whose: object): Promise<string> {
  const { timeZone } = call.viewer;
  const tomorrow = wallClockAt(nowIso(), timeZone).toPlainDate().add({ days: 1 });
  const until = isToday ? { due_before: tomorrow.toString() } : {};
  const asked = { is_completed: "false", sort: "due_date", limit: most, ...until, ...whose };
  const { tasks, next_cursor } = await runOperation(listTasks, taskPage, call, { query: asked });
  const more = next_cursor === null ? "" : ` There are more than these ${most}.`;
  const when = isToday ? "until the end of today" : "in all";
  const open = `${count(tasks.length, "open task")} ${when}`;
  return withLines(
    `${open}.${more}`,
    tasks.map((task) => taskLine(task, timeZone)),
  );
}

async function showWeek(call: ToolCall, query: object): Promise<string> {
  const { name, days } = await runOperation(getWeek, week, call, { query });
  const lines = days.flatMap(({ date, tasks, events }) => [
    ...tasks.map((task) => ({
      date,
      time: task.time,
      id: task.task_id,
      title: task.title,
      category: task.category,
      ...(task.assignee !== null && { who: task.assignee }),
      ...(task.is_completed && { done: true }),
      ...(task.is_later && { later_date_of_series: true }),
    })),
    ...events.map((event) => ({ date, event: event.title, calendar: event.calendar })),
  ]);
  return withLines(`The week ${name} has ${count(lines.length, "line")}.`, lines);
}

export const searchTool = tool({
  name: "search",
  title: "Search",
  description:
    "Finds tasks (open, done and deleted) and items of lists by their words. Use it to find the " +
    "id of a task before you change or complete it.",
  access: "read",
  isIdempotent: true,
  input: z.strictObject({
    words: z
      .string()
      .trim()
      .min(1)
      .max(textLength.search)
      .meta({ description: "Some of its words; beginnings are enough." }),
  }),
  run: async (call, { words }) => {
    const found = await runOperation(search, searchResult, call, { query: { q: words } });
    const { timeZone } = call.viewer;
    const lines = [
      ...[...found.open, ...found.done].map((task) => taskLine(task, timeZone)),
      ...found.deleted.map((task) => ({ ...task, deleted: true })),
      ...found.items.map((item) => ({
        item_id: item.id,
        name: item.name,
        list: item.list,
        ...(item.is_ticked && { ticked: true }),
      })),
    ];
    const guess = found.is_guess ? " Nothing has exactly these words, so slips were forgiven." : "";
    const cut = found.is_cut ? " There are more." : "";
    return withLines(`Found ${lines.length} for ${quote(words)}.${guess}${cut}`, lines);
  },
});

export const showList = tool({
  name: "show_list",
  title: "Show a list",
  description: "Shows what is on a list, such as Shopping: open items first, then ticked ones.",
  access: "read",
  isIdempotent: true,
  input: z.strictObject({ list: listName.default(shoppingName) }),
  run: async (call, input) => {
    const list = await requireList(call, input.list);
    const items = await listItems(call.db, call.viewer, list.id);
    const open = items.filter(({ isTicked }) => !isTicked);
    const ticked = items.filter(({ isTicked }) => isTicked);
    return withLines(
      `${count(open.length, "open item")} on ${quote(list.name)} (list ${list.id}).`,
      [...open, ...ticked].map(({ id, name, isTicked }) => ({
        item_id: id,
        name,
        ...(isTicked && { ticked: true }),
      })),
    );
  },
});
