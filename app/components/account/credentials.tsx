import { Link } from "@remix-run/react";

interface CredentialsProps {
  email: string;
  hasPassword: boolean;
  googleEmail: string | null;
  /** Becomes the account's once its link is opened. */
  newAddress: { email: string; state: string } | null;
}

export function Credentials({ email, hasPassword, googleEmail, newAddress }: CredentialsProps) {
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
          <Link className="row-button" to={hasPassword ? "/preferences/account/password" : "/auth/forgot"}>
            {hasPassword ? "Change password" : "Choose a password"}
          </Link>
        </p>
      </div>
      {newAddress && (
        <div className="notice">
          <p>
            Your address changes to <b dir="auto">{newAddress.email}</b> once you open the link in my email there.
          </p>
          <p className="hint">The email: {newAddress.state}</p>
        </div>
      )}
      {googleEmail !== null && (
        <p className="hint">
          You can sign in with Google as <span dir="auto">{googleEmail}</span>.
          {!hasPassword && " Choose a password to change your email address."}
        </p>
      )}
    </>
  );
}
