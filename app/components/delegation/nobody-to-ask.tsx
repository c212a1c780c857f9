import { Link } from "@remix-run/react";

/** Specification, section 5. */
export function NobodyToAsk() {
  return (
    <div className="card-panel stack">
      <p>No spouse or partner added yet</p>
      <Link className="button-primary" to="/preferences/family">
        Add Family Member
      </Link>
    </div>
  );
}
