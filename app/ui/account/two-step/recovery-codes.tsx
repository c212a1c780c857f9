import { Link } from "@remix-run/react";

export function RecoveryCodes({ codes }: { codes: string[] }) {
  const file = `Recovery codes for Mila. Each works once.\n\n${codes.join("\n")}\n`;
  return (
    <div className="card-panel stack">
      <p>
        If you lose your phone, each of these codes signs you in once. Keep them somewhere safe: on
        paper or in a password manager. <b>Mila shows them only now.</b>
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="button-row">
        <a
          className="button-secondary"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="mila-recovery-codes.txt"
        >
          Save as a file
        </a>
        <Link className="button-primary" to="/preferences/account">
          Done
        </Link>
      </div>
    </div>
  );
}
