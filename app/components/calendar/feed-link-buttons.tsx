import { ConfirmedButton } from "../ui/confirmed-button.tsx";

export function FeedLinkButtons() {
  return (
    <div className="feed-end">
      <p className="hint">Whoever has the link can read these tasks. It changes nothing, and shows nothing else.</p>
      <div className="row-actions">
        <ConfirmedButton
          label="Make a new link"
          question="The link of now stops working at once. Calendars that use it go on with the new one as soon as you give it to them."
          action="/preferences/calendar/feed/renew"
          confirm="Make a new link"
        />
        <ConfirmedButton
          label="Turn off"
          question="The link stops working at once, and calendars that use it stay as they are or become empty."
          action="/preferences/calendar/feed/end"
          confirm="Turn off"
        />
      </div>
    </div>
  );
}
