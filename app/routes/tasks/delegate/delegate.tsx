import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, Link } from "@remix-run/react";
import { isSetUp } from "#app/config/channels.server.ts";
import { mustConfirmFirst } from "#app/domain/accounts/confirmed-address.server.ts";
import { delegationCopyLink } from "#app/domain/core/links.server.ts";
import { findDelegatePage } from "#app/domain/delegation/asking/delegate-page.server.ts";
import { askInput } from "#app/domain/delegation/input.ts";
import { isActionable } from "#app/domain/delegation/requests/request-status.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { redirectFromMissingTask } from "#app/routes/tasks/after-action.server.ts";
import { giveBackReply, readForm } from "#app/server/form.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { ConfirmFirst } from "#app/ui/auth/confirm-first.tsx";
import { nobodyToAsk } from "#app/ui/delegation/copy.ts";
import { DelegateForm } from "#app/ui/delegation/delegate-form.tsx";
import { type Entry, RequestEntry } from "#app/ui/delegation/request-history.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { CopyLink } from "#app/ui/kit/copy-link.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { couldNotDelegate, createClientAction } from "#app/ui/saving/client-action.ts";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { FormPage } from "#app/ui/shell/form-page.tsx";
import { useButtonForms, ButtonForm } from "#app/ui/shell/page-form.tsx";
import { doneReason } from "#app/ui/tasks/done-reason.tsx";
import { database } from "#db/connection.server.ts";
import { submitQuestion } from "./ask.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotDelegate);

export const meta: MetaFunction = () => [{ title: "Who can do this? · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const base = linkBase(args.request);
  const page = await findDelegatePage(database(), viewer, args.params.id ?? "", {
    isSetUp,
    origin: base.origin,
  });
  if (!page) notFound();
  const { current } = page;
  const mustConfirm = await mustConfirmFirst(database(), viewer.userId, isSetUp("email"));
  const link = current && isActionable(current.status) ? delegationCopyLink(base, current) : null;
  return { ...page, mustConfirm, link, kept: await giveBackReply(viewer, args.request, askInput) };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(askInput.shape) });
  const taskId = args.params.id ?? "";
  if (!(await findTask(database(), viewer, taskId))) return redirectFromMissingTask(viewer, taskId);
  const submission = await readForm(args.request, askInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const outcome = await submitQuestion(viewer, { taskId, ...submission.value });
  if (outcome instanceof Response) return outcome;
  return data(submission.reply(outcome.errors), { status: outcome.status });
}

export default function Delegate() {
  const { title, current, link, isCompleted, mustConfirm, kept, ...page } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const buttons = useButtonForms();
  const failure = failureToast(answer);
  const canAsk = !isCompleted && page.delegates.length > 0;
  return (
    <FormPage
      title="Who can do this?"
      back={canAsk ? undefined : <BackLink to={`/tasks/${page.id}`}>Task</BackLink>}
    >
      <Toasts toast={failure ?? buttons.failure} />
      <p className="subject" dir="auto">
        {title}
      </p>
      {current && (
        <CurrentRequest taskId={page.id} request={current} link={link} canWithdraw={!isCompleted} />
      )}
      {!isCompleted && mustConfirm && (
        <ConfirmFirst what="Requests" redirectTo={`/tasks/${page.id}/delegate`} />
      )}
      {isCompleted && <p className="notice">{doneReason}</p>}
      {!isCompleted && page.delegates.length === 0 && <NobodyToAsk />}
      {canAsk && (
        <DelegateForm
          key={current?.id}
          {...page}
          isAgain={current !== null}
          lastResult={failure ? undefined : (answer ?? kept)}
        />
      )}
    </FormPage>
  );
}

interface CurrentRequestProps {
  taskId: string;
  request: Entry;
  /** The delegate's page, while it accepts an answer. */
  link: string | null;
  canWithdraw: boolean;
}

function CurrentRequest({ taskId, request, link, canWithdraw }: CurrentRequestProps) {
  const mustSendLink = request.method === "link" && request.status === "pending";
  return (
    <section className="current-request" aria-label="Current request">
      <RequestEntry entry={request} />
      {link && (
        <CopyLink
          id="request-link"
          label={mustSendLink ? "Send them this link" : "Or send them the link yourself"}
          link={link}
        />
      )}
      {canWithdraw && (
        <ButtonForm action={`/tasks/${taskId}/withdraw`}>
          <button type="submit" className="text-link gap-1">
            <Icon name="undo-2" />
            Cancel request
          </button>
        </ButtonForm>
      )}
    </section>
  );
}

function NobodyToAsk() {
  return (
    <div className="card-panel stack">
      <p>{nobodyToAsk}</p>
      <Link className="button-primary" to="/preferences/family">
        Add Family Member
      </Link>
    </div>
  );
}
