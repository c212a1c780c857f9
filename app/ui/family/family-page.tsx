import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { couldNotInvite, couldNotRemove } from "#app/ui/saving/family-failures.ts";
import { usePreloadedActions, routeActions } from "#app/ui/saving/preloaded-actions.ts";
import { PreferencesPage } from "../preferences/preferences-page.tsx";
import { ConfirmedButtonToast } from "../shell/confirmed-button.tsx";

const family = (names: string[], action = createClientAction()) =>
  routeActions("routes/preferences/family", names, action);

export const familyActions = {
  ...family(["hand-over", "leave", "revoke-invitation"]),
  ...family(["remove", "delete-member"], createClientAction(couldNotRemove)),
  ...family(["resend-invitation"], createClientAction(couldNotInvite)),
};

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
