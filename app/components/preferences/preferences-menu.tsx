import { Link, useNavigation } from "@remix-run/react";
import { ChevronRight, LogOut } from "lucide-react";
import { SignOutForm } from "../layout/sign-out-form.tsx";
import { usePreferenceSections } from "./use-preference-sections.ts";

export function PreferencesMenu() {
  const sections = usePreferenceSections();
  const opening = useNavigation().location?.pathname;
  return (
    <nav aria-label="Preferences" className="stack">
      <ul className="settings-menu">
        {sections.map(({ to, label, hint, Icon }) => (
          <li key={to}>
            <Link to={to} className="settings-entry">
              <Icon className="icon" aria-hidden="true" />
              <span className="grow">
                <span className="block font-bold">{label}</span>
                <span className="hint">{opening === to ? "Loading..." : hint}</span>
              </span>
              <ChevronRight className="icon" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      <SignOutForm className="button-secondary w-full">
        <LogOut className="icon" aria-hidden="true" />
        Sign out
      </SignOutForm>
    </nav>
  );
}
