import { Link } from "@remix-run/react";
import { nobodyToAsk } from "./copy.ts";

export function NobodyToAsk() {
  return (
    <div className="card-panel stack">
      <p>{nobodyToAsk}</p>
      <Link className="button-primary" to="/preferences/family">
        Add Family Member
      </Link>
    </div>
  );
}
