import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData, Form } from "@remix-run/react";
import { nameAndRole, maxNameLength } from "#app/domain/accounts/profile/input.ts";
import { findProfile, saveNameAndRole } from "#app/domain/accounts/profile/profile.server.ts";
import { readForm, withTypedValues } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { RoleField } from "#app/ui/account/role-field.tsx";
import { TextField } from "#app/ui/kit/field.tsx";
import { SaveRow } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { WelcomePage } from "#app/ui/welcome/welcome-page.tsx";
import { database } from "#db/connection.server.ts";
import { findStep, finishQuestion } from "./next.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Who are you? · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { firstName, lastName, role } = await findProfile(database(), viewer.userId);
  const saved = { firstName: firstName ?? "", lastName: lastName ?? "", role };
  return {
    step: await findStep(viewer, "you"),
    you: await withTypedValues(viewer, args.request, saved),
  };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: Object.keys(nameAndRole.shape) });
  const submission = await readForm(args.request, nameAndRole);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { firstName = null, lastName = null, role } = submission.value;
  await saveNameAndRole(database(), viewer.userId, { firstName, lastName, role });
  return finishQuestion(viewer, "you");
}

export default function You() {
  const { step, you } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <WelcomePage
      question="you"
      step={step}
      heading="Who are you?"
      hint="Your family sees your name when you invite them or ask for help."
      answer={answer}
    >
      <YouForm you={you} lastResult={failureIn(answer) ? undefined : answer} />
    </WelcomePage>
  );
}

interface YouFormProps {
  you: Record<"firstName" | "lastName" | "role", string>;
  lastResult?: SubmissionResult<string[]>;
}

function YouForm({ you, lastResult }: YouFormProps) {
  const [form, fields] = useZodForm({
    id: "you",
    schema: nameAndRole,
    defaultValue: you,
    lastResult,
  });
  const nameProps = { type: "text", maxLength: maxNameLength, dir: "auto" } as const;
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <TextField
        field={fields.firstName}
        label="First Name"
        {...nameProps}
        autoComplete="given-name"
      />
      <TextField
        field={fields.lastName}
        label="Last Name"
        {...nameProps}
        autoComplete="family-name"
      />
      <RoleField field={fields.role} />
      <SaveRow>Next</SaveRow>
    </Form>
  );
}
