import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, Form } from "@remix-run/react";
import { changeEmail } from "#app/domain/accounts/email/change-email.server.ts";
import { emailChange } from "#app/domain/accounts/profile/account-input.ts";
import { readForm, withTypedValues } from "#app/server/form.server.ts";
import { canSendEmail } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { AccountSubpage } from "#app/ui/account/account-subpage.tsx";
import { TextField } from "#app/ui/kit/field.tsx";
import { PasswordField } from "#app/ui/kit/password-field.tsx";
import { SaveRow } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { database } from "#db/connection.server.ts";
import { checkOwnPassword } from "./own-password.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Change email address · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const hint = canSendEmail
    ? "I'll send a link there. Your address changes once you confirm it."
    : "You'll use it to log in from now on.";
  return { hint, ...(await withTypedValues(viewer, args.request, { email: "" })) };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: ["email"] });
  const submission = await readForm(args.request, emailChange);
  const refuse = (status: number, fieldErrors?: Record<string, string[]>) =>
    data(submission.reply({ hideFields: ["password"], fieldErrors }), { status });
  if (submission.status !== "success") return refuse(400);
  const { email, password } = submission.value;
  const refusal = await checkOwnPassword(viewer, password, args);
  if (refusal) return refuse(refusal.status, { password: refusal.errors });
  const outcome = await changeEmail(
    database(),
    { ...viewer, email, ipAddress: args.context.ipAddress },
    canSendEmail,
  );
  if (outcome === "taken") return refuse(400, { email: ["This email is already registered"] });
  if (outcome === "too_often")
    return refuse(429, { email: ["Too many tries. Wait an hour, then try again."] });
  const result =
    outcome === "changed"
      ? toast("success", "Email address changed", { message: "You're signed out everywhere else." })
      : toast("success", "Check your email", { message: `Open the link I sent to ${email}.` });
  return redirectWithToast("/preferences/account", result);
}

export default function ChangeEmail() {
  const { email, hint } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AccountSubpage heading="Change email address" answer={answer}>
      <EmailForm email={email} hint={hint} lastResult={failureIn(answer) ? undefined : answer} />
    </AccountSubpage>
  );
}

interface EmailFormProps {
  email: string;
  hint: string;
  lastResult?: SubmissionResult<string[]>;
}

function EmailForm({ email: typed, hint, lastResult }: EmailFormProps) {
  const [form, { email, password }] = useZodForm({
    id: "email",
    schema: emailChange,
    defaultValue: { email: typed, password: "" },
    lastResult,
  });
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <TextField
        field={email}
        label="New email address"
        hint={hint}
        type="email"
        autoComplete="email"
        required
      />
      <PasswordField field={password} label="Your password" kind="current" />
      <SaveRow>Change email address</SaveRow>
    </Form>
  );
}
