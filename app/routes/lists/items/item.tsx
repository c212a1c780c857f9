import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { itemInput } from "#app/domain/lists/input.ts";
import { listItems, renameItem } from "#app/domain/lists/items.server.ts";
import { findList, listLists } from "#app/domain/lists/lists.server.ts";
import { readForm, withTypedValues } from "#app/server/form.server.ts";
import { noLongerThere } from "#app/server/http-errors.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { SelectField } from "#app/ui/kit/field.tsx";
import { RenameItem } from "#app/ui/lists/rename-item.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { ButtonForm } from "#app/ui/shell/page-form.tsx";
import { database } from "#db/connection.server.ts";

export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Change item · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const list = (await findList(database(), viewer, args.params.id ?? "")) ?? noLongerThere();
  const items = await listItems(database(), viewer, list.id);
  const item = items.find(({ id }) => id === args.params.iid) ?? noLongerThere("This item");
  const lists = (await listLists(database(), viewer)).filter(({ id }) => id !== list.id);
  return {
    list,
    item,
    lists,
    values: await withTypedValues(viewer, args.request, { name: item.name }),
  };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(itemInput.shape) });
  const submission = await readForm(args.request, itemInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { name } = submission.value;
  const list = await findList(database(), viewer, args.params.id ?? "");
  if (!list) return noLongerThere("This list", [name]);
  const outcome = await renameItem(database(), viewer, args.params.iid ?? "", name);
  if (outcome === null) return noLongerThere("This item", [name]);
  if (outcome === "taken")
    return data(submission.reply({ fieldErrors: { name: ["That is on the list already"] } }), {
      status: 400,
    });
  return redirectWithToast(`/lists/${list.id}`, toast("success", "Item renamed"));
}

export default function ItemPage() {
  const { list, item, lists, values } = useLoaderData<typeof loader>();
  const page = `/lists/${list.id}`;
  return (
    <RenameItem
      title="Change item"
      values={values}
      page={page}
      backLabel={list.name}
      answer={useActionData<typeof action>()}
    >
      <MoveTo url={`${page}/items/${item.id}/move`} lists={lists} />
      <ButtonForm action={`${page}/items/${item.id}/as-task`} className="mt-4">
        <button type="submit" className="button-secondary">
          Make it a task
        </button>
        <p className="hint mt-1">It leaves the list, and can have a date and a person.</p>
      </ButtonForm>
    </RenameItem>
  );
}

function MoveTo({ url, lists }: { url: string; lists: { id: string; name: string }[] }) {
  if (lists.length === 0) return null;
  const field = { id: "to-list", name: "list", initialValue: undefined, errors: undefined };
  return (
    <ButtonForm action={url} className="list-new">
      <SelectField field={field} label="Move to another list">
        {lists.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <button type="submit" className="button-secondary">
        Move
      </button>
    </ButtonForm>
  );
}
