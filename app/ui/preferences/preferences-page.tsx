import type { ReactNode } from "react";
import { AppShell } from "../shell/app-shell.tsx";
import { BackLink } from "../shell/back-link.tsx";
import { PreferencesSidebar } from "./preferences-sidebar.tsx";

interface PreferencesPageProps {
  /** The page above; null while every other page leads here. */
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
