import { ConfirmedButton } from "../shell/confirmed-button.tsx";

export function FeedLinkButtons() {
  return (
    <div className="feed-end">
      <p className="hint">
        Anyone with the link can see these tasks, but can&apos;t change them or see anything else.
      </p>
      <div className="row-actions">
        <ConfirmedButton
          label="Make a new link"
          question="The current link will stop working. Add the new one to every calendar that uses it."
          action="/preferences/calendar/feed/renew"
          confirmLabel="Make a new link"
        />
        <ConfirmedButton
          label="Turn off"
          question="The link will stop working. Calendars that use it will stop updating or become empty."
          action="/preferences/calendar/feed/end"
          confirmLabel="Turn off"
        />
      </div>
    </div>
  );
}
