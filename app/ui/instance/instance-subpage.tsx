import type { ReactNode } from "react";
import { PreferencesPage } from "../preferences/preferences-page.tsx";
import { ConfirmedButtonToast } from "../shell/confirmed-button.tsx";
import { failureToast, Toasts } from "../live/toast.tsx";

interface InstanceSubpageProps {
  heading: string;
  subtitle: string;
  /** The response to the page's own form. */
  answer?: unknown;
  children: ReactNode;
}

const instance = { to: "/preferences/instance", label: "Your Mila" };

export function InstanceSubpage({ heading, subtitle, answer, children }: InstanceSubpageProps) {
  return (
    <PreferencesPage back={instance}>
      <Toasts toast={failureToast(answer)} />
      <ConfirmedButtonToast />
      <h1 className="page-title">{heading}</h1>
      <p className="subject">{subtitle}</p>
      {children}
    </PreferencesPage>
  );
}
