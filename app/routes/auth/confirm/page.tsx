import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData, Form } from "@remix-run/react";
import { findCredentials } from "#app/domain/accounts/credentials/account.server.ts";
import { hasGoogle } from "#app/domain/accounts/google/identity.server.ts";
import { identityConfirmation } from "#app/domain/accounts/profile/account-input.ts";
import { checkOwnPassword } from "#app/routes/preferences/account/own-password.server.ts";
import { confirmPath, unconfirmedPath } from "#app/server/confirmed.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { safeRedirectTo } from "#app/server/redirect-to.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { confirmActions } from "#app/ui/auth/auth-actions.ts";
import { ConfirmPage } from "#app/ui/auth/confirm-page.tsx";
import { ProviderForm } from "#app/ui/auth/provider-form.tsx";
import { PasswordField } from "#app/ui/kit/password-field.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { failureToast } from "#app/ui/live/toast.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { usePreloadedActions } from "#app/ui/saving/preloaded-actions.ts";
import { couldNotConfirm } from "#app/ui/saving/sign-in-failures.ts";
import { useButtonForms } from "#app/ui/shell/page-form.tsx";
import { database } from "#db/connection.server.ts";
import { finishConfirmation } from "./outcome.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotConfirm);

export const meta: MetaFunction = () => [{ title: "Confirm it's you · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args, { isAddingFactor: true });
  const { hasPassword, googleEmail, oidc } = await findCredentials(database(), viewer.userId);
  const redirectTo = safeRedirectTo(new URL(args.request.url).searchParams.get("redirectTo"));
  return {
    redirectTo,
    notNow: unconfirmedPath(redirectTo),
    hasPassword,
    googleEmail: hasGoogle ? googleEmail : null,
    oidc,
  };
}

export async function action(args: ActionFunctionArgs) {
  const redirectTo = safeRedirectTo(new URL(args.request.url).searchParams.get("redirectTo"));
  const viewer = await requireViewer(args, {
    returnTo: confirmPath(redirectTo),
    isAddingFactor: true,
  });
  const submission = await readForm(args.request, identityConfirmation);
  const refuse = (status: number, fieldErrors?: Record<string, string[]>) =>
    data(submission.reply({ hideFields: ["password"], fieldErrors }), { status });
  if (submission.status !== "success") return refuse(400);
  const refusal = await checkOwnPassword(viewer, submission.value.password, args);
  if (refusal) return refuse(refusal.status, { password: refusal.errors });
  return finishConfirmation(viewer, redirectTo);
}

export default function ConfirmIdentity() {
  const { redirectTo, notNow, hasPassword, googleEmail, oidc } = useLoaderData<typeof loader>();
  const hasProvider = googleEmail !== null || oidc !== null;
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  const buttons = useButtonForms();
  return (
    <ConfirmPage failure={failure ?? buttons.failure}>
      {hasPassword && (
        <>
          <p>
            To keep your family&apos;s data safe, please enter your password again. Nothing you
            typed is lost.
          </p>
          <ConfirmIdentityForm redirectTo={redirectTo} lastResult={failure ? undefined : answer} />
        </>
      )}
      {hasPassword && hasProvider && <p className="or-divider">Or</p>}
      {googleEmail !== null && (
        <ConfirmWith
          provider="Google"
          path="/auth/confirm/google"
          email={googleEmail}
          redirectTo={redirectTo}
        />
      )}
      {oidc && (
        <ConfirmWith
          provider={oidc.name}
          path="/auth/confirm/oidc"
          email={oidc.email}
          redirectTo={redirectTo}
        />
      )}
      {!hasPassword && !hasProvider && (
        <p>You don&apos;t have a password yet. Choose one to go on.</p>
      )}
      <p className="auth-links">
        <Link className="text-link" to="/auth/forgot">
          {hasPassword ? "Forgot your password?" : "Choose a password"}
        </Link>
        <Link className="text-link" to={notNow}>
          Not now
        </Link>
      </p>
    </ConfirmPage>
  );
}

interface ConfirmIdentityFormProps {
  redirectTo: string;
  lastResult?: SubmissionResult<string[]>;
}

function ConfirmIdentityForm({ redirectTo, lastResult }: ConfirmIdentityFormProps) {
  const [form, { password }] = useZodForm({
    id: "confirm-identity",
    schema: identityConfirmation,
    lastResult,
  });
  return (
    <Form
      method="post"
      action={`/auth/confirm?${new URLSearchParams({ redirectTo })}`}
      {...getFormProps(form)}
      className="stack"
    >
      <PasswordField field={password} label="Your password" kind="current" />
      <SubmitButton className="button-primary w-full" busyText="Loading...">
        Confirm
      </SubmitButton>
    </Form>
  );
}

interface ConfirmWithProps {
  provider: string;
  path: "/auth/confirm/google" | "/auth/confirm/oidc";
  /** Of the account there. */
  email: string;
  redirectTo: string;
}

function ConfirmWith({ provider, path, email, redirectTo }: ConfirmWithProps) {
  usePreloadedActions(confirmActions);
  return (
    <div className="stack">
      <p>
        Confirm with your {provider} account <b dir="auto">{email}</b>.
      </p>
      <ProviderForm provider={provider} action={path} fields={{ redirectTo }} />
    </div>
  );
}
