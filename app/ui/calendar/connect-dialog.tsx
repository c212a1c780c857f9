import { usePreloadedActions } from "#app/ui/saving/preloaded-actions.ts";
import { connectActions } from "../auth/auth-actions.ts";
import { Icon } from "../icons/icon.tsx";
import { ButtonForm, useButtonForms } from "../shell/page-form.tsx";
import { SubmitButton } from "../kit/submit-button.tsx";
import { Toasts } from "../live/toast.tsx";

/** A native popover works without JavaScript and closes on Esc or a press outside. */
const popover = { popover: "auto" };
const openAttributes = { popovertarget: "connect-google" };
const closeAttributes = { ...openAttributes, popovertargetaction: "hide" };

const action = "/preferences/calendar/connect";

export function ConnectDialog({ isReconnect = false }: { isReconnect?: boolean }) {
  const { sending, failure } = useButtonForms();
  usePreloadedActions(connectActions);
  return (
    <>
      <p>
        <button type="button" className="button-primary" {...openAttributes}>
          {isReconnect ? "Reconnect" : "Connect Google Calendar"}
        </button>
      </p>
      <div
        {...popover}
        id="connect-google"
        role="dialog"
        aria-labelledby="connect-heading"
        className="dialog popover"
      >
        <div className="dialog-header">
          <h3 id="connect-heading" className="page-title">
            {isReconnect ? "Reconnect" : "Connect Google Calendar"}
          </h3>
          <button type="button" className="dialog-close" aria-label="Close" {...closeAttributes}>
            <Icon name="x" />
          </button>
        </div>
        <p>Google will ask you to share two things:</p>
        <ul className="reasons">
          <li>
            <b>Your name and email address</b>, so this page can show which account is connected.
          </li>
          <li>
            <b>Your calendars</b>, so Mila can add your tasks and keep them up to date. Please leave
            this box checked.
          </li>
        </ul>
        <p className="hint">
          Mila only changes the events it added, and looks at the rest only if you choose to show
          them in your family&apos;s week. You can disconnect at any time.
        </p>
        <ButtonForm action={action} className="button-row">
          <button type="button" className="button-secondary" {...closeAttributes}>
            Not now
          </button>
          <SubmitButton
            className="button-primary"
            isBusy={sending === action}
            busyText="Loading..."
          >
            Continue to Google
          </SubmitButton>
        </ButtonForm>
        {/* A popover covers the page's own toasts. */}
        <Toasts toast={failure} />
      </div>
    </>
  );
}
