import { z } from "#app/domain/core/zod.ts";
import { askMethods } from "#app/domain/delegation/input.ts";
import { asked, delegateTask } from "../../api/tasks/delegate.ts";
import { taskId } from "../fields.ts";
import { requirePerson } from "../find-named.server.ts";
import { runOperation, tool } from "../tool.ts";
import { named, quote } from "../words.ts";

export const askSomeone = tool({
  name: "ask_someone",
  title: "Ask someone to do a task",
  description:
    "Asks an adult of the family to take on a task: Mila sends them one message with a link, in " +
    "the name of the account. Only use it if the person you work for told you to ask; it cannot " +
    "be unsent. To only note who does it, use change_task.",
  access: "ask",
  isDestructive: true,
  input: z.strictObject({
    id: taskId,
    person: z.string().min(1).max(200).meta({ description: "The name or id of the adult to ask." }),
    method: z.enum(askMethods).optional().meta({
      description: "How to ask; 'link' sends nothing and answers with the link to pass on.",
    }),
    all_dates: z
      .boolean()
      .default(false)
      .meta({ description: "For a repeating task: true asks for all its dates." }),
  }),
  run: async (call, { id, person, method, all_dates }) => {
    const { id: person_id, label } = await requirePerson(call, person);
    const body = { person_id, ...(method && { method }), scope: all_dates ? "all" : "one" };
    const { task, request } = await runOperation(delegateTask, asked, call, {
      params: { id },
      body,
    });
    const words = `${quote(label)} to do ${named(task)}`;
    return request.link === null
      ? `Asked ${words}, by ${request.method}; the answer is ${request.status}.`
      : `Nothing was sent. This link asks ${words}: ${request.link}`;
  },
});
