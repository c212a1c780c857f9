import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";

/** @param children explain what the removal means */
export function RemovalForm({ button, children }: { button: string; children: ReactNode }) {
  return (
    <Form method="post" className="card-panel stack">
      {children}
      <div className="button-row">
        <Link className="button-secondary" to="/preferences/account">
          Cancel
        </Link>
        <SubmitButton className="button-danger" busyText="Removing...">
          {button}
        </SubmitButton>
      </div>
    </Form>
  );
}
