import type { ReactNode } from "react";
import { AppShell } from "./app-shell.tsx";
import { ConfirmedButtonToast } from "../ui/confirmed-button.tsx";
import { BackLink } from "./back-link.tsx";
import { failureToast, Toasts } from "../ui/toast.tsx";

interface SettingsPageProps {
  heading: string;
  subtitle?: string;
  back?: keyof typeof backPages;
  answer: unknown;
  children: ReactNode;
}

const backPages = { "": "Preferences", "/notifications": "Notification Settings" };

export function SettingsPage({ heading, subtitle, back = "", answer, children }: SettingsPageProps) {
  return (
    <AppShell>
      <div className="form-page">
        <Toasts toast={failureToast(answer)} />
        <ConfirmedButtonToast />
        <BackLink to={`/preferences${back}`}>{backPages[back]}</BackLink>
        <h1 className="page-title">{heading}</h1>
        {subtitle && <p className="subject">{subtitle}</p>}
        {children}
      </div>
    </AppShell>
  );
}
