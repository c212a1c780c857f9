import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, Form } from "@remix-run/react";
import { mustConfirmFirst } from "#app/domain/accounts/confirmed-address.server.ts";
import { invitationLink } from "#app/domain/core/links.server.ts";
import { mayInvite } from "#app/domain/people/household/rules.ts";
import { invitationInput } from "#app/domain/people/invitations/input.ts";
import { listPendingInvitations } from "#app/domain/people/invitations/invitation-list.server.ts";
import { invite } from "#app/domain/people/invitations/invitations.server.ts";
import { tooManyPeople } from "#app/domain/people/room-for-people.server.ts";
import { requireConfirmedForm } from "#app/server/confirmed.server.ts";
import { readForm, withTypedValues } from "#app/server/form.server.ts";
import { forbidden } from "#app/server/http-errors.server.ts";
import { canSendEmail, linkBase } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast } from "#app/server/toast.server.ts";
import { ConfirmFirst } from "#app/ui/auth/confirm-first.tsx";
import { isMember, onlyOwnerInvites } from "#app/ui/family/copy.ts";
import { FamilyPage } from "#app/ui/family/family-page.tsx";
import { CopyLink } from "#app/ui/kit/copy-link.tsx";
import { TextField } from "#app/ui/kit/field.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotInvite } from "#app/ui/saving/family-failures.ts";
import { useFormKey } from "#app/ui/saving/use-form-key.ts";
import { database } from "#db/connection.server.ts";
import { invitationToast, tooManyInvitations } from "./invitation-toast.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotInvite);

export const meta: MetaFunction = () => [{ title: "Invite · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const pending = await listPendingInvitations(database(), viewer, canSendEmail);
  const hasLinks = mayInvite(viewer) && !canSendEmail;
  return {
    ...(await withTypedValues(viewer, args.request, { inviteeEmail: "" })),
    isOwner: mayInvite(viewer),
    hasLinks,
    mustConfirm: await mustConfirmFirst(database(), viewer.userId, canSendEmail),
    invitations: pending.map(({ version, ...invitation }) => ({
      ...invitation,
      link: hasLinks
        ? invitationLink(linkBase(args.request), { id: invitation.id, version })
        : null,
    })),
  };
}

const keepFields = Object.keys(invitationInput.shape);

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields });
  if (!mayInvite(viewer)) forbidden();
  const form = args.request.clone();
  const submission = await readForm(args.request, invitationInput);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  await requireConfirmedForm(viewer, form, keepFields);
  const outcome = await invite(database(), viewer, submission.value.inviteeEmail, canSendEmail);
  if (outcome === "forbidden") forbidden();
  if (outcome === "is_member") {
    const fieldErrors = { inviteeEmail: [isMember] };
    return data(submission.reply({ fieldErrors }), { status: 400 });
  }
  if (outcome === "full") {
    return data(submission.reply({ fieldErrors: { inviteeEmail: [tooManyPeople] } }), {
      status: 429,
    });
  }
  if (outcome === "too_often") {
    return data(submission.reply({ fieldErrors: { inviteeEmail: [tooManyInvitations] } }), {
      status: 429,
    });
  }
  const sent = await invitationToast(viewer.userId);
  return redirectWithToast("/preferences/family/invite", { ...sent, endsForm: true });
}

export default function Invite() {
  const { inviteeEmail, isOwner, hasLinks, mustConfirm, invitations } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const formKey = useFormKey();
  return (
    <FamilyPage tab="Invite">
      <Toasts toast={failure} />
      <section aria-labelledby="invite-heading" className="panel-section">
        <h2 id="invite-heading">Invite someone to your household</h2>
        {hasLinks && (
          <p className="notice">
            Email isn&apos;t set up here. You&apos;ll get a link to send yourself.
          </p>
        )}
        {isOwner && mustConfirm && (
          <ConfirmFirst what="Invitations" redirectTo="/preferences/family/invite" />
        )}
        {isOwner ? (
          <InviteForm
            key={formKey}
            email={inviteeEmail}
            lastResult={failure ? undefined : answer}
          />
        ) : (
          <p className="notice">{onlyOwnerInvites}.</p>
        )}
      </section>
      <section aria-labelledby="pending-heading" className="panel-section">
        <h2 id="pending-heading">Pending invitations</h2>
        <InvitationList invitations={invitations} canInvite={isOwner} />
      </section>
    </FamilyPage>
  );
}

function InviteForm({
  email,
  lastResult,
}: {
  email: string;
  lastResult?: SubmissionResult<string[]>;
}) {
  const [form, { inviteeEmail }] = useZodForm({
    id: "invite",
    schema: invitationInput,
    defaultValue: { inviteeEmail: email },
    lastResult,
  });
  const hint = "They'll see and share everything in your household. The link works for 7 days.";
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      {/* With `required`, a browser without JavaScript would say it in its own words. */}
      <TextField
        field={inviteeEmail}
        label="Email address"
        hint={hint}
        type="email"
        autoComplete="off"
        aria-required
      />
      <div className="button-row">
        <SubmitButton className="button-primary" busyText="Sending...">
          Send Invitation
        </SubmitButton>
      </div>
    </Form>
  );
}

interface InvitationListProps {
  invitations: {
    id: string;
    email: string;
    sentOn: string;
    expiresOn: string;
    isExpired: boolean;
    isDraft: boolean;
    /** Why the invitation's email did not reach them. */
    problem: string | null;
    /** Set only where this instance sends no email. */
    link: string | null;
  }[];
  canInvite: boolean;
}

function InvitationList({ invitations, canInvite }: InvitationListProps) {
  if (invitations.length === 0) return <p className="empty">No pending invitations.</p>;
  return (
    <ul className="rows">
      {invitations.map(({ id, email, sentOn, expiresOn, isExpired, isDraft, problem, link }) => (
        <li key={id} className="row">
          <h3 className="row-name">{email}</h3>
          <p className="row-facts">
            {isDraft ? (
              <span>Draft: waits until you confirm your email address</span>
            ) : (
              <span>Invited {sentOn}</span>
            )}
            {!isDraft && <span>{isExpired ? `Expired ${expiresOn}` : `Expires ${expiresOn}`}</span>}
          </p>
          {problem && <p className="field-error">{problem}</p>}
          {link && !isExpired && (
            <div className="my-2">
              <CopyLink id={`link-${id}`} label="Send them this link" link={link} />
            </div>
          )}
          {canInvite && (
            <div className="row-actions">
              <RowForm id={id} verb="resend" label="Send again" email={email} />
              <RowForm id={id} verb="revoke" label="Revoke" email={email} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function RowForm({ id, verb, label, email }: Record<"id" | "verb" | "label" | "email", string>) {
  return (
    <Form method="post" action={`/preferences/family/invitations/${id}/${verb}`}>
      <button type="submit" className="row-button" aria-label={`${label}: ${email}`}>
        {label}
      </button>
    </Form>
  );
}
