import { Form, Link, useNavigation } from "@remix-run/react";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";

export function NewCodesForm({ left }: { left: number }) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post" className="card-panel stack">
      <p>
        You have {left} unused {left === 1 ? "code" : "codes"}. Mila can&apos;t show them again. If
        you no longer have them, make ten new ones: the old ones stop working.
      </p>
      <div className="button-row">
        <Link className="button-secondary" to="/preferences/account">
          Cancel
        </Link>
        <SubmitButton className="button-primary" isBusy={isBusy} busyText="Saving...">
          Make new codes
        </SubmitButton>
      </div>
    </Form>
  );
}
