import { getFormProps } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listInput } from "#app/domain/lists/input.ts";
import { findList, renameList } from "#app/domain/lists/lists.server.ts";
import { readForm, withTypedValues } from "#app/server/form.server.ts";
import { noLongerThere } from "#app/server/http-errors.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { TextField } from "#app/ui/kit/field.tsx";
import { SaveRow } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { PageForm } from "#app/ui/shell/page-form.tsx";
import { database } from "#db/connection.server.ts";

export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Rename list · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const list = await findList(database(), viewer, args.params.id ?? "");
  if (!list || list.isShopping) return noLongerThere();
  return { list, values: await withTypedValues(viewer, args.request, { name: list.name }) };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(listInput.shape) });
  const id = args.params.id ?? "";
  const submission = await readForm(args.request, listInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const outcome = await renameList(database(), viewer, id, submission.value.name);
  if (outcome === "missing") return noLongerThere("This list", [submission.value.name]);
  if (outcome === "taken")
    return data(submission.reply({ fieldErrors: { name: ["You have a list of that name"] } }), {
      status: 400,
    });
  return redirectWithToast(`/lists/${id}`, toast("success", "List renamed"));
}

export default function RenameList() {
  const { list, values } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const page = `/lists/${list.id}`;
  const [form, { name }] = useZodForm({
    id: "rename-list",
    schema: listInput,
    defaultValue: values,
    lastResult: failure ? undefined : answer,
  });
  return (
    <FormPage title="Rename list" back={<BackLink to={page}>{list.name}</BackLink>}>
      <Toasts toast={failure} />
      <PageForm action={`${page}/rename`} {...getFormProps(form)} className="card-panel stack">
        <TextField field={name} label="Name" required autoComplete="off" />
        <SaveRow cancelTo={page}>Save Changes</SaveRow>
      </PageForm>
    </FormPage>
  );
}
