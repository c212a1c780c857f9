import { Link } from "@remix-run/react";

interface CredentialsProps {
  email: string;
  hasPassword: boolean;
  googleEmail: string | null;
  oidcEmail: string | null;
  /** The identity provider's name, if one is set up. */
  oidcName: string | null;
  /** Becomes the account's once its link is opened. */
  newAddress: { email: string; state: string } | null;
}

export function Credentials({ email, hasPassword, googleEmail, oidcEmail, oidcName, newAddress }: CredentialsProps) {
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
        <p className="notice">
          Your new address <b dir="auto">{newAddress.email}</b> waits until you open the link I sent there. The link:{" "}
          {newAddress.state}
        </p>
      )}
      {googleEmail !== null && (
        <p className="hint">
          You can sign in with Google as <span dir="auto">{googleEmail}</span>.
          {!hasPassword && " Choose a password to change your email address."}
        </p>
      )}
      {oidcEmail !== null && oidcName !== null && (
        <p className="hint">
          You can sign in with {oidcName} as <span dir="auto">{oidcEmail}</span>.
          {!hasPassword && googleEmail === null && " Choose a password to change your email address."}
        </p>
      )}
    </>
  );
}
