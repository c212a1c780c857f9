import { Link, useLocation } from "@remix-run/react";
import { CalendarDays, House, Users } from "lucide-react";
import { ShellMenu } from "./shell-menu.tsx";

const pages = [
  { to: "/dashboard", label: "Home", Icon: House },
  { to: "/family?filter=week", label: "Week", Icon: CalendarDays },
  { to: "/family", label: "Family", Icon: Users },
];

/** A bar at the bottom of a phone, links in the header of larger screens. */
export function MainNav() {
  const { pathname, search } = useLocation();
  const isWeek = new URLSearchParams(search).get("filter") === "week";
  const current = pathname === "/family" && isWeek ? "/family?filter=week" : pathname;
  return (
    <nav className="main-nav" aria-label="Main">
      {pages.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          className="main-nav-item"
          aria-current={to === current ? "page" : undefined}
          discover="none"
        >
          <Icon className="icon" aria-hidden="true" />
          {label}
        </Link>
      ))}
      <ShellMenu />
    </nav>
  );
}
