import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { mailboxInput } from "#app/domain/mail/input.ts";
import { TextField } from "../kit/field.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { useZodForm } from "../kit/use-zod-form.ts";

interface MailboxFormProps {
  values: Record<"address" | "folder" | "server", string>;
  lastResult?: SubmissionResult<string[]>;
}

export function MailboxForm({ values, lastResult }: MailboxFormProps) {
  const [form, { address, password, folder, server }] = useZodForm({
    id: "mailbox",
    schema: mailboxInput,
    defaultValue: { ...values, password: "" },
    lastResult,
    shouldRevalidate: "onSubmit",
  });
  const asTyped = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
  return (
    <Form method="post" {...getFormProps(form)} className="card-panel stack">
      <TextField
        field={address}
        label="Address of the mailbox"
        placeholder="nora@example.com"
        inputMode="email"
        {...asTyped}
        required
      />
      <TextField
        field={password}
        label="Its password, or an app password"
        hint="Kept encrypted, and shown to nobody."
        type="password"
        autoComplete="new-password"
        required
      />
      <TextField field={folder} label="Folder" {...asTyped} dir="auto" />
      <TextField
        field={server}
        label="Server (optional)"
        hint="I know those of most providers. If yours isn't found, enter its IMAP server."
        placeholder="imap.example.com"
        inputMode="url"
        {...asTyped}
      />
      <div className="button-row">
        <SubmitButton className="button-primary" busyText="Trying it...">
          Add
        </SubmitButton>
      </div>
    </Form>
  );
}
