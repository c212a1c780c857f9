import { Link, useNavigation } from "@remix-run/react";
import { Icon } from "../icons/icon.tsx";
import { SignOutForm } from "../shell/sign-out-form.tsx";
import { usePreferenceSections } from "./use-preference-sections.ts";

export function PreferencesMenu() {
  const sections = usePreferenceSections();
  const opening = useNavigation().location?.pathname;
  return (
    <nav aria-label="Preferences" className="stack">
      <ul className="settings-menu">
        {sections.map(({ to, label, hint, icon }) => (
          <li key={to}>
            <Link to={to} className="settings-entry">
              <Icon name={icon} />
              <span className="grow">
                <span className="block font-bold">{label}</span>
                <span className="hint">{opening === to ? "Loading..." : hint}</span>
              </span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
      <SignOutForm className="button-secondary w-full">
        <Icon name="log-out" />
        Sign out
      </SignOutForm>
    </nav>
  );
}
