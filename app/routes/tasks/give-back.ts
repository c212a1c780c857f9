import type { Kysely } from "kysely";
import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";
import type { z } from "#app/domain/core/zod.ts";
import { giveBack } from "#app/domain/pages/asked.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { givenTask } from "#app/domain/tasks/input.ts";
import { chooseAbout } from "#app/domain/pages/who.server.ts";
import { taskAction } from "#app/server/action.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { toast } from "#app/server/toast.server.ts";
import type { Database } from "#db/schema.ts";
import { redirectFromMissingTask } from "./after-action.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

/** Takes back that a task was given to somebody, or said to be about somebody. */
export const action = taskAction("/dashboard", async ({ db, viewer, id, request }) => {
  const sent = givenTask.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!sent.success && (await findTask(db, viewer, id))) return toast("error", "Nothing changed");
  if (!sent.success) return redirectFromMissingTask(viewer, id);
  if (sent.data.about !== undefined) return takeBackAbout(db, viewer, id, sent.data);
  const given = { ...sent.data, taskId: id, hadTurn: sent.data.hadTurn === "on" };
  const back = await giveBack(db, viewer, given);
  if (!back) return redirectFromMissingTask(viewer, id);
  if ("refused" in back) return toast("error", "Nothing changed", { message: back.refused });
  const words = back.holder === null ? "Nobody has it now" : `${back.holder} has it again`;
  return toast("success", words, { taskTitle: back.title });
});

async function takeBackAbout(
  db: Kysely<Database>,
  viewer: SignedIn,
  taskId: string,
  { about, version }: z.output<typeof givenTask>,
) {
  const back = await chooseAbout(db, viewer, { taskId, aboutId: about || undefined, version });
  if (!back) return redirectFromMissingTask(viewer, taskId);
  if ("refused" in back) return toast("error", "Nothing changed", { message: back.refused });
  const words = back.about === null ? "It's about nobody again" : `It's about ${back.about} again`;
  return toast("success", words, { taskTitle: back.task.title });
}
