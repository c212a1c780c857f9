import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { MilaFace } from "../kit/mila-face.tsx";
import { SignOutForm } from "../shell/sign-out-form.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";

/** Specification, section 2. */
export function InvalidInvitation() {
  return (
    <Frame heading="Invalid Invitation">
      <p>This invitation link is invalid or has expired.</p>
      <p className="hint">Ask the person who invited you to send a new one.</p>
      <Link className="button-primary w-full" to="/">
        Go Home
      </Link>
    </Frame>
  );
}

export function SignInToAccept({ token }: { token: string }) {
  const redirectTo = invitationPath(token);
  return (
    <Frame heading="Family Invitation">
      <p>You&apos;ve been invited to join a family</p>
      <Link className="button-primary w-full" to={`/auth?${new URLSearchParams({ redirectTo })}`}>
        Sign In to Accept
      </Link>
      <Link
        className="text-link self-center"
        to={`/auth?${new URLSearchParams({ mode: "signup", redirectTo })}`}
      >
        New here? Sign up
      </Link>
    </Frame>
  );
}

interface AcceptFormProps {
  token: string;
  inviterName: string;
  consequence: string | null;
}

export function AcceptForm({ token, inviterName, consequence }: AcceptFormProps) {
  return (
    <Frame heading="Family Invitation">
      <p className="font-bold" dir="auto">
        {inviterName} invited you.
      </p>
      <p>Click the button below to join this family and start sharing tasks and calendars.</p>
      {consequence && <p className="hint">{consequence}</p>}
      {/* Without JavaScript, a refusal renders at this URL and needs the token. */}
      <Form method="post" action={invitationPath(token)}>
        <input type="hidden" name="token" value={token} />
        <SubmitButton className="button-primary w-full" busyText="Accepting...">
          Accept Invitation
        </SubmitButton>
      </Form>
    </Frame>
  );
}

export function OtherAddress({
  token,
  invited,
  own,
}: {
  token: string;
  invited: string;
  own: string;
}) {
  return (
    <Frame heading="Family Invitation">
      <p>
        This invitation is for <strong>{invited}</strong>, but you&apos;re signed in as{" "}
        <strong>{own}</strong>.
      </p>
      <p>If both addresses are yours, sign out and sign in with the other one.</p>
      <p>Or ask the person who invited you to invite {own}.</p>
      <SignOutForm className="button-primary w-full" redirectTo={invitationPath(token)}>
        Sign out
      </SignOutForm>
      <Link className="text-link self-center" to="/dashboard">
        Back to your dashboard
      </Link>
    </Frame>
  );
}

const invitationPath = (token: string) => `/accept-invitation?${new URLSearchParams({ token })}`;

function Frame({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="card-panel stack text-center">
      <MilaFace className="mx-auto size-16" />
      <h1 className="page-title">{heading}</h1>
      {children}
    </div>
  );
}
