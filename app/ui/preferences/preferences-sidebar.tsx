import { Link, useLocation } from "@remix-run/react";
import { Icon } from "../icons/icon.tsx";
import { usePreferenceSections } from "./use-preference-sections.ts";

/** Only where there is room beside the page. */
export function PreferencesSidebar() {
  const sections = usePreferenceSections();
  const { pathname } = useLocation();
  return (
    <nav className="sidebar" aria-label="Preferences">
      {sections.map(({ to, label, icon }) => (
        <Link
          key={to}
          to={to}
          className="sidebar-item"
          aria-current={sectionOf(pathname) === sectionOf(to) ? "page" : undefined}
        >
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** "/preferences/family/invite" belongs to "family". */
const sectionOf = (path: string) => path.split("/")[2];
