import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useNavigation } from "@remix-run/react";
import { requireViewer } from "#app/server/session.server.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { usePreferenceSections } from "#app/ui/preferences/use-preference-sections.ts";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { SignOutForm } from "#app/ui/shell/sign-out-form.tsx";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";
export { getOnly as action } from "#app/server/http-errors.server.ts";

export const meta: MetaFunction = () => [{ title: "Preferences · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireViewer(args);
  return null;
}

export default function Preferences() {
  return (
    <AppShell>
      <div className="form-page">
        <h1 className="page-title">Preferences</h1>
        <PreferencesMenu />
      </div>
    </AppShell>
  );
}

function PreferencesMenu() {
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
      <Link to="/deleted" className="text-link self-start">
        Recently deleted
      </Link>
      <Link to="/keyboard" className="text-link self-start">
        Keyboard
      </Link>
      <SignOutForm className="button-secondary w-full">
        <Icon name="log-out" />
        Sign out
      </SignOutForm>
    </nav>
  );
}
