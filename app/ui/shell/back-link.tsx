import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="back-link">
      <Icon name="arrow-left" />
      {children}
    </Link>
  );
}
