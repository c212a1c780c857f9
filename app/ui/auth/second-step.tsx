import { type SubmissionResult, getFormProps } from "@conform-to/react";
import { Link, Form } from "@remix-run/react";
import { secondStep } from "#app/domain/accounts/factors/input.ts";
import { TextField } from "#app/ui/kit/field.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { PasskeyButton } from "./passkey-button.tsx";

interface SecondStepProps {
  hasPasskey: boolean;
  hasApp: boolean;
  isRecovery: boolean;
  passkeyPath: "/auth/code/passkey" | "/auth/confirm/code/passkey";
  button: string;
  /** The page to return to after a confirmation. */
  redirectTo?: string;
  lastResult?: SubmissionResult<string[]>;
  leave: { label: string; path: string };
}

/** Asks for a code, a recovery code or a passkey. */
export function SecondStep({
  hasPasskey,
  hasApp,
  isRecovery,
  passkeyPath,
  button,
  redirectTo,
  lastResult,
  leave,
}: SecondStepProps) {
  const fields: Record<string, string> = redirectTo === undefined ? {} : { redirectTo };
  const other = new URLSearchParams(isRecovery ? fields : { ...fields, recovery: "yes" });
  return (
    <>
      {hasPasskey && (
        <>
          <PasskeyButton
            path={passkeyPath}
            label="Use a passkey"
            fields={fields}
            missing="This browser knows no passkeys. Use a newer one, or another device."
          />
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
        button={button}
        lastResult={lastResult}
      />
      <p className="auth-links">
        {hasApp && (
          <Link className="text-link" to={`?${other}`}>
            {isRecovery ? "Use the app instead" : "Use a recovery code"}
          </Link>
        )}
        <Link className="text-link" to={leave.path}>
          {leave.label}
        </Link>
      </p>
    </>
  );
}

interface CodeFormProps {
  /** Recovery codes contain letters too. */
  isRecovery: boolean;
  button: string;
  lastResult?: SubmissionResult<string[]>;
}

function CodeForm({ isRecovery, button, lastResult }: CodeFormProps) {
  const [form, { code }] = useZodForm({ id: "code", schema: secondStep, lastResult });
  return (
    <Form method="post" {...getFormProps(form)} className="stack">
      {isRecovery ? (
        <TextField
          field={code}
          label="Recovery code"
          hint="Such as abcd-2345-efgh"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      ) : (
        <TextField
          field={code}
          label="Code"
          hint="Six digits"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
      )}
      <SubmitButton className="button-primary w-full" busyText="Loading...">
        {button}
      </SubmitButton>
    </Form>
  );
}
