import { Link } from "@remix-run/react";

interface TwoStepSignInProps {
  authenticatorSince: string | null;
  recoveryCodesLeft: number;
}

export function TwoStepSignIn({ authenticatorSince, recoveryCodesLeft }: TwoStepSignInProps) {
  if (authenticatorSince === null) {
    return (
      <>
        <p className="hint">
          Mila can also ask for a code from an app on your phone. Then nobody gets in with your password alone.
        </p>
        <p>
          <Link className="button-secondary" to="/preferences/account/authenticator">
            Add an authenticator app
          </Link>
        </p>
      </>
    );
  }
  return (
    <ul className="rows">
      <li className="row">
        <h3 className="row-name">Authenticator app</h3>
        <p className="row-facts">
          <span>Added {authenticatorSince}</span>
        </p>
        <p className="row-actions">
          <Link className="row-button" to="/preferences/account/authenticator/remove">
            Remove
          </Link>
        </p>
      </li>
      <li className="row">
        <h3 className="row-name">Recovery codes</h3>
        <p className="row-facts">
          <span>{recoveryCodesLeft} left</span>
        </p>
        <p className="row-actions">
          <Link className="row-button" to="/preferences/account/recovery-codes">
            Make new codes
          </Link>
        </p>
      </li>
    </ul>
  );
}
