import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { CodeForm } from "#app/components/auth/code-form.tsx";
import { PasskeyButton } from "#app/components/auth/passkey-button.tsx";
import { AccountPage } from "#app/components/layout/account-page.tsx";
import { failureToast, Toasts } from "#app/components/ui/toast.tsx";
import { findSecondSteps } from "#app/domain/accounts/factors/factors.server.ts";
import { secondStep } from "#app/domain/accounts/factors/input.ts";
import { checkCode } from "#app/web/sign-in/check-code.server.ts";
import { finishSecondStep, readPendingSignIn } from "#app/web/sign-in/first-step.server.ts";
import { readPasskeySite } from "#app/web/sign-in/passkey-site.server.ts";
import { readForm } from "#app/web/form.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotSignIn } from "./copy.ts";

export { shouldRevalidate } from "#app/client/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSignIn);

export const meta: MetaFunction = () => [{ title: "Your code · Mila" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const pending = await readPendingSignIn(request);
  if (!pending) throw redirect("/auth", 303);
  const steps = await findSecondSteps(database(), pending.userId);
  return {
    hasPasskey: steps.passkey && readPasskeySite(request) !== null,
    hasApp: steps.authenticator,
    isRecovery: !steps.authenticator || new URL(request.url).searchParams.has("recovery"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const submission = await readForm(request, secondStep);
  const pending = await readPendingSignIn(request);
  if (!pending) return redirectWithToast("/auth", toast("error", "Error", { message: "Please log in again." }));
  const hideFields = ["code"];
  if (submission.status !== "success") return data({ submission: submission.reply({ hideFields }) }, { status: 400 });
  const refusal = await checkCode(pending.userId, submission.value.code, args);
  if (!refusal) return finishSecondStep(args, pending);
  const reply = submission.reply({ hideFields, fieldErrors: { code: refusal.errors } });
  return data({ submission: reply }, { status: refusal.status });
}

export default function SecondStep() {
  const { hasPasskey, hasApp, isRecovery } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AccountPage heading={isRecovery ? "Your recovery code" : "Your code"}>
      <Toasts toast={failureToast(answer)} />
      {hasPasskey && (
        <>
          <PasskeyButton path="/auth/code/passkey" label="Use a passkey" />
          <p className="or-divider">Or</p>
        </>
      )}
      <p>
        {isRecovery
          ? "Type one of the codes you saved when you turned on two-step sign-in. Each works once."
          : "Type the code that your authenticator app shows for Mila."}
      </p>
      <CodeForm
        key={String(isRecovery)}
        isRecovery={isRecovery}
        lastResult={answer && "submission" in answer ? answer.submission : undefined}
      />
      <p className="auth-links">
        {hasApp && (
          <Link className="text-link" to={isRecovery ? "/auth/code" : "/auth/code?recovery=yes"}>
            {isRecovery ? "Use the app instead" : "Use a recovery code"}
          </Link>
        )}
        <Link className="text-link" to="/auth">
          Back to log in
        </Link>
      </p>
    </AccountPage>
  );
}
