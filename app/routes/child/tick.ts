import { type ActionFunctionArgs, replace } from "@remix-run/node";
import { childTickInput } from "#app/domain/children/input.ts";
import { type Ticked, tickAsPerson } from "#app/domain/tasks/changing/tick-as-person.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { requirePage } from "./open-child-page.server.ts";

export { postOnly as loader } from "#app/server/http-errors.server.ts";

export async function action(args: ActionFunctionArgs) {
  const page = await requirePage(args);
  const form = await requireForm(args.request, childTickInput);
  const { taskId, seen } = form;
  const ticked = await tickAsPerson(database(), page, { taskId, seenDue: seen });
  const to = `/child/${args.params.token}`;
  const words = typeof ticked === "string" ? news[ticked] : `${ticked.doneFor}. Well done!`;
  return words ? redirectWithToast(to, toast("success", words)) : replace(to, 303);
}

/** Names nobody else and no other day, which are not the child's. */
const news: Record<Extract<Ticked, string>, string | null> = {
  ticked: null,
  done: "That's done already. Nice!",
  not_yours: "Somebody else does that one now. Thank you anyway!",
  gone: "That one isn't needed any more.",
  moved: "That one has another day now. Here is what's next.",
  too_early: "That's a bit early. Please wait until its day.",
};
