import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { itemInput } from "#app/domain/lists/input.ts";
import { findChecklist, renameItem } from "#app/domain/tasks/checklist/checklist.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { readForm, withTypedValues } from "#app/server/form.server.ts";
import { noLongerThere } from "#app/server/http-errors.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { RenameItem } from "#app/ui/lists/rename-item.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Rename item · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const taskId = args.params.id ?? "";
  const task = await findTask(database(), viewer, taskId);
  const items = task ? await findChecklist(database(), task.id) : [];
  const item = items.find(({ id }) => id === args.params.iid) ?? noLongerThere("This item");
  const values = await withTypedValues(viewer, args.request, { name: item.name });
  return { values, page: `/tasks/${taskId}/checklist` };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(itemInput.shape) });
  const { id: taskId = "", iid: itemId = "" } = args.params;
  const submission = await readForm(args.request, itemInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { name } = submission.value;
  const outcome = await renameItem(database(), viewer, { taskId, itemId }, name);
  if (outcome === null) return noLongerThere("This item", [name]);
  if (outcome === "taken")
    return data(submission.reply({ fieldErrors: { name: ["That is on the list already"] } }), {
      status: 400,
    });
  return redirectWithToast(`/tasks/${taskId}/checklist`, toast("success", "Item renamed"));
}

export default function RenameChecklistItem() {
  const { values, page } = useLoaderData<typeof loader>();
  return (
    <RenameItem
      values={values}
      page={page}
      backLabel="Checklist"
      answer={useActionData<typeof action>()}
    />
  );
}
