import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { PreferencesPage } from "../preferences/preferences-page.tsx";
import { ConfirmedButtonToast } from "../shell/confirmed-button.tsx";
import { familyActions } from "./family-actions.ts";
import { usePreloadedActions } from "#app/ui/saving/preloaded-actions.ts";

const tabs = [
  { to: "/preferences/family/members", label: "Members" },
  { to: "/preferences/family/invite", label: "Invite" },
] as const;

export function FamilyPage({
  tab,
  children,
}: {
  tab: (typeof tabs)[number]["label"];
  children: ReactNode;
}) {
  usePreloadedActions(familyActions);
  return (
    <PreferencesPage>
      <ConfirmedButtonToast />
      <h1 className="page-title">Family &amp; Household</h1>
      <nav className="tabs" aria-label="Family & Household">
        {tabs.map(({ to, label }) => (
          <Link key={to} to={to} className="tab" aria-current={label === tab ? "page" : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </PreferencesPage>
  );
}
