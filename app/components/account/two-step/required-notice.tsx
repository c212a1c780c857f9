import { Link } from "@remix-run/react";

export function RequiredNotice({ allowsPasskeys }: { allowsPasskeys: boolean }) {
  return (
    <p className="notice mb-4">
      The owner of this Mila asks everyone for a second step when signing in. Add yours to go on.
      {allowsPasskeys && (
        <>
          {" "}
          <Link className="text-link" to="/preferences/account/passkeys">
            Add a passkey instead
          </Link>
        </>
      )}
    </p>
  );
}
