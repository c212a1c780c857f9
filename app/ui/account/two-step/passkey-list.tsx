import { Link } from "@remix-run/react";

interface PasskeyListProps {
  passkeys: { id: string; name: string; addedOn: string; lastUsedOn: string | null }[];
}

export function PasskeyList({ passkeys }: PasskeyListProps) {
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
