import type { SubmissionResult } from "@conform-to/react";
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
import { askInput, type AskMethod } from "#app/domain/delegation/input.ts";
import { isActionable } from "#app/domain/delegation/requests/request-status.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { redirectFromMissingTask, redirectToTask } from "#app/routes/tasks/after-action.server.ts";
import { giveBackReply, readForm } from "#app/server/form.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { ConfirmFirst } from "#app/ui/auth/confirm-first.tsx";
import { Choices } from "#app/ui/kit/choices.tsx";
import { nobodyToAsk } from "#app/ui/delegation/copy.ts";
import { type Entry, RequestEntry } from "#app/ui/delegation/request-history.tsx";
import { relationLabels } from "#app/ui/family/relation-labels.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { CopyLink } from "#app/ui/kit/copy-link.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { SendYourself } from "#app/ui/delegation/send-yourself.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { couldNotDelegate, createClientAction } from "#app/ui/saving/client-action.ts";
import { BackLink } from "#app/ui/shell/back-link.tsx";
import { FormPage, LeaveLink } from "#app/ui/shell/form-page.tsx";
import { useButtonForms, ButtonForm, PageForm } from "#app/ui/shell/page-form.tsx";
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
  if (!page) return redirectToTask(viewer, args.params.id ?? "");
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
  const { title, current, ownText, link, isCompleted, mustConfirm, kept, ...page } =
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
        <CurrentRequest
          taskId={page.id}
          request={current}
          ownText={ownText}
          link={link}
          canWithdraw={!isCompleted}
          shown={page.shown}
        />
      )}
      {!isCompleted && mustConfirm && (
        <ConfirmFirst what="Requests" redirectTo={`/tasks/${page.id}/delegate`} />
      )}
      {isCompleted && <p className="notice">{doneReason}</p>}
      {!isCompleted && !page.delegates.some(({ isPartner }) => isPartner) && (
        <NoPartner isNobody={page.delegates.length === 0} />
      )}
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
  ownText: { words: string; phone: string | null } | null;
  /** The link to the delegate's page, while it accepts an answer. */
  link: string | null;
  canWithdraw: boolean;
  /** The request's state as shown, so that a yes since then is not lost. */
  shown: string;
}

function CurrentRequest({
  taskId,
  request,
  ownText,
  link,
  canWithdraw,
  shown,
}: CurrentRequestProps) {
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
      {link && ownText && mustSendLink && <SendYourself {...ownText} link={link} />}
      {canWithdraw && (
        <ButtonForm action={`/tasks/${taskId}/withdraw`}>
          <input type="hidden" name="seen" value={shown} />
          <button type="submit" className="text-link gap-1">
            <Icon name="undo-2" />
            {mustSendLink ? "I didn't send it" : "Cancel request"}
          </button>
        </ButtonForm>
      )}
    </section>
  );
}

/** @param isNobody false if another adult can be asked */
function NoPartner({ isNobody }: { isNobody: boolean }) {
  return (
    <div className="card-panel stack">
      <p>{nobodyToAsk}</p>
      <Link className={isNobody ? "button-primary" : "button-secondary"} to="/preferences/family">
        Add Family Member
      </Link>
    </div>
  );
}

interface Delegate {
  id: string;
  name: string;
  relation: keyof typeof relationLabels;
  isPartner: boolean;
  reach: string[];
}

interface DelegateFormProps {
  delegates: Delegate[];
  methods: { method: AskMethod; problem: string | null }[];
  familyMemberId: string;
  method: AskMethod;
  preview: string;
  /** "every Tuesday", if it repeats. */
  following: string | null;
  /** The open request's state as shown, to detect a change in the meantime. */
  shown: string;
  isAgain: boolean;
  lastResult?: SubmissionResult<string[]>;
}

const methodLabels = {
  sms: "SMS",
  whatsapp: "WhatsApp",
  email: "Email",
  link: "Copy a link",
} as const;

function DelegateForm({
  delegates,
  methods,
  preview,
  following,
  shown,
  isAgain,
  lastResult,
  ...chosen
}: DelegateFormProps) {
  const { error, initialValue } = lastResult ?? {};
  const typed = { ...chosen, scope: "one", ...initialValue };
  const canSend = methods.some(({ method, problem }) => method !== "link" && problem === null);
  return (
    <PageForm className="card-panel stack" preventScrollReset>
      {error?.[""] && (
        <p role="alert" className="notice" dir="auto">
          {error[""].join(" ")}
        </p>
      )}
      <input type="hidden" name="shown" value={shown} />
      <WhomToAsk
        delegates={delegates}
        legend={isAgain ? "Ask again, or ask someone else?" : "Who should I ask?"}
        chosen={String(typed.familyMemberId)}
        errors={error?.familyMemberId}
      />
      <Choices
        name="method"
        legend="How should I ask?"
        chosen={String(typed.method)}
        errors={error?.method}
        choices={methods.map(({ method, problem }) => ({
          value: method,
          label: methodLabels[method],
          hint: problem ?? (method === "link" ? "You send it yourself" : null),
          isDisabled: problem !== null,
        }))}
      />
      {following && (
        <Choices
          name="scope"
          legend="What should I ask for?"
          chosen={String(typed.scope)}
          choices={[
            { value: "one", label: "Only this one", hint: null, isDisabled: false },
            {
              value: "all",
              label: "All of them",
              hint: `I add: “and then ${following}, if you like”`,
              isDisabled: false,
            },
          ]}
        />
      )}
      {canSend && (
        <figure>
          <figcaption className="font-bold">What they&apos;ll see</figcaption>
          <p className="message-preview" dir="auto">
            {preview}
          </p>
        </figure>
      )}
      <div className="button-row">
        <LeaveLink>Cancel</LeaveLink>
        <SubmitButton className="button-primary" busyText="Asking...">
          Delegate
        </SubmitButton>
      </div>
    </PageForm>
  );
}

interface WhomToAskProps {
  delegates: Delegate[];
  legend: string;
  chosen: string;
  errors: string[] | null | undefined;
}

/** Shows spouses and partners first (specification, section 5). */
function WhomToAsk({ delegates, legend, chosen, errors }: WhomToAskProps) {
  const partners = delegates.filter(({ isPartner }) => isPartner);
  const others = delegates.filter(({ isPartner }) => !isPartner);
  const group = { name: "familyMemberId", chosen };
  const first = partners.length > 0 ? partners : others;
  return (
    <>
      <Choices {...group} legend={legend} errors={errors ?? null} choices={first.map(toChoice)} />
      {partners.length > 0 && others.length > 0 && (
        <details open={others.some(({ id }) => id === chosen)}>
          <summary className="text-link">Someone else</summary>
          <Choices {...group} legend="For this one task" choices={others.map(toChoice)} />
        </details>
      )}
    </>
  );
}

const toChoice = ({ id, name, relation, reach }: Delegate) => ({
  value: id,
  label: name,
  hint: [relationLabels[relation], ...reach].join(" · "),
  isDisabled: false,
});
