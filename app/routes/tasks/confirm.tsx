import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { v7 as newId } from "uuid";
import { ConfirmForm } from "#app/components/confirm-form.tsx";
import { FormPage } from "#app/components/form-page.tsx";
import { failureToast, Toasts } from "#app/components/toast.tsx";
import { ReadAloud } from "#app/components/voice/read-aloud.tsx";
import { understood } from "#app/components/voice/understood.ts";
import { draftTasks, saveDrafts } from "#app/domain/tasks/confirm.server.ts";
import { addTaskInput, confirmInput } from "#app/domain/tasks/input.ts";
import { readForm } from "#app/web/form.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { clientAction, shouldRevalidateForm as shouldRevalidate } from "#app/components/failed-save.ts";

export const meta: MetaFunction = () => [{ title: "Is this right? · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const text = new URL(args.request.url).searchParams.get("text") ?? "";
  const said = addTaskInput.safeParse({ text });
  if (!said.success) throw redirect(`/dashboard?${new URLSearchParams({ text })}`);
  return {
    said: said.data.text,
    requestId: newId(),
    ...(await draftTasks(database(), viewer, said.data.text, args.context.note)),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { pathname, search } = new URL(args.request.url);
  const viewer = await requireViewer(args, { to: pathname + search });
  const submission = await readForm(args.request, confirmInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  await saveDrafts(database(), viewer, submission.value);
  return redirectWithToast("/dashboard", toast("success", "Task saved!"));
}

export default function Confirm() {
  const { said, by, ...confirm } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  return (
    <FormPage title="Is this right?">
      <Toasts toast={failure} />
      <p className="subject mb-0" dir="auto">
        {said}
      </p>
      <div className="understood-by">
        <p className="hint">{by === "model" ? "Mila" : "Mila, offline"}</p>
        <ReadAloud text={understood(confirm.drafts)} />
      </div>
      <ConfirmForm {...confirm} lastResult={failure ? undefined : answer} />
    </FormPage>
  );
}
