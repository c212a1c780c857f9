import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "#app/ui/icons/icon.tsx";
import { AppShell } from "../shell/app-shell.tsx";
import { BackLink } from "../shell/back-link.tsx";
import { usePreferenceSections } from "./use-preference-sections.ts";

interface PreferencesPageProps {
  /** The parent page; null while every other page leads back here. */
  back?: { to: string; label: string } | null;
  children: ReactNode;
}

const menu = { to: "/preferences", label: "Preferences" };

export function PreferencesPage({ back = menu, children }: PreferencesPageProps) {
  return (
    <AppShell sidebar={back !== null && <PreferencesSidebar />}>
      <div className="form-page">
        {back && <BackLink to={back.to}>{back.label}</BackLink>}
        {children}
      </div>
    </AppShell>
  );
}

/** "/preferences/family/invite" belongs to "family". */
const sectionOf = (path: string) => path.split("/")[2];

/** Shown only if there is room beside the page. */
function PreferencesSidebar() {
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
