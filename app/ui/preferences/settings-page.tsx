import type { ReactNode } from "react";
import { ConfirmedButtonToast } from "../shell/confirmed-button.tsx";
import { PreferencesPage } from "./preferences-page.tsx";
import { failureToast, Toasts } from "../live/toast.tsx";

interface SettingsPageProps {
  heading: string;
  subtitle?: string;
  back?: { to: string; label: string };
  answer: unknown;
  children: ReactNode;
}

export function SettingsPage({ heading, subtitle, back, answer, children }: SettingsPageProps) {
  return (
    <PreferencesPage back={back}>
      <Toasts toast={failureToast(answer)} />
      <ConfirmedButtonToast />
      <h1 className="page-title">{heading}</h1>
      {subtitle && <p className="subject">{subtitle}</p>}
      {children}
    </PreferencesPage>
  );
}
