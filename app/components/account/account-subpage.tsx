import type { ReactNode } from "react";
import { AppShell } from "../app-shell.tsx";
import { BackLink } from "../back-link.tsx";
import { failureToast, Toasts } from "../toast.tsx";

/** A page for one thing about the account. @param answer what the page's action answered */
export function AccountSubpage({
  heading,
  answer,
  children,
}: {
  heading: string;
  answer: unknown;
  children: ReactNode;
}) {
  return (
    <AppShell>
      <div className="form-page">
        <Toasts toast={failureToast(answer)} />
        <BackLink to="/preferences/account">Account</BackLink>
        <h1 className="page-title">{heading}</h1>
        {children}
      </div>
    </AppShell>
  );
}
