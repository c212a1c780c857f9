import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { ConfirmPage } from "#app/ui/auth/confirm-page.tsx";
import { SecondStep } from "#app/ui/auth/second-step.tsx";
import { useButtonForms } from "#app/ui/shell/page-form.tsx";
import { failureToast } from "#app/ui/live/toast.tsx";
import { hasFactor } from "#app/domain/accounts/factors/factors.server.ts";
import { secondStep } from "#app/domain/accounts/factors/input.ts";
import {
  confirmStepPath,
  requireConfirmed,
  unconfirmedPath,
} from "#app/server/confirmed.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { safeRedirectTo } from "#app/server/redirect-to.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { checkCode } from "#app/server/sign-in/check-code.server.ts";
import { readSteps } from "#app/server/sign-in/steps.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotConfirm } from "#app/ui/saving/sign-in-failures.ts";
import { finishFullConfirmation } from "./outcome.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotConfirm);

export const meta: MetaFunction = () => [{ title: "Confirm it's you · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, redirectTo } = await requirePassword(args);
  const steps = await readSteps(args.request, viewer.userId);
  return { ...steps, redirectTo, notNow: unconfirmedPath(redirectTo) };
}

export async function action(args: ActionFunctionArgs) {
  const { viewer, redirectTo } = await requirePassword(args);
  const submission = await readForm(args.request, secondStep);
  const hideFields = ["code"];
  if (submission.status !== "success")
    return data(submission.reply({ hideFields }), { status: 400 });
  const refusal = await checkCode(viewer.userId, submission.value.code, args);
  if (!refusal) return finishFullConfirmation(viewer, redirectTo);
  return data(submission.reply({ hideFields, fieldErrors: { code: refusal.errors } }), {
    status: refusal.status,
  });
}

/** The second step comes after the password. */
async function requirePassword(args: LoaderFunctionArgs) {
  const redirectTo = safeRedirectTo(new URL(args.request.url).searchParams.get("redirectTo"));
  const isForm = args.request.method === "POST";
  const viewer = await requireViewer(args, isForm ? { returnTo: confirmStepPath(redirectTo) } : {});
  if (!(await hasFactor(database(), viewer.userId))) throw redirect(redirectTo, 303);
  requireConfirmed(viewer, confirmStepPath(redirectTo));
  return { viewer, redirectTo };
}

export default function ConfirmSecondStep() {
  const { redirectTo, notNow, ...steps } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const failure = failureToast(answer);
  return (
    <ConfirmPage failure={useButtonForms().failure ?? failure}>
      <p>
        To keep your account safe, please take your second step again. Nothing you typed is lost.
      </p>
      <SecondStep
        {...steps}
        redirectTo={redirectTo}
        passkeyPath="/auth/confirm/code/passkey"
        button="Confirm"
        lastResult={failure ? undefined : answer}
        leave={{ label: "Not now", path: notNow }}
      />
    </ConfirmPage>
  );
}
