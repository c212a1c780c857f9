import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ArrowLeft } from "lucide-react";

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="back-link">
      <ArrowLeft className="icon" aria-hidden="true" />
      {children}
    </Link>
  );
}
