import { Form, Link, useLocation, useRouteLoaderData } from "@remix-run/react";
import { Icon } from "../icons/icon.tsx";
import { SignOutForm } from "./sign-out-form.tsx";
import { useDismissable } from "#app/ui/kit/use-dismissable.ts";

const themes = [
  { theme: "light", label: "Light", icon: "sun" },
  { theme: "dark", label: "Dark", icon: "moon" },
  { theme: "system", label: "Match device", icon: "monitor" },
] as const;

export function ShellMenu() {
  const menu = useDismissable();
  const { pathname, search } = useLocation();
  const current = useRouteLoaderData<{ theme: string }>("root")?.theme;
  return (
    <details ref={menu} className="menu">
      <summary className="main-nav-item" aria-label="More: menu">
        <Icon name="menu" />
        More
      </summary>
      <div className="menu-panel">
        <Form method="post" action="/theme" preventScrollReset>
          <input type="hidden" name="redirectTo" value={pathname + search} />
          <fieldset>
            <legend className="menu-legend">Appearance</legend>
            {themes.map(({ theme, label, icon }) => (
              <button
                key={theme}
                type="submit"
                className="menu-item"
                name="theme"
                value={theme}
                aria-pressed={theme === current}
              >
                <Icon name={icon} />
                {label}
              </button>
            ))}
          </fieldset>
        </Form>
        <Link to="/family" className="menu-item">
          <Icon name="users" />
          Family Dashboard
        </Link>
        <Link to="/preferences" className="menu-item">
          <Icon name="settings" />
          Preferences
        </Link>
        <SignOutForm className="menu-item">
          <Icon name="log-out" />
          Sign out
        </SignOutForm>
      </div>
    </details>
  );
}
