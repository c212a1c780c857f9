import { Form, Link, useLocation, useRouteLoaderData } from "@remix-run/react";
import { LogOut, Menu, Monitor, Moon, Settings, Sun, Users } from "lucide-react";
import { SignOutForm } from "./sign-out-form.tsx";
import { useDismissable } from "#app/client/use-dismissable.ts";

const themes = [
  { theme: "light", label: "Light", Icon: Sun },
  { theme: "dark", label: "Dark", Icon: Moon },
  { theme: "system", label: "Match device", Icon: Monitor },
] as const;

export function ShellMenu() {
  const menu = useDismissable();
  const { pathname, search } = useLocation();
  const current = useRouteLoaderData<{ theme: string }>("root")?.theme;
  return (
    <details ref={menu} className="menu">
      <summary className="main-nav-item" aria-label="More: menu">
        <Menu className="icon" aria-hidden="true" />
        More
      </summary>
      <div className="menu-panel">
        <Form method="post" action="/theme" preventScrollReset>
          <input type="hidden" name="redirectTo" value={pathname + search} />
          <fieldset>
            <legend className="menu-legend">Appearance</legend>
            {themes.map(({ theme, label, Icon }) => (
              <button
                key={theme}
                type="submit"
                className="menu-item"
                name="theme"
                value={theme}
                aria-pressed={theme === current}
              >
                <Icon className="icon" aria-hidden="true" />
                {label}
              </button>
            ))}
          </fieldset>
        </Form>
        <Link to="/family" className="menu-item">
          <Users className="icon" aria-hidden="true" />
          Family Dashboard
        </Link>
        <Link to="/preferences" className="menu-item">
          <Settings className="icon" aria-hidden="true" />
          Preferences
        </Link>
        <SignOutForm className="menu-item">
          <LogOut className="icon" aria-hidden="true" />
          Sign out
        </SignOutForm>
      </div>
    </details>
  );
}
