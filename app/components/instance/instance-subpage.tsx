import type { ReactNode } from "react";
import { AppShell } from "../layout/app-shell.tsx";
import { BackLink } from "../layout/back-link.tsx";
import { ConfirmedButtonToast } from "../ui/confirmed-button.tsx";
import { failureToast, Toasts } from "../ui/toast.tsx";

interface InstanceSubpageProps {
  heading: string;
  subtitle: string;
  /** Of the page's own form. */
  answer?: unknown;
  children: ReactNode;
}

export function InstanceSubpage({ heading, subtitle, answer, children }: InstanceSubpageProps) {
  return (
    <AppShell>
      <div className="form-page">
        <Toasts toast={failureToast(answer)} />
        <ConfirmedButtonToast />
        <BackLink to="/preferences/instance">Your Mila</BackLink>
        <h1 className="page-title">{heading}</h1>
        <p className="subject">{subtitle}</p>
        {children}
      </div>
    </AppShell>
  );
}
