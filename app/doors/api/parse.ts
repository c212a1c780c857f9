import { textLength } from "#app/domain/core/limits.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { z } from "#app/domain/core/zod.ts";
import { findWeekStart } from "#app/domain/accounts/profile/profile.server.ts";
import { tooManyAdded } from "#app/domain/tasks/adding/adding-limit.server.ts";
import { parseText } from "#app/domain/tasks/adding/parse-text.server.ts";
import { givenInstant, instant, timeZone } from "./fields.ts";
import { operation, type Operation } from "./operation.ts";
import { Problem } from "./problem.ts";
import { category } from "./tasks/schemas.ts";

const understoodTask = z.strictObject({
  title: z.string(),
  category,
  description: z.string().nullable(),
  due_date: instant.nullable(),
  assignee: z.string().nullable(),
  who: z.string().nullable(),
  about: z.string().nullable(),
  remind_at: instant.nullable(),
  repeats: z.string().nullable(),
  repeats_from: z.enum(["due", "done"]).nullable(),
  confident: z.strictObject({ due: z.boolean(), category: z.boolean(), title: z.boolean() }),
  other_due_dates: z.array(instant),
});

export const understood = z
  .looseObject({
    type: z
      .string()
      .meta({ description: "`task`, or what else the text means.", examples: ["task"] }),
    ...understoodTask.shape,
    others: z.array(understoodTask).meta({ description: "The other tasks of the text." }),
    unused: z.array(z.string()).meta({ description: "Words that nothing here has." }),
  })
  .meta({ description: "What a text means. A question or a change has more fields." });

const parse = operation({
  id: "parse",
  method: "post",
  path: "/parse",
  access: "read",
  tag: "Understanding",
  summary: "Understand a text, and save nothing",
  details: "It counts like adding a task.",
  body: z.strictObject({
    text: z.string().trim().min(1).max(textLength.request),
    time_zone: timeZone.optional(),
    now: givenInstant.optional().meta({ description: "When it was said, if that was earlier." }),
  }),
  answers: { 200: { description: "What the text means.", schema: understood } },
  problems: [],
  run: async ({ db, viewer, body, logInfo }) => {
    const { text, time_zone = viewer.timeZone, now = nowIso() } = body;
    const weekStart = await findWeekStart(db, viewer.userId);
    const parsed = await parseText(
      db,
      viewer,
      { text, timeZone: time_zone, now, weekStart },
      logInfo,
    );
    if (!parsed) throw new Problem("too_many", tooManyAdded, { headers: { "Retry-After": "60" } });
    return { status: 200, body: parsed };
  },
});

export const parseOperations: Operation[] = [parse];
