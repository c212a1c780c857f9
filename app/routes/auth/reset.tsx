import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData, Form } from "@remix-run/react";
import {
  canResetPassword,
  resetPassword,
} from "#app/domain/accounts/credentials/password-reset.server.ts";
import { newPassword, weakPassword } from "#app/domain/accounts/input.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { canSendEmail, linkBase, readUrlToken } from "#app/server/instance.server.ts";
import { busyMessage, unlessBusy } from "#app/server/sign-in/unless-busy.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { PasswordField } from "#app/ui/kit/password-field.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotSignIn } from "#app/ui/saving/sign-in-failures.ts";
import { AccountPage } from "#app/ui/shell/account-page.tsx";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSignIn);

export const meta: MetaFunction = () => [{ title: "New password · Mila" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return {
    isValid: await canResetPassword(database(), readUrlToken(request), linkBase(request).linkKey),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, newPassword);
  if (submission.status !== "success") {
    return data({ submission: submission.reply({ hideFields: ["password"] }) }, { status: 400 });
  }
  const { linkKey } = linkBase(request);
  const reset = {
    token: readUrlToken(request),
    linkKey,
    canSendEmail,
    source: auditSource(context),
  };
  const outcome = await unlessBusy(resetPassword(database(), { ...reset, ...submission.value }));
  // Without a token, the page says that the link no longer works.
  if (outcome === "invalid_link") return redirect("/auth/reset", 303);
  const refuse = (status: number, message: string) => {
    const reply = submission.reply({
      hideFields: ["password"],
      fieldErrors: { password: [message] },
    });
    return data({ submission: reply }, { status });
  };
  if (outcome === "busy") return refuse(503, busyMessage);
  if (outcome === "weak_password") return refuse(400, weakPassword);
  return redirectWithToast(
    "/auth",
    toast("success", "Password changed", { message: messages[outcome] }),
  );
}

const messages = {
  changed: "You're signed out everywhere. Log in with your new password.",
  two_step_kept:
    "You're signed out everywhere. Log in with your new password, then check under Account that you know every app " +
    "and passkey there: they still work.",
  taken_over:
    "Your address was never confirmed, so this account is now yours alone. I removed its phone number, its " +
    "calendars and everyone else in the household. Add yours again.",
};

export default function ResetPassword() {
  const { isValid } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  if (!isValid) return <DeadLink />;
  return (
    <AccountPage heading="Choose a new password">
      <Toasts toast={failure} />
      <p>
        You&apos;ll be signed out everywhere, so log in again with the new one. If you use a
        calendar feed, its link changes too.
      </p>
      <NewPasswordForm
        lastResult={answer && "submission" in answer ? answer.submission : undefined}
      />
    </AccountPage>
  );
}

function DeadLink() {
  return (
    <AccountPage heading="This link no longer works">
      <p>
        Each link works once and expires after 30 minutes, and only the newest one counts. Nothing
        was changed.
      </p>
      <Link className="button-primary" to="/auth/forgot">
        Send me a new link
      </Link>
    </AccountPage>
  );
}

/** Posts to the page's own URL, which contains the token. */
function NewPasswordForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const [form, { password }] = useZodForm({ id: "reset", schema: newPassword, lastResult });
  return (
    <Form method="post" {...getFormProps(form)} className="stack">
      <PasswordField field={password} label="New password" kind="new" />
      <SubmitButton className="button-primary w-full" busyText="Saving...">
        Save new password
      </SubmitButton>
    </Form>
  );
}
