import type { ReactNode } from "react";
import { AppShell } from "../layout/app-shell.tsx";
import { BackLink } from "../layout/back-link.tsx";
import { failureToast, Toasts } from "../ui/toast.tsx";

export function AccountSubpage({
  heading,
  answer,
  canGoBack = true,
  children,
}: {
  heading: string;
  answer: unknown;
  /** False while every other page leads here. */
  canGoBack?: boolean;
  children: ReactNode;
}) {
  return (
    <AppShell>
      <div className="form-page">
        <Toasts toast={failureToast(answer)} />
        {canGoBack && <BackLink to="/preferences/account">Account</BackLink>}
        <h1 className="page-title">{heading}</h1>
        {children}
      </div>
    </AppShell>
  );
}
