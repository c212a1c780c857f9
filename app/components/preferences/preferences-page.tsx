import type { ReactNode } from "react";
import { AppShell } from "../layout/app-shell.tsx";
import { BackLink } from "../layout/back-link.tsx";
import { PreferencesSidebar } from "./preferences-sidebar.tsx";

interface PreferencesPageProps {
  /** The page above; null while every other page leads here. */
  back?: { to: string; label: string } | null;
  children: ReactNode;
}

export function PreferencesPage({ back, children }: PreferencesPageProps) {
  return (
    <AppShell sidebar={back !== null && <PreferencesSidebar />}>
      <div className="form-page">
        {back === undefined && (
          <div className="instead-of-sidebar">
            <BackLink to="/preferences">Preferences</BackLink>
          </div>
        )}
        {back && <BackLink to={back.to}>{back.label}</BackLink>}
        {children}
      </div>
    </AppShell>
  );
}
