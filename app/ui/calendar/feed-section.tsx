import { Icon } from "../icons/icon.tsx";
import { categories } from "#app/domain/core/limits.ts";
import type { Category } from "../tasks/category-icon.tsx";
import { useOwnsMila } from "../preferences/use-owns-mila.ts";
import { CopyLink } from "../kit/copy-link.tsx";
import { FeedForm } from "./feed-form.tsx";
import { FeedLinkButtons } from "./feed-link-buttons.tsx";

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
