import { z } from "#app/domain/core/zod.ts";
import { operation, type Operation } from "./operation.ts";

/** The data of one event. */
export const changeEvent = z
  .strictObject({
    revision: z.int(),
    previous_revision: z.int(),
    task_ids: z
      .array(z.string())
      .meta({ description: "Tasks that changed; empty if something else did." }),
    more: z.boolean().meta({ description: "True if more did: ask with `updated_since`." }),
  })
  .meta({ description: "Something has changed in the household." });

const followEvents = operation({
  id: "followEvents",
  method: "get",
  path: "/events",
  access: "read",
  tag: "Family",
  summary: "Follow what changes",
  details:
    "Server-sent events named `change`, each with a `ChangeEvent` as its data. " +
    "With `Last-Event-ID` it goes on where it ended.",
  answers: {
    200: { description: "A stream that ends after ten minutes.", schema: z.string() },
  },
  problems: [],
  run: async () => ({ status: 200, isStream: true }),
});

export const followOperations: Operation[] = [followEvents];
