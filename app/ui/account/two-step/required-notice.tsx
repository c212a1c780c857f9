import { Link } from "@remix-run/react";

export function RequiredNotice({ allowsPasskeys }: { allowsPasskeys: boolean }) {
  return (
    <div className="notice mb-4">
      <p>Mila&apos;s owner asks everyone for a second step at sign-in. Please add yours.</p>
      {allowsPasskeys && (
        <Link className="text-link" to="/preferences/account/passkeys">
          Add a passkey instead
        </Link>
      )}
    </div>
  );
}
