import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { type AuthMode, credentials, passwordLength } from "#app/domain/accounts/input.ts";
import { maxNameLength } from "#app/domain/accounts/profile/input.ts";
import { TextField } from "../kit/field.tsx";
import { PasswordField } from "../kit/password-field.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { signInActions } from "./auth-actions.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { ProviderForm } from "./provider-form.tsx";
import { usePreloadedActions } from "#app/ui/saving/preloaded-actions.ts";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";
import { useZodForm } from "../kit/use-zod-form.ts";

interface AuthFormProps {
  mode: AuthMode;
  /** True if nobody has an account here yet. */
  isFirst: boolean;
  /** The address in the link that led here. */
  email: string;
  redirectTo: string;
  hasGoogle: boolean;
  allowsPasskeys: boolean;
  /** The name of the identity provider, if one is set up. */
  oidcName: string | null;
  lastResult?: SubmissionResult<string[]>;
}

/** See the specification, section 2. */
export function AuthForm(props: AuthFormProps) {
  const { mode, isFirst, email, redirectTo, hasGoogle, allowsPasskeys, oidcName, lastResult } =
    props;
  const timeZone = useInBrowser(browserTimeZone, "");
  const isBusy = useNavigation().formAction?.split("?")[0] === "/auth";
  usePreloadedActions(signInActions);
  const [form, fields] = useZodForm({
    id: "auth",
    schema: credentials,
    defaultValue: { email, firstName: "", password: "" },
    lastResult,
  });
  const isSignUp = mode === "signup";
  return (
    <div className="card-panel">
      {isFirst && isSignUp && (
        <p className="notice mb-4">Create the first account. You will be the administrator.</p>
      )}
      {/* Specification, section 2: the button is always there. */}
      <div className={hasGoogle ? undefined : "not-set-up"}>
        <ProviderForm provider="Google" action="/auth/google" fields={{ redirectTo, timeZone }} />
        {!hasGoogle && <p className="hint">not set up here</p>}
      </div>
      {oidcName !== null && (
        <div className="mt-3">
          <ProviderForm provider={oidcName} action="/auth/oidc" fields={{ redirectTo, timeZone }} />
        </div>
      )}
      {allowsPasskeys && !isSignUp && (
        <PasskeyButton
          path="/auth/passkey"
          label="Log in with a passkey"
          fields={{ redirectTo, timeZone }}
        />
      )}
      <p className="or-divider">Or</p>
      <Form
        method="post"
        action={authPath(mode, redirectTo)}
        {...getFormProps(form)}
        className="stack"
      >
        <input type="hidden" name="mode" value={mode} />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <input type="hidden" name="timeZone" value={timeZone} />
        {isSignUp && (
          <TextField
            field={fields.firstName}
            label="First name (optional)"
            hint="So your family sees who invites and asks"
            autoComplete="given-name"
            maxLength={maxNameLength}
            dir="auto"
          />
        )}
        <TextField
          field={fields.email}
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
        />
        <PasswordField
          field={fields.password}
          label="Password"
          kind={isSignUp ? "new" : "current"}
          minLength={passwordLength.min}
        />
        <SubmitButton className="button-primary w-full" isBusy={isBusy} busyText="Loading...">
          {isSignUp ? "Sign Up" : "Log In"}
        </SubmitButton>
      </Form>
      <p className="auth-links">
        {!isSignUp && (
          <Link className="text-link" to="/auth/forgot">
            Forgot your password?
          </Link>
        )}
        <Link className="text-link" to={togglePath(isSignUp ? "login" : "signup", props)}>
          {isSignUp ? "Already have an account? Log in" : "Need an account? Sign up"}
        </Link>
      </p>
    </div>
  );
}

function authPath(mode: AuthMode, redirectTo: string): string {
  return `/auth?${new URLSearchParams({ ...(mode === "signup" && { mode }), redirectTo })}`;
}

/** If there is no account yet, /auth opens as sign-up. */
function togglePath(mode: AuthMode, { redirectTo, email, isFirst }: AuthFormProps): string {
  const path = isFirst
    ? `/auth?${new URLSearchParams({ mode, redirectTo })}`
    : authPath(mode, redirectTo);
  return email ? `${path}&${new URLSearchParams({ email })}` : path;
}

/** Without JavaScript, the server falls back to its own setting. */
function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
