import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { ConfirmPage } from "#app/components/auth/confirm-page.tsx";
import { SecondStep } from "#app/components/auth/second-step.tsx";
import { useButtonForms } from "#app/components/ui/page-form.tsx";
import { failureToast } from "#app/components/ui/toast.tsx";
import { hasFactor } from "#app/domain/accounts/factors/factors.server.ts";
import { secondStep } from "#app/domain/accounts/factors/input.ts";
import { confirmStepPath, requireConfirmed, unconfirmedPath } from "#app/web/confirmed.server.ts";
import { readForm } from "#app/web/form.server.ts";
import { safeRedirectTo } from "#app/web/redirect-to.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { checkCode } from "#app/web/sign-in/check-code.server.ts";
import { readSteps } from "#app/web/sign-in/steps.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotConfirm } from "#app/client/saving/sign-in-failures.ts";
import { finishFullConfirmation } from "./outcome.server.ts";

export { shouldRevalidate } from "#app/client/navigation/should-revalidate.ts";

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
