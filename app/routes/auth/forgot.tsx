import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { AccountPage } from "#app/components/layout/account-page.tsx";
import { ForgotPasswordForm } from "#app/components/auth/forgot-password-form.tsx";
import { failureToast, Toasts } from "#app/components/ui/toast.tsx";
import { forgottenPassword } from "#app/domain/accounts/input.ts";
import { requestPasswordReset } from "#app/domain/accounts/credentials/password-reset.server.ts";
import { passwordResetLink } from "#app/domain/core/links.server.ts";
import { tooManyTries } from "./sign-in.server.ts";
import { readForm } from "#app/web/form.server.ts";
import { countedAs } from "#app/web/device.server.ts";
import { canSendEmail, linkBase } from "#app/web/instance.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotSignIn } from "./copy.ts";

export { shouldRevalidate } from "#app/client/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSignIn);

export const meta: MetaFunction = () => [{ title: "Forgot your password? · Mila" }];

export async function loader({ request }: LoaderFunctionArgs) {
  return { isRequested: new URL(request.url).searchParams.has("asked"), canSendEmail };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, forgottenPassword);
  if (submission.status !== "success")
    return data({ submission: submission.reply(), toast: undefined }, { status: 400 });
  const { email } = submission.value;
  const result = await requestPasswordReset(database(), {
    email,
    ipAddress: await countedAs({ request, email, ipAddress: context.ipAddress }),
    canSendEmail,
  });
  if (result.refused)
    return data({ submission: submission.reply(), toast: tooManyTries.toast }, { status: tooManyTries.status });
  // Without email, the administrator passes on the link.
  if (!canSendEmail && result.resetId) {
    context.logInfo({ passwordReset: passwordResetLink(linkBase(request), result.resetId) });
  }
  return redirect("/auth/forgot?asked=yes", 303);
}

export default function ForgotPassword() {
  const { isRequested, canSendEmail: isSetUp } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const requestedHeading = isSetUp ? "Check your email" : "Ask your administrator";
  return (
    <AccountPage heading={isRequested ? requestedHeading : "Forgot your password?"}>
      <Toasts toast={failureToast(answer) ?? answer?.toast} />
      {isRequested ? <RequestSent canSendEmail={isSetUp} /> : <RequestForm canSendEmail={isSetUp} answer={answer} />}
      <p className="text-center">
        <Link className="text-link" to="/auth">
          Back to log in
        </Link>
      </p>
    </AccountPage>
  );
}

function RequestForm({
  canSendEmail: isSetUp,
  answer,
}: {
  canSendEmail: boolean;
  answer: ReturnType<typeof useActionData<typeof action>>;
}) {
  return (
    <>
      {isSetUp ? (
        <p>It happens. I&apos;ll send you a link to choose a new one.</p>
      ) : (
        <p className="notice">
          Email isn&apos;t set up here yet. Get a link anyway: your administrator will find it in the log and can pass
          it on to you.
        </p>
      )}
      <ForgotPasswordForm lastResult={answer?.submission} />
    </>
  );
}

function RequestSent({ canSendEmail: isSetUp }: { canSendEmail: boolean }) {
  return (
    <div role="status" className="stack">
      {isSetUp ? (
        <p>If there&apos;s an account with this address, a link is on its way. It works for 30 minutes.</p>
      ) : (
        <p>
          If there&apos;s an account with this address, your administrator can now find a link in the log. It works for
          30 minutes.
        </p>
      )}
      <p>
        Didn&apos;t get it?{" "}
        <Link className="text-link" to="/auth/forgot">
          Try again
        </Link>
      </p>
    </div>
  );
}
