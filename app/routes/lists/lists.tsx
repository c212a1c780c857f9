import { getFormProps } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { listInput } from "#app/domain/lists/input.ts";
import { maxListName, maxLists } from "#app/domain/lists/limits.ts";
import { addList, listLists } from "#app/domain/lists/lists.server.ts";
import { giveBackReply, readForm } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { TextField } from "#app/ui/kit/field.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { useLiveChanges } from "#app/ui/live/use-live-changes.ts";
import { OfflineNote } from "#app/ui/offline/offline-note.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { useFormKey } from "#app/ui/saving/use-form-key.ts";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { PageForm } from "#app/ui/shell/page-form.tsx";
import { RefreshLink } from "#app/ui/shell/refresh-link.tsx";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Lists · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  return {
    lists: await listLists(database(), viewer),
    revision: viewer.revision,
    kept: await giveBackReply(viewer, args.request, listInput),
  };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(listInput.shape) });
  const submission = await readForm(args.request, listInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const added = await addList(database(), viewer, submission.value.name);
  if (added === "too_many")
    return data(submission.reply({ fieldErrors: { name: [tooMany] } }), { status: 400 });
  const title = added.isNew ? `${submission.value.name} added` : "You have that list already";
  return redirectWithToast(`/lists/${added.id}`, toast("success", title, { endsForm: true }));
}

const tooMany = `There are ${maxLists} lists already. Please delete one first.`;

export default function Lists() {
  const { lists, revision, kept } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const formKey = useFormKey();
  useLiveChanges(revision);
  const [form, { name }] = useZodForm({
    id: `new-list-${formKey}`,
    schema: listInput,
    defaultValue: { name: "" },
    lastResult: failure ? undefined : (answer ?? kept),
  });
  return (
    <AppShell>
      <div className="form-page">
        <Toasts toast={failure} />
        <h1 className="page-title">Lists</h1>
        <OfflineNote />
        <ul className="settings-menu">
          {lists.map(({ id, name: listName, open }) => (
            <li key={id}>
              <Link to={`/lists/${id}`} className="settings-entry">
                <span className="list-name" dir="auto">
                  {listName}
                </span>
                <span className="list-count">{open === 0 ? "Nothing open" : `${open} open`}</span>
                <Icon name="chevron-right" />
              </Link>
            </li>
          ))}
        </ul>
        <PageForm action="/lists" {...getFormProps(form)} key={formKey} className="list-new">
          <TextField
            field={name}
            label="New list"
            placeholder="Packing for camp"
            autoComplete="off"
            maxLength={maxListName}
          />
          <SubmitButton className="button-secondary" busyText="Saving...">
            Add
          </SubmitButton>
        </PageForm>
        <RefreshLink to="/lists" />
      </div>
    </AppShell>
  );
}
