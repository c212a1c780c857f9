import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { v7 as newId } from "uuid";
import { ConfirmForm } from "#app/components/confirm-form.tsx";
import { parseClientLoader } from "#app/components/failed-parse.ts";
import { FormPage } from "#app/components/form-page.tsx";
import { MarkedText } from "#app/components/marked-text.tsx";
import { NotRead } from "#app/components/not-read.tsx";
import { failureToast, Toasts } from "#app/components/toast.tsx";
import { ReadAloud } from "#app/components/voice/read-aloud.tsx";
import { understood } from "#app/components/voice/understood.ts";
import { draftTasks, saveDrafts, withoutDate } from "#app/domain/tasks/adding/confirm.server.ts";
import { addTaskInput, confirmInput, takeBackInput, type TypedDraft } from "#app/domain/tasks/input.ts";
import { readForm } from "#app/web/form.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidateRead as shouldRevalidate } from "#app/components/failed-parse.ts";
export { clientAction } from "#app/components/failed-save.ts";

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
  const takeBack = takeBackInput.safeParse(submission.payload);
  if (takeBack.success) return data({ submission: null, drafts: withoutDate(takeBack.data) });
  if (submission.status !== "success") return data({ submission: submission.reply(), drafts: null }, { status: 400 });
  const [first] = await saveDrafts(database(), viewer, submission.value);
  const next = submission.value.ask ? `/tasks/${first}/delegate` : "/dashboard";
  return redirectWithToast(next, toast("success", "Task saved!"));
}

type Read = SerializeFrom<typeof loader>;

export const clientLoader = (args: ClientLoaderFunctionArgs) => parseClientLoader<Read>(args);

export default function Confirm() {
  const read = useLoaderData<typeof clientLoader>();
  return "failed" in read ? (
    <NotRead failure={{ id: "failed", kind: "error", ...read.failed }} />
  ) : (
    <Drafts {...read} />
  );
}

function Drafts({ said, by, requestId, dueWords, ...read }: Read) {
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const drafts: TypedDraft[] = useLatest(answer?.drafts) ?? read.drafts;
  const marked = dueWords.flatMap(({ spans }, index) => (drafts[index]?.undatedTitle ? spans : []));
  return (
    <FormPage title="Is this right?">
      <Toasts toast={failure} />
      <p className="subject mb-0" dir="auto">
        <MarkedText text={said} spans={marked} />
      </p>
      <div className="understood-by">
        <p className="hint">{by === "model" ? "Mila" : "Mila, offline"}</p>
        <ReadAloud text={understood(drafts)} />
      </div>
      <ConfirmForm
        // Afresh when a date was taken back: what stands in the fields is theirs.
        key={drafts.map(({ undatedTitle }) => undatedTitle).join()}
        requestId={requestId}
        drafts={drafts}
        dueWords={dueWords}
        lastResult={failure ? undefined : answer?.submission}
      />
    </FormPage>
  );
}

/** What was answered last stays while the next answer is on its way. */
function useLatest<Value>(value: Value | null | undefined): Value | null | undefined {
  const [latest, setLatest] = useState(value);
  if (!value || value === latest) return latest;
  setLatest(value);
  return value;
}
