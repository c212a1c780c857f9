import { Link } from "@remix-run/react";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { AppShell } from "./app-shell.tsx";
import { useDialog } from "./page-dialog.tsx";

/** A page that asks for one thing: in the product's frame, or in a dialog over the dashboard. */
export function FormPage({ title, children }: { title: string; children: ReactNode }) {
  const dialog = useDialog();
  const heading = (
    <h1 id="page-title" className="page-title">
      {title}
    </h1>
  );
  if (!dialog) {
    return (
      <AppShell>
        <div className="form-page">
          {heading}
          {children}
        </div>
      </AppShell>
    );
  }
  return (
    <>
      <div className="dialog-header">
        {heading}
        <button type="button" className="dialog-close" aria-label="Close" onClick={dialog.close}>
          <X className="icon" aria-hidden="true" />
        </button>
      </div>
      {children}
    </>
  );
}

/** Back to the dashboard without doing anything. */
export function LeaveLink({ children }: { children: ReactNode }) {
  const dialog = useDialog();
  if (!dialog) {
    return (
      <Link className="button-secondary" to="/dashboard">
        {children}
      </Link>
    );
  }
  return (
    <Link
      className="button-secondary"
      to="/dashboard"
      onClick={(event) => {
        event.preventDefault();
        dialog.close();
      }}
    >
      {children}
    </Link>
  );
}
