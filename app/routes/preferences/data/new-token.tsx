import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { maxTokenName, maxTokens, newToken } from "#app/domain/tokens/input.ts";
import { makeToken } from "#app/domain/tokens/tokens.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { requireFullyConfirmed, requireFullyConfirmedForm } from "#app/server/confirmed.server.ts";
import { readForm, withTypedValues } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { Choices } from "#app/ui/kit/choices.tsx";
import { SelectField, TextField } from "#app/ui/kit/field.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { database } from "#db/connection.server.ts";
import { showToken } from "./shown-token.server.ts";

export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "New access token · Mila" }];

const thisPage = "/preferences/data/tokens";
const fields = Object.keys(newToken.shape);

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  await requireFullyConfirmed(viewer, thisPage);
  return withTypedValues(viewer, args.request, { name: "", access: "write", days: "365" });
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: fields });
  await requireFullyConfirmedForm(viewer, args.request, fields);
  const submission = await readForm(args.request, newToken);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const source = auditSource(args.context);
  const made = await makeToken(database(), viewer, submission.value, source);
  if (made === "too_many") {
    const tooMany = `You have ${maxTokens} access tokens, which is the most. Revoke one first.`;
    return data(submission.reply({ fieldErrors: { name: [tooMany] } }), { status: 400 });
  }
  return showToken(viewer.userId, made, toast("success", "Access token made"));
}

export default function NewAccessToken() {
  const values = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <SettingsPage
      heading="New access token"
      subtitle="Make one for each program, so that you can revoke it alone."
      back={{ to: "/preferences/data", label: "Apps & Data" }}
      answer={answer}
    >
      <TokenForm values={values} lastResult={failureIn(answer) ? undefined : answer} />
    </SettingsPage>
  );
}

const kindsOfAccess = [
  { value: "read", label: "See tasks", hint: "And lists, people and the week" },
  { value: "write", label: "See and change tasks", hint: "What you could undo yourself" },
  {
    value: "ask",
    label: "See and change tasks, and ask others",
    hint: "Messages to your family go out in your name",
  },
].map((choice) => ({ ...choice, isDisabled: false }));

interface TokenFormProps {
  values: { name: string; access: string; days: string };
  lastResult?: SubmissionResult<string[]>;
}

function TokenForm({ values, lastResult }: TokenFormProps) {
  const [form, { name, access, days }] = useZodForm({
    id: "token",
    schema: newToken,
    defaultValue: values,
    lastResult,
  });
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <TextField
        field={name}
        label="Name"
        hint="The program that will use it, for example Home Assistant"
        maxLength={maxTokenName}
        autoComplete="off"
        dir="auto"
        required
      />
      <Choices
        name={access.name}
        legend="What may it do?"
        chosen={access.initialValue ?? "write"}
        errors={access.errors}
        choices={kindsOfAccess}
      />
      <SelectField field={days} label="When does it end?">
        <option value="30">In 30 days</option>
        <option value="90">In 90 days</option>
        <option value="365">In a year</option>
      </SelectField>
      <div className="button-row">
        <Link className="button-secondary" to="/preferences/data">
          Cancel
        </Link>
        <SubmitButton className="button-primary" busyText="Saving...">
          Make the token
        </SubmitButton>
      </div>
    </Form>
  );
}
