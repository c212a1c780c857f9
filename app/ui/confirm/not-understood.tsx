import { Form, useLocation } from "@remix-run/react";
import { FormPage, LeaveLink } from "../shell/form-page.tsx";
import { type Toast, Toasts } from "../live/toast.tsx";

export function NotUnderstood({ failure }: { failure?: Toast }) {
  const { search, state } = useLocation();
  const text = new URLSearchParams(search).get("text") ?? "";
  return (
    <FormPage title="Is this right?">
      <Toasts toast={failure} />
      <p className="subject" dir="auto">
        {text}
      </p>
      <Form action="/tasks/confirm" state={state} replace preventScrollReset>
        <input type="hidden" name="text" value={text} />
        <div className="button-row">
          <LeaveLink>Cancel</LeaveLink>
          <button type="submit" className="button-primary">
            Try again
          </button>
        </div>
      </Form>
    </FormPage>
  );
}
