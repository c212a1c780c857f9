import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { describeAddedItems, describeKnown } from "#app/domain/lists/added-words.ts";
import { listLists } from "#app/domain/lists/lists.server.ts";
import { addToChecklist, findChecklist } from "#app/domain/tasks/checklist/checklist.server.ts";
import { maxChecklistItems } from "#app/domain/tasks/checklist/limits.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { readRedirectTo, withTypedValues } from "#app/server/form.server.ts";
import { readItemsForm } from "#app/server/items-form.server.ts";
import { noLongerThere } from "#app/server/http-errors.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { AddItems, type Refused } from "#app/ui/lists/add-items.tsx";
import { Toasts } from "#app/ui/live/toast.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { useButtonForms } from "#app/ui/shell/page-form.tsx";
import { Templates } from "#app/ui/tasks/checklist/templates.tsx";
import { ItemOrder } from "#app/ui/tasks/checklist/item-order.tsx";
import { database } from "#db/connection.server.ts";
import { redirectToTask } from "../after-action.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Checklist · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const id = args.params.id ?? "";
  const task = (await findTask(database(), viewer, id)) ?? (await redirectToTask(viewer, id));
  const lists = (await listLists(database(), viewer)).map(({ id: list, name }) => ({ list, name }));
  const kept = await withTypedValues(viewer, args.request, { text: "" });
  return { id, title: task.title, items: await findChecklist(database(), id), lists, kept };
}

/** A refusal shows the checklist, with what was typed. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params.id ?? "";
  const page = `/tasks/${id}/checklist`;
  const viewer = await requireViewer(args, { returnTo: page, keepFields: ["text"] });
  const redirectTo = await readRedirectTo(args.request, page);
  const refuse = (text: string, errors: string[]) => data({ text, errors }, { status: 400 });
  const form = await readItemsForm(args.request);
  if (form.errors) return refuse(form.text, form.errors);
  const { text, names, requestId } = form;
  const outcome = await addToChecklist(database(), viewer, id, { names, requestId });
  if (outcome === null) return noLongerThere("This task", [text]);
  if (outcome === "too_many")
    return refuse(text, [`A checklist holds ${maxChecklistItems} items. Delete some first.`]);
  const added = { list: { name: "the checklist" }, back: [], ...outcome };
  return redirectWithToast(
    redirectTo,
    toast("success", describeAddedItems(added), { message: describeKnown(added) }),
  );
}

export default function Checklist() {
  const { id, title, items, lists, kept } = useLoaderData<typeof loader>();
  const refused = useActionData<Refused>() ?? kept;
  const { failure } = useButtonForms();
  const page = `/tasks/${id}/checklist`;
  return (
    <FormPage title="Checklist" back={<BackLink to={`/tasks/${id}`}>Task</BackLink>}>
      <Toasts toast={failure} />
      <p className="subject" dir="auto">
        {title}
      </p>
      <AddItems
        action={page}
        label="Add to the checklist"
        button="button-primary"
        suggestions={[]}
        placeholder="Socks, tent and torch"
        refused={refused}
      />
      {items.length > 0 && <ItemOrder page={page} items={items} />}
      <Templates
        key={items.map((item) => item.id).join()}
        page={page}
        lists={lists}
        hasItems={items.length > 0}
      />
    </FormPage>
  );
}
