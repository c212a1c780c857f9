import { Link, useLocation } from "@remix-run/react";
import { Icon } from "../icons/icon.tsx";
import { ShellMenu } from "./shell-menu.tsx";

const pages = [
  { to: "/dashboard", label: "Home", icon: "house" },
  { to: "/family?filter=week", label: "Week", icon: "calendar-days" },
  { to: "/family", label: "Family", icon: "users" },
] as const;

/** A bar at the bottom of a phone, links in the header of larger screens. */
export function MainNav() {
  const { pathname, search } = useLocation();
  const isWeek = new URLSearchParams(search).get("filter") === "week";
  const current = pathname === "/family" && isWeek ? "/family?filter=week" : pathname;
  return (
    <nav className="main-nav" aria-label="Main">
      {pages.map(({ to, label, icon }) => (
        <Link
          key={to}
          to={to}
          className="main-nav-item"
          aria-current={to === current ? "page" : undefined}
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
