import { Link, useLocation, Form, useRouteLoaderData } from "@remix-run/react";
import { useDismissable } from "../kit/use-dismissable.ts";
import { Icon } from "../icons/icon.tsx";
import { describeMails, useMailCount } from "./use-mail-count.ts";
import { SignOutForm } from "./sign-out-form.tsx";

const pages = [
  { to: "/dashboard", label: "Home", icon: "house" },
  { to: "/week", label: "Week", icon: "calendar-days" },
  { to: "/lists", label: "Lists", icon: "list-checks" },
  { to: "/family", label: "Family", icon: "users" },
] as const;

/** Shows a bar at the bottom of a phone, and links in the header of larger screens. */
export function MainNav() {
  const { pathname } = useLocation();
  return (
    <nav className="main-nav" aria-label="Main">
      {pages.map(({ to, label, icon }) => (
        <Link
          key={to}
          to={to}
          className="main-nav-item"
          aria-current={to === pathname || pathname.startsWith(`${to}/`) ? "page" : undefined}
          discover="none"
        >
          <Icon name={icon} />
          {label}
        </Link>
      ))}
      <ShellMenu />
    </nav>
  );
}

const themes = [
  { theme: "light", label: "Light", icon: "sun" },
  { theme: "dark", label: "Dark", icon: "moon" },
  { theme: "system", label: "Match device", icon: "monitor" },
] as const;

function ShellMenu() {
  const menu = useDismissable();
  const { pathname, search } = useLocation();
  const current = useRouteLoaderData<{ theme: string }>("root")?.theme;
  const mails = useMailCount();
  return (
    <details ref={menu} className="menu">
      <summary className="main-nav-item">
        <Icon name="menu" />
        More
        <span className="sr-only">: menu{mails > 0 && `, ${describeMails(mails)}`}</span>
        {mails > 0 && (
          <span className="nav-count" aria-hidden="true">
            {mails}
          </span>
        )}
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
        <Link to="/mail" className="menu-item">
          <Icon name="mail" />
          From school{mails > 0 && ` (${mails})`}
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
