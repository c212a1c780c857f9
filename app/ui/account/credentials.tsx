import { Link } from "@remix-run/react";
import { ConfirmedButton } from "../shell/confirmed-button.tsx";

interface CredentialsProps {
  email: string;
  hasPassword: boolean;
  googleEmail: string | null;
  /** The account at the user's own identity provider. */
  oidc: { name: string; email: string } | null;
  /** A new address, which replaces the account's once its link is opened. */
  newAddress: { email: string; state: string } | null;
}

export function Credentials({
  email,
  hasPassword,
  googleEmail,
  oidc,
  newAddress,
}: CredentialsProps) {
  return (
    <>
      <div className="row">
        <p className="row-name">{email}</p>
        <p className="row-actions">
          {hasPassword && (
            <Link className="row-button" to="/preferences/account/email">
              Change email address
            </Link>
          )}
          <Link
            className="row-button"
            to={hasPassword ? "/preferences/account/password" : "/auth/forgot"}
          >
            {hasPassword ? "Change password" : "Choose a password"}
          </Link>
        </p>
      </div>
      {newAddress && (
        <div className="notice">
          <p>
            Your address changes to <b dir="auto">{newAddress.email}</b> once you open the link in
            my email there.
          </p>
          <p className="hint">The email: {newAddress.state}</p>
        </div>
      )}
      {googleEmail !== null && (
        <LinkedProvider
          provider="google"
          name="Google"
          email={googleEmail}
          canRemove={hasPassword}
        />
      )}
      {oidc && <LinkedProvider provider="oidc" {...oidc} canRemove={hasPassword} />}
      {!hasPassword && (
        <p className="hint">Choose a password to change your email address or how you sign in.</p>
      )}
    </>
  );
}

interface LinkedProviderProps {
  provider: "google" | "oidc";
  name: string;
  email: string;
  canRemove: boolean;
}

function LinkedProvider({ provider, name, email, canRemove }: LinkedProviderProps) {
  return (
    <div className="row">
      <p className="row-name">{name}</p>
      <p className="row-facts">
        <span dir="auto">{email}</span>
      </p>
      {canRemove && (
        <div className="row-actions">
          <ConfirmedButton
            label="Remove"
            question={`You won't be able to sign in with ${name}. Your password still works.`}
            action={`/preferences/account/sign-in/${provider}/unlink`}
            confirmLabel={`Stop signing in with ${name}`}
          />
        </div>
      )}
    </div>
  );
}
