import { type ActionFunctionArgs, replace } from "@remix-run/node";
import { childTickInput } from "#app/domain/children/input.ts";
import { untickAsPerson } from "#app/domain/tasks/changing/tick-as-person.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { requirePage } from "./open-child-page.server.ts";

export { postOnly as loader } from "#app/server/http-errors.server.ts";

export async function action(args: ActionFunctionArgs) {
  const page = await requirePage(args);
  const form = await requireForm(args.request, childTickInput);
  const to = `/child/${args.params.token}`;
  const isOpen = await untickAsPerson(database(), page, form.taskId);
  return isOpen
    ? replace(to, 303)
    : redirectWithToast(to, toast("success", "That one stays as it is."));
}
