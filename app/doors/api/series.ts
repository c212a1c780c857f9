import { z } from "#app/domain/core/zod.ts";
import { endRepetition, saveRepetition } from "#app/domain/series/changing/repetition.server.ts";
import { canBeFromDone } from "#app/domain/series/changing/written-rule.ts";
import { repeatInput } from "#app/domain/series/input.ts";
import { type ListedSeries, listSeriesPage } from "#app/domain/series/list-series.server.ts";
import { findSeriesIds } from "#app/domain/series/occurrences/series.server.ts";
import { encodeCursor, linkToNext, readCursor } from "./cursor.ts";
import { cursor, id, limit, nextCursor } from "./fields.ts";
import { type Call, operation, type Operation } from "./operation.ts";
import { missing, Problem } from "./problem.ts";
import { category } from "./tasks/schemas.ts";
import { requireTask } from "./tasks/view.ts";

const tag = "Series";

export const series = z
  .strictObject({
    id,
    title: z.string(),
    category,
    rule: z.string().meta({ description: "RFC 5545, without RRULE:.", examples: ["FREQ=WEEKLY"] }),
    counts_from: z.enum(["due", "done"]),
    words: z.string().meta({ examples: ["Every Tuesday 7 PM · next Dec 1"] }),
    starts_on: z.string(),
    local_time: z.string().nullable().meta({ description: "Null if only its days were said." }),
    time_zone: z.string(),
    open_task_id: id.nullable().meta({ description: "The task of its open date." }),
    next_on: z.string().nullable().meta({ description: "The date after that one." }),
  })
  .meta({ description: "A task that repeats." });

export const seriesPage = z.strictObject({ series: z.array(series), next_cursor: nextCursor });

const params = z.strictObject({ id });
const order = "id";

const listSeries = operation({
  id: "listSeries",
  method: "get",
  path: "/series",
  access: "read",
  tag,
  summary: "List what repeats",
  query: z.strictObject({ limit, cursor: cursor.optional() }),
  answers: {
    200: { description: "A page of series.", schema: seriesPage, headers: ["ETag", "Link"] },
    304: { description: "Nothing has changed (`If-None-Match`)." },
  },
  problems: [],
  run: async ({ db, viewer, query, origin }) => {
    const [after] = query.cursor ? readCursor(order, query.cursor) : [];
    const found = await listSeriesPage(db, viewer, { after, most: query.limit });
    const rows = found.slice(0, query.limit);
    const last = found.length > query.limit ? rows.at(-1) : undefined;
    const next = last ? encodeCursor(order, [last.id]) : null;
    const body = { series: rows.map(viewSeries), next_cursor: next };
    return { status: 200, body, headers: linkToNext(`${origin}/api/v1/series`, query, next) };
  },
});

const onlyIntervals =
  "Only a plain interval, such as FREQ=DAILY;INTERVAL=3, can count from when it is done.";

const createSeries = operation({
  id: "createSeries",
  method: "post",
  path: "/series",
  access: "write",
  tag,
  summary: "Make a task repeat",
  details: "Or change how it repeats, from its open date on.",
  body: z.strictObject({
    task_id: id,
    rule: z
      .string()
      .min(1)
      .max(1_000)
      .meta({ description: "RFC 5545.", examples: ["FREQ=WEEKLY;BYDAY=TU"] }),
    counts_from: z.enum(["due", "done"]).default("due"),
  }),
  answers: { 201: { description: "The series.", schema: series, headers: ["Location"] } },
  problems: ["not_found", "gone", "conflict"],
  run: async (call) => {
    const { db, viewer, body } = call;
    const task = await requireTask(call, body.task_id);
    if (body.counts_from === "done" && !canBeFromDone(body.rule))
      throw new Problem("invalid", onlyIntervals, {
        errors: [{ field: "counts_from", message: onlyIntervals }],
      });
    const written = { pasted: body.rule, from: body.counts_from, interval: 1, unit: "week" };
    const saved = await saveRepetition(db, viewer, task.id, repeatInput.parse(written));
    if (saved.status === "refused")
      throw new Problem("invalid", saved.words, {
        errors: [{ field: "rule", message: saved.words }],
      });
    if (saved.status !== "saved")
      throw new Problem("conflict", "Only an open task with a date can repeat.");
    const seriesId = (await findSeriesIds(db, [task.id])).get(task.id) ?? "";
    const headers = { Location: `${call.origin}/api/v1/series/${seriesId}` };
    return { status: 201, body: viewSeries(await requireSeries(call, seriesId)), headers };
  },
});

const getSeries = operation({
  id: "getSeries",
  method: "get",
  path: "/series/{id}",
  access: "read",
  tag,
  summary: "Read a series",
  params,
  answers: {
    200: { description: "The series.", schema: series, headers: ["ETag"] },
    304: { description: "Nothing has changed (`If-None-Match`)." },
  },
  problems: [],
  run: async (call) => ({
    status: 200,
    body: viewSeries(await requireSeries(call, call.params.id)),
  }),
});

const endSeries = operation({
  id: "endSeries",
  method: "delete",
  path: "/series/{id}",
  access: "write",
  tag,
  summary: "End a series",
  details: "Its open task stays, and none follows.",
  params,
  isConditional: true,
  answers: { 204: { description: "It has ended." } },
  problems: ["conflict"],
  run: async (call) => {
    const found = await requireSeries(call, call.params.id);
    call.requireMatch(viewSeries(found));
    const ended = await endRepetition(call.db, call.viewer, found.task_id ?? "", {
      isEnded: true,
    });
    if (ended.status !== "saved") throw new Problem("conflict", "This series can't end now.");
    return { status: 204 };
  },
});

async function requireSeries({ db, viewer }: Call, seriesId: string): Promise<ListedSeries> {
  const [found] = await listSeriesPage(db, viewer, { id: seriesId, most: 1 });
  if (!found) throw missing("series");
  return found;
}

function viewSeries(row: ListedSeries): z.output<typeof series> {
  return {
    id: row.id,
    title: row.title,
    category: row.category,
    rule: row.rule,
    counts_from: row.counts_from,
    words: row.words,
    starts_on: row.starts_on,
    local_time: row.has_time === 1 ? row.local_time : null,
    time_zone: row.time_zone,
    open_task_id: row.task_id,
    next_on: row.next_on,
  };
}

export const seriesOperations: Operation[] = [listSeries, createSeries, getSeries, endSeries];
