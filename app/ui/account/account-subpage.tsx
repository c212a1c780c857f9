import type { ReactNode } from "react";
import { PreferencesPage } from "../preferences/preferences-page.tsx";
import { failureToast, Toasts } from "../live/toast.tsx";

const account = { to: "/preferences/account", label: "Account" };

export function AccountSubpage({
  heading,
  answer,
  canGoBack = true,
  children,
}: {
  heading: string;
  answer: unknown;
  /** False while the user must stay here, because every other page leads back. */
  canGoBack?: boolean;
  children: ReactNode;
}) {
  return (
    <PreferencesPage back={canGoBack ? account : null}>
      <Toasts toast={failureToast(answer)} />
      <h1 className="page-title">{heading}</h1>
      {children}
    </PreferencesPage>
  );
}
