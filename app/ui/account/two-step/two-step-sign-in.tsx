import { Link } from "@remix-run/react";

interface TwoStepSignInProps {
  factors: {
    authenticatorSince: string | null;
    passkeys: { id: string; name: string; addedOn: string; lastUsedOn: string | null }[];
    recoveryCodesLeft: number;
  };
  /** False where browsers do not allow passkeys. */
  allowsPasskeys: boolean;
}

export function TwoStepSignIn({ factors, allowsPasskeys }: TwoStepSignInProps) {
  const { authenticatorSince, passkeys, recoveryCodesLeft } = factors;
  const isOn = authenticatorSince !== null || passkeys.length > 0;
  return (
    <>
      {!isOn && (
        <p className="hint">
          Besides your password, Mila can ask for a code from your phone or for a passkey. Then
          nobody gets in with your password alone.
        </p>
      )}
      {isOn && (
        <ul className="rows">
          {authenticatorSince !== null && (
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
          )}
          <PasskeyList passkeys={passkeys} />
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
      )}
      <p className="factor-buttons">
        {authenticatorSince === null && (
          <Link className="button-secondary" to="/preferences/account/authenticator">
            Add an authenticator app
          </Link>
        )}
        {allowsPasskeys && (
          <Link className="button-secondary" to="/preferences/account/passkeys">
            Add a passkey
          </Link>
        )}
      </p>
      {!allowsPasskeys && (
        <p className="hint">
          There are no passkeys here: browsers allow them only at addresses that start with https://
          and aren&apos;t numbers.
        </p>
      )}
    </>
  );
}

interface PasskeyListProps {
  passkeys: { id: string; name: string; addedOn: string; lastUsedOn: string | null }[];
}

function PasskeyList({ passkeys }: PasskeyListProps) {
  return passkeys.map(({ id, name, addedOn, lastUsedOn }) => (
    <li key={id} className="row">
      <h3 className="row-name" dir="auto">
        {name}
      </h3>
      <p className="row-facts">
        <span>Passkey, added {addedOn}</span>
        {lastUsedOn && <span>Last used {lastUsedOn}</span>}
      </p>
      <p className="row-actions">
        <Link
          className="row-button"
          to={`/preferences/account/passkeys/${id}/remove`}
          aria-label={`Remove ${name}`}
        >
          Remove
        </Link>
      </p>
    </li>
  ));
}
