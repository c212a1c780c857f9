import { Form, Link, useNavigation } from "@remix-run/react";
import type { GoogleInWeek } from "#app/domain/calendar/input.ts";
import { Choices } from "../kit/choices.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { RefreshLink } from "../shell/refresh-link.tsx";

export interface GoogleInWeekProps {
  show: GoogleInWeek;
  /** Null while it is off. */
  state: string | null;
}

const choices = [
  { value: "off", label: "Off", hint: null },
  { value: "busy", label: "Only when I'm busy", hint: "Times, without titles" },
  { value: "titles", label: "With titles", hint: "Private events show only their time" },
].map((choice) => ({ ...choice, isDisabled: false }));

const action = "/preferences/calendar/google-in-week";

export function GoogleInWeekForm({ show, state }: GoogleInWeekProps) {
  const isBusy = useNavigation().formAction === action;
  return (
    <Form method="post" action={action} className="stack" preventScrollReset>
      <Choices
        name="show"
        legend="Show my Google calendar in the family's week"
        chosen={show}
        choices={choices}
      />
      <p className="hint">
        Everyone in your household sees it, as quiet lines in{" "}
        <Link to="/week" className="inline-link">
          Week
        </Link>
        . I read your main calendar. Tasks that I added to it don&apos;t show twice.
      </p>
      {state && (
        <div>
          <p>{state}</p>
          <RefreshLink to="/preferences/calendar" />
        </div>
      )}
      <div className="button-row">
        <SubmitButton className="button-secondary" isBusy={isBusy} busyText="Saving...">
          Save choice
        </SubmitButton>
      </div>
    </Form>
  );
}
