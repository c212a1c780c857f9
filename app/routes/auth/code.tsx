import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { CodeForm } from "#app/components/auth/code-form.tsx";
import { AccountPage } from "#app/components/layout/account-page.tsx";
import { failureToast, Toasts } from "#app/components/ui/toast.tsx";
import { secondStep } from "#app/domain/accounts/factors/input.ts";
import { checkCode } from "#app/web/sign-in/check-code.server.ts";
import { finishSecondStep, readPendingSignIn } from "#app/web/sign-in/first-step.server.ts";
import { readForm } from "#app/web/form.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { couldNotSignIn } from "./copy.ts";

export { shouldRevalidate } from "#app/client/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSignIn);

export const meta: MetaFunction = () => [{ title: "Your code · Mila" }];

export async function loader({ request }: LoaderFunctionArgs) {
  if (!(await readPendingSignIn(request))) throw redirect("/auth", 303);
  return { isRecovery: new URL(request.url).searchParams.has("recovery") };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await readForm(request, secondStep);
  const pending = await readPendingSignIn(request);
  if (!pending) return redirectWithToast("/auth", toast("error", "Error", { message: "Please log in again." }));
  const hideFields = ["code"];
  if (submission.status !== "success") return data({ submission: submission.reply({ hideFields }) }, { status: 400 });
  const refusal = await checkCode(pending.userId, submission.value.code, context);
  if (!refusal) return finishSecondStep(request, pending);
  const reply = submission.reply({ hideFields, fieldErrors: { code: refusal.errors } });
  return data({ submission: reply }, { status: refusal.status });
}

export default function SecondStep() {
  const { isRecovery } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AccountPage heading={isRecovery ? "Your recovery code" : "Your code"}>
      <Toasts toast={failureToast(answer)} />
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
        <Link className="text-link" to={isRecovery ? "/auth/code" : "/auth/code?recovery=yes"}>
          {isRecovery ? "Use the app instead" : "Use a recovery code"}
        </Link>
        <Link className="text-link" to="/auth">
          Back to log in
        </Link>
      </p>
    </AccountPage>
  );
}
