import { isDate, textLength } from "#app/domain/core/limits.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import { findWeekPage } from "#app/domain/pages/week-days.server.ts";
import { searchItems } from "#app/domain/search/search-items.server.ts";
import { isEmpty, searchTasks } from "#app/domain/search/search-tasks.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { dateOnly, id } from "./fields.ts";
import { operation, type Operation } from "./operation.ts";
import { category, task } from "./tasks/schemas.ts";
import { viewTasks } from "#app/domain/webhooks/task-body.server.ts";

const unchanged = { description: "Nothing has changed (`If-None-Match`)." };

export const week = z.strictObject({
  name: z.string().meta({ examples: ["Nov 29 to Dec 5"] }),
  days: z.array(
    z.strictObject({
      date: z.string(),
      is_today: z.boolean(),
      tasks: z.array(
        z.strictObject({
          task_id: id.meta({ description: "Of a later date: the series' open task." }),
          title: z.string(),
          category,
          time: z.string().nullable().meta({ description: "Null if only the day was said." }),
          assignee: z.string().nullable(),
          assignee_id: id.nullable(),
          is_completed: z.boolean(),
          is_later: z
            .boolean()
            .meta({ description: "True for a date of a series that is not open yet." }),
        }),
      ),
      events: z.array(
        z
          .strictObject({ title: z.string(), calendar: z.string() })
          .meta({ description: "What another calendar has planned." }),
      ),
    }),
  ),
});

export const getWeek = operation({
  id: "getWeek",
  method: "get",
  path: "/week",
  access: "read",
  tag: "Week and search",
  summary: "Read a week",
  details: "It begins on the day that you have chosen under Preferences.",
  query: z.strictObject({
    from: dateOnly
      .refine(isDate, "Send a day from 1970 on")
      .optional()
      .meta({ description: "Any of its days; today if missing." }),
    who: z.string().max(64).optional().meta({ description: "A person's id, or `anyone`." }),
  }),
  answers: { 200: { description: "The week.", schema: week, headers: ["ETag"] }, 304: unchanged },
  problems: [],
  run: async ({ db, viewer, query }) => {
    const page = { day: query.from ?? null, who: query.who ?? null, now: nowIso() };
    const { name, days } = await findWeekPage(db, viewer, page);
    const shown = days.map((day) => ({
      date: day.date,
      is_today: day.isToday,
      tasks: day.tasks.map((one) => ({
        task_id: one.href.split("/")[2] ?? "",
        title: one.title,
        category: one.category,
        time: one.time,
        assignee: one.who,
        assignee_id: one.personId,
        is_completed: one.isCompleted,
        is_later: one.isLater,
      })),
      events: day.events.map((event) => ({ title: event.title, calendar: event.calendar })),
    }));
    return { status: 200, body: { name, days: shown } };
  },
});

export const searchResult = z.strictObject({
  open: z.array(task),
  done: z.array(task),
  deleted: z.array(z.strictObject({ id, title: z.string() })),
  items: z.array(
    z.strictObject({ id, name: z.string(), is_ticked: z.boolean(), list_id: id, list: z.string() }),
  ),
  is_guess: z
    .boolean()
    .meta({ description: "True if nothing has the words as written, so slips were forgiven." }),
  is_cut: z.boolean().meta({ description: "True if there are more." }),
});

export const search = operation({
  id: "search",
  method: "get",
  path: "/search",
  access: "read",
  tag: "Week and search",
  summary: "Search tasks and lists",
  query: z.strictObject({ q: z.string().max(textLength.search) }),
  answers: {
    200: { description: "What was found.", schema: searchResult, headers: ["ETag"] },
    304: unchanged,
  },
  problems: [],
  run: async ({ db, viewer, query }) => {
    const found = await searchTasks(db, viewer, query.q, nowIso());
    const { open = [], done = [], deleted = [] } = found ?? {};
    const mayGuess = found === null || found.isGuess || isEmpty(found);
    const { items, isGuess } = await searchItems(db, viewer, query.q, { mayGuess });
    const rows = await findTasks(
      db,
      [...open, ...done].map((one) => one.id),
    );
    const view = (some: { id: string }[]) =>
      viewTasks(
        db,
        some.flatMap((one) => rows.get(one.id) ?? []),
      );
    return {
      status: 200,
      body: {
        open: await view(open),
        done: await view(done),
        deleted: deleted.map((one) => ({ id: one.id, title: one.title })),
        items: items.map((one) => ({
          id: one.id,
          name: one.name,
          is_ticked: one.isTicked,
          list_id: one.list.id,
          list: one.list.name,
        })),
        is_guess: isGuess || (found?.isGuess ?? false),
        is_cut: found?.isCut ?? false,
      },
    };
  },
});

export const viewOperations: Operation[] = [getWeek, search];
