import { isSetUp } from "#app/config/channels.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { delegationCopyLink } from "#app/domain/core/links.server.ts";
import { z } from "#app/domain/core/zod.ts";
import {
  type AskRefused,
  askIfPossible,
  chooseSending,
} from "#app/domain/delegation/asking/ask-if-possible.server.ts";
import { askMethods } from "#app/domain/delegation/input.ts";
import { findOpenRequest } from "#app/domain/delegation/requests/open-requests.server.ts";
import { tooManyAdded } from "#app/domain/tasks/adding/adding-limit.server.ts";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { missing, Problem } from "../problem.ts";
import { taskParams } from "./change.ts";
import { task } from "./schemas.ts";
import { readTask, requireTask } from "./view.ts";

export const asked = z.strictObject({
  task,
  request: z.strictObject({
    id,
    method: z.enum(askMethods),
    status: z.enum(["pending", "accepted", "declined"]),
    link: z
      .string()
      .nullable()
      .meta({ description: "The link to pass on yourself, if the method is `link`." }),
  }),
});

export const delegateTask = operation({
  id: "delegateTask",
  method: "post",
  path: "/tasks/{id}/delegate",
  access: "ask",
  tag: "Tasks",
  summary: "Ask somebody to do a task",
  details: "Mila sends one message with a link, on which they say yes or no.",
  params: taskParams,
  body: z.strictObject({
    person_id: id.meta({ description: "A spouse or partner, or another adult of the family." }),
    method: z
      .enum(askMethods)
      .optional()
      .meta({ description: "With `link`, you pass the link on yourself." }),
    scope: z.enum(["one", "all"]).default("one"),
  }),
  answers: { 200: { description: "The task and the request.", schema: asked } },
  problems: ["gone", "conflict"],
  run: async (call) => {
    const { db, viewer, body, origin } = call;
    const { id: taskId } = await requireTask(call, call.params.id);
    const method = body.method ?? (await chooseSending(db, viewer, body.person_id, isSetUp));
    const question = { taskId, familyMemberId: body.person_id, method, scope: body.scope };
    const result = await askIfPossible(db, viewer, question, isSetUp);
    if (result.status !== "asked") throw refusedBy(result);
    const open = await findOpenRequest(db, taskId);
    const base = { origin, linkKey: readSecrets().link };
    const link =
      open && result.method === "link"
        ? delegationCopyLink(base, { id: open.id, copyVersion: open.copy_version })
        : null;
    const request = { id: result.id, method: result.method, status: result.state, link };
    return { status: 200, body: { task: await readTask(call, taskId), request } };
  },
});

function refusedBy(outcome: AskRefused): Problem {
  switch (outcome.status) {
    case "missing":
      return missing("task");
    case "completed":
      return new Problem("conflict", "This task is already done.");
    case "not_a_delegate": {
      const message = "Ask an adult of your family.";
      return new Problem("invalid", message, { errors: [{ field: "person_id", message }] });
    }
    case "too_many":
      return new Problem("too_many", tooManyAdded, { headers: { "Retry-After": "60" } });
    case "changed":
      return new Problem("conflict", "They have answered in the meantime.");
    case "no_provider":
      return new Problem("conflict", "That method isn't set up here. Use another, or a link.");
    case "no_address":
      return new Problem("conflict", "Mila doesn't have their number or address for that.");
  }
}
