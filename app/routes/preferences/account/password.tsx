import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, Form } from "@remix-run/react";
import { changePassword } from "#app/domain/accounts/credentials/change-password.server.ts";
import { weakPassword } from "#app/domain/accounts/input.ts";
import { passwordChange } from "#app/domain/accounts/profile/account-input.ts";
import { findFeedSettings } from "#app/domain/calendar/files/feed-settings.server.ts";
import { countTokens } from "#app/domain/tokens/tokens.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { renewedSessionCookie, requireViewer } from "#app/server/session.server.ts";
import { busyMessage, unlessBusy } from "#app/server/sign-in/unless-busy.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { AccountSubpage } from "#app/ui/account/account-subpage.tsx";
import { PasswordField } from "#app/ui/kit/password-field.tsx";
import { SaveRow } from "#app/ui/kit/submit-button.tsx";
import { Toggle } from "#app/ui/kit/toggle.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { database } from "#db/connection.server.ts";
import { checkOwnPassword } from "./own-password.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Change password · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireViewer(args);
  return { hasTokens: (await countTokens(database(), userId)) > 0 };
}

const signedOut = "You're signed out everywhere else.";

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args);
  const submission = await readForm(args.request, passwordChange);
  const refuse = (status: number, fieldErrors?: Record<string, string[]>) =>
    data(submission.reply({ hideFields: ["currentPassword", "newPassword"], fieldErrors }), {
      status,
    });
  if (submission.status !== "success") return refuse(400);
  const { currentPassword, newPassword: password, keepsTokens } = submission.value;
  const refusal = await checkOwnPassword(viewer, currentPassword, args);
  if (refusal) return refuse(refusal.status, { currentPassword: refusal.errors });
  const source = auditSource(args.context);
  const change = { password, keepsTokens: keepsTokens === "on" };
  const outcome = await unlessBusy(changePassword(database(), viewer.userId, change, source));
  if (outcome === "busy") return refuse(503, { newPassword: [busyMessage] });
  if (outcome === "weak_password") return refuse(400, { newPassword: [weakPassword] });
  const feed = await findFeedSettings(database(), viewer.userId);
  const message = feed ? `${signedOut} Your calendar feed has a new link.` : signedOut;
  const cookies = [await renewedSessionCookie(args, viewer)];
  return redirectWithToast(
    "/preferences/account",
    toast("success", "Password changed", { message }),
    cookies,
  );
}

export default function ChangePassword() {
  const { hasTokens } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AccountSubpage heading="Change password" answer={answer}>
      <PasswordForm hasTokens={hasTokens} lastResult={failureIn(answer) ? undefined : answer} />
    </AccountSubpage>
  );
}

interface PasswordFormProps {
  hasTokens: boolean;
  lastResult?: SubmissionResult<string[]>;
}

function PasswordForm({ hasTokens, lastResult }: PasswordFormProps) {
  const [form, { currentPassword, newPassword }] = useZodForm({
    id: "password",
    schema: passwordChange,
    lastResult,
  });
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <PasswordField field={currentPassword} label="Current password" kind="current" />
      <PasswordField field={newPassword} label="New password" kind="new" />
      {hasTokens && (
        <Toggle
          id="keepsTokens"
          name="keepsTokens"
          label="Keep my access tokens"
          hint="Off: programs that use one need a new one"
          defaultChecked={lastResult?.initialValue?.keepsTokens === "on"}
        />
      )}
      <SaveRow>Change password</SaveRow>
    </Form>
  );
}
