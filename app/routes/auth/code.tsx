import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { SecondStep } from "#app/ui/auth/second-step.tsx";
import { AccountPage } from "#app/ui/shell/account-page.tsx";
import { useButtonForms } from "#app/ui/shell/page-form.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";
import { secondStep } from "#app/domain/accounts/factors/input.ts";
import { checkCode } from "#app/server/sign-in/check-code.server.ts";
import { finishSecondStep, readPendingSignIn } from "#app/server/sign-in/first-step.server.ts";
import { readSteps } from "#app/server/sign-in/steps.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { couldNotSignIn } from "#app/ui/saving/sign-in-failures.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSignIn);

export const meta: MetaFunction = () => [{ title: "Your code · Mila" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const pending = await readPendingSignIn(request);
  if (!pending) throw redirect("/auth", 303);
  return readSteps(request, pending.userId);
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const submission = await readForm(request, secondStep);
  const pending = await readPendingSignIn(request);
  if (!pending)
    return redirectWithToast("/auth", toast("error", "Error", { message: "Please log in again." }));
  const hideFields = ["code"];
  if (submission.status !== "success")
    return data({ submission: submission.reply({ hideFields }) }, { status: 400 });
  const refusal = await checkCode(pending.userId, submission.value.code, args);
  if (!refusal) return finishSecondStep(args, pending);
  const reply = submission.reply({ hideFields, fieldErrors: { code: refusal.errors } });
  return data({ submission: reply }, { status: refusal.status });
}

export default function SecondStepPage() {
  const steps = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AccountPage heading={steps.isRecovery ? "Your recovery code" : "Your code"}>
      <Toasts toast={useButtonForms().failure ?? failureToast(answer)} />
      <SecondStep
        {...steps}
        passkeyPath="/auth/code/passkey"
        button="Log In"
        lastResult={answer && "submission" in answer ? answer.submission : undefined}
        leave={{ label: "Back to log in", path: "/auth" }}
      />
    </AccountPage>
  );
}
