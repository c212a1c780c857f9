import { categories } from "#app/domain/core/limits.ts";
import { ConfirmedButton } from "#app/ui/shell/confirmed-button.tsx";
import { Icon } from "../icons/icon.tsx";
import { CopyLink } from "../kit/copy-link.tsx";
import { useOwnsMila } from "../preferences/use-owns-mila.ts";
import type { Category } from "../tasks/category-icon.tsx";
import { FeedForm } from "./feed-form.tsx";

interface FeedSectionProps {
  /** Null while turned off. */
  feed: { link: string; categories: Category[] } | null;
  isAtHome: boolean;
  maxEvents: number;
}

export function FeedSection({ feed, isAtHome, maxEvents }: FeedSectionProps) {
  const ownsMila = useOwnsMila();
  return (
    <section aria-labelledby="feed-heading" className="panel-section">
      <h2 id="feed-heading">Calendar feed</h2>
      <p className="hint">
        See your household&apos;s tasks in Apple Calendar, Google Calendar, Outlook or any other
        calendar. They stay up to date and bring your reminders along. A feed holds the{" "}
        {maxEvents.toLocaleString("en-US")} entries nearest to today.
      </p>
      <div className="card-panel stack">
        {isAtHome && (
          <p className="notice">
            Only devices on your home network can reach this Mila. Google Calendar and Outlook on
            the web need a public address.{" "}
            {ownsMila ? (
              <>
                Set <code>APP_URL</code> to it.
              </>
            ) : (
              "Ask Mila's owner for one."
            )}
          </p>
        )}
        {feed && <FeedLink link={feed.link} />}
        <FeedForm shown={feed?.categories ?? categories} isOn={feed !== null} />
        {feed && <FeedLinkButtons />}
      </div>
    </section>
  );
}

function FeedLink({ link }: { link: string }) {
  return (
    <>
      <CopyLink
        id="feed-link"
        label="Link for “Subscribe” or “From URL” in your calendar"
        link={link}
      />
      <a className="button-primary" href={link.replace(/^https?:/, "webcal:")}>
        <Icon name="calendar-plus" />
        Open in my calendar
      </a>
    </>
  );
}

function FeedLinkButtons() {
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
