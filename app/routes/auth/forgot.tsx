import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData, Form } from "@remix-run/react";
import { requestPasswordReset } from "#app/domain/accounts/credentials/password-reset.server.ts";
import { forgottenPassword } from "#app/domain/accounts/input.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { canSendEmail } from "#app/server/instance.server.ts";
import { findAttemptSource } from "#app/server/sign-in/device.server.ts";
import { unlessBusy } from "#app/server/sign-in/unless-busy.server.ts";
import { TextField } from "#app/ui/kit/field.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotSignIn } from "#app/ui/saving/sign-in-failures.ts";
import { AccountPage } from "#app/ui/shell/account-page.tsx";
import { database } from "#db/connection.server.ts";
import { tooManyAtOnce, tooManyTries } from "./sign-in.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSignIn);

export const meta: MetaFunction = () => [{ title: "Forgot your password? · Mila" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return { isRequested: new URL(request.url).searchParams.has("asked"), canSendEmail };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, forgottenPassword);
  if (submission.status !== "success")
    return data({ submission: submission.reply(), toast: undefined }, { status: 400 });
  if (!canSendEmail) return redirect("/auth/forgot", 303);
  const { email } = submission.value;
  const counted = await findAttemptSource({ request, email, ipAddress: context.ipAddress });
  const asked = requestPasswordReset(database(), {
    email,
    ...counted,
    source: auditSource(context),
  });
  const result = await unlessBusy(asked);
  if (result === "busy" || result.refused) {
    const { toast, status } = result === "busy" ? tooManyAtOnce : tooManyTries;
    return data({ submission: submission.reply(), toast }, { status });
  }
  return redirect("/auth/forgot?asked=yes", 303);
}

export default function ForgotPassword() {
  const { isRequested, canSendEmail: isSetUp } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AccountPage heading={isSetUp && isRequested ? "Check your email" : "Forgot your password?"}>
      <Toasts toast={failureToast(answer) ?? answer?.toast} />
      {!isSetUp && <AskOwner />}
      {isSetUp && isRequested && <RequestSent />}
      {isSetUp && !isRequested && (
        <>
          <p>It happens. I&apos;ll send you a link to choose a new one.</p>
          <ForgotPasswordForm lastResult={answer?.submission} />
        </>
      )}
      <p className="text-center">
        <Link className="text-link" to="/auth">
          Back to log in
        </Link>
      </p>
    </AccountPage>
  );
}

function AskOwner() {
  return (
    <>
      <p className="notice">Email isn&apos;t set up here yet, so I can&apos;t send you a link.</p>
      <p>
        Ask Mila&apos;s owner, who can make one for you: under Preferences, Your Mila, Accounts, or
        on Mila&apos;s computer with
      </p>
      <p className="wrap-anywhere">
        <code>npm run users -- reset-link you@example.com</code>
      </p>
      <p>The link lets you choose a new password. It works for 30 minutes.</p>
    </>
  );
}

function RequestSent() {
  return (
    <div role="status" className="stack">
      <p>
        If there&apos;s an account with this address, a link is on its way. It works for 30 minutes.
      </p>
      <p>
        Didn&apos;t get it?{" "}
        <Link className="text-link" to="/auth/forgot">
          Try again
        </Link>
      </p>
    </div>
  );
}

function ForgotPasswordForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const [form, { email }] = useZodForm({ id: "forgot", schema: forgottenPassword, lastResult });
  return (
    <Form method="post" {...getFormProps(form)} className="stack">
      <TextField
        field={email}
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
      />
      <SubmitButton className="button-primary w-full" busyText="Loading...">
        Get a link
      </SubmitButton>
    </Form>
  );
}
