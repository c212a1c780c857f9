import { ChannelIcon, channelNames } from "./channel-icon.tsx";

interface DeliveryListProps {
  deliveries: {
    id: string;
    channel: keyof typeof channelNames;
    what: string;
    dueAt: string;
    day: string;
    state: string;
    hasFailed: boolean;
  }[];
}

export function DeliveryList({ deliveries }: DeliveryListProps) {
  return (
    <section className="settings-section" aria-labelledby="deliveries">
      <h2 id="deliveries" className="section-title">
        Messages
      </h2>
      {deliveries.length === 0 ? (
        <p className="empty">
          No messages yet. You&apos;ll see here what I sent and whether it arrived.
        </p>
      ) : (
        <ul className="task-list">
          {deliveries.map(({ id, channel, what, dueAt, day, state, hasFailed }) => (
            <li key={id} className="delivery">
              <ChannelIcon channel={channel} />
              <div className="min-w-0">
                <p className="line-clamp-2 font-semibold" dir="auto">
                  {what}
                </p>
                <p className="text-sm" data-failed={hasFailed || undefined}>
                  {state}
                </p>
                <p className="hint">
                  {channelNames[channel]}, <time dateTime={dueAt}>{day}</time>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
