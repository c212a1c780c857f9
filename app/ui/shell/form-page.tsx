import { Link } from "@remix-run/react";
import { Icon } from "../icons/icon.tsx";
import type { ReactNode } from "react";
import { AppShell } from "./app-shell.tsx";
import { useDialog } from "./dialog.tsx";

interface FormPageProps {
  title: string;
  /** The task or person that the page is for. Screen readers hear it after the title. */
  about?: string;
  /** Hidden in a dialog. */
  back?: ReactNode;
  children: ReactNode;
}

export function FormPage({ title, about, back, children }: FormPageProps) {
  const dialog = useDialog();
  const heading = (
    <h1 id="page-title" className="page-title" dir="auto">
      {title}
      {about && <span className="sr-only">: {about}</span>}
    </h1>
  );
  if (!dialog) {
    return (
      <AppShell>
        <div className="form-page">
          {back}
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
          <Icon name="x" />
        </button>
      </div>
      {children}
    </>
  );
}

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
