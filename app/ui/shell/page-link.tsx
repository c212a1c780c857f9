import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

/** Leads to the next page of a long list. */
export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="mt-4">
      <Link to={to} className="button-secondary">
        {children}
      </Link>
    </p>
  );
}
