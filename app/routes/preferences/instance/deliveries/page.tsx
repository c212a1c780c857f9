import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, Form, Link } from "@remix-run/react";
import { z } from "zod";
import { channelFacts } from "#app/channels.ts";
import { instanceOrigin } from "#app/config/instance-origin.server.ts";
import { formatDue, formatTime, nowIso } from "#app/domain/core/time.ts";
import { countAllHeld } from "#app/domain/lifecycle/held-sources.server.ts";
import { findHeld } from "#app/domain/instance/restored-backup.server.ts";
import { listPauses } from "#app/domain/outbox/channels/pauses/pause-list.server.ts";
import {
  chargedDays,
  countChargedMessages,
} from "#app/domain/outbox/views/charged-messages.server.ts";
import {
  listMessageLog,
  messageGroups,
  messageLogPageSize,
} from "#app/domain/outbox/views/message-log.server.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { metricsToken } from "#app/server/monitoring/token.server.ts";
import { InstanceSubpage } from "#app/ui/instance/instance-subpage.tsx";
import { CopyLink } from "#app/ui/kit/copy-link.tsx";
import { ConfirmedButton } from "#app/ui/shell/confirmed-button.tsx";
import { PageLink } from "#app/ui/shell/page-link.tsx";
import { database } from "#db/connection.server.ts";
import type { Channel } from "#db/schema.ts";
import { requireOwner } from "../owner.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";
export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Messages · Mila" }];

const query = z.object({
  show: z.enum(messageGroups).catch("all"),
  before: z.uuid().optional().catch(undefined),
});

export async function loader(args: LoaderFunctionArgs) {
  const { timeZone } = await requireOwner(args);
  const { show, before } = query.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const messages = await listMessageLog(
    database(),
    messageTypes,
    { group: show, before, timeZone },
    nowIso(),
  );
  const metrics = { url: `${instanceOrigin}/metrics`, token: metricsToken() };
  const waiting = await findHeld(database());
  const pauses = await listPauses(database(), nowIso());
  return {
    show,
    metrics,
    messages,
    charged: { ...(await countChargedMessages(database(), nowIso())), days: chargedDays },
    held: waiting && { count: waiting.count, madeAt: formatDue(waiting.madeAt, timeZone) },
    heldSources: await countAllHeld(database()),
    pauses: pauses.map(({ channel, reason, waiting: count, pausedAt, triedAt }) => ({
      channel,
      isMisconfigured: reason === "misconfigured",
      waiting: count,
      since: formatDue(pausedAt, timeZone),
      triedAt: formatTime(triedAt, timeZone),
    })),
    older: messages.length === messageLogPageSize ? messages.at(-1)?.id : undefined,
  };
}

export default function Messages() {
  const { show, metrics, messages, charged, held, heldSources, pauses, older } =
    useLoaderData<typeof loader>();
  return (
    <InstanceSubpage heading="Messages" subtitle="Everything Mila sends, without its words.">
      <Pauses pauses={pauses} />
      {held && <HeldMessages {...held} />}
      <HeldSources {...heldSources} />
      <ChargedMessages {...charged} />
      <MessageFilters current={show} />
      <MessageLog messages={messages} />
      {older && (
        <PageLink to={`/preferences/instance/deliveries?show=${show}&before=${older}`}>
          Older messages
        </PageLink>
      )}
      <Monitoring {...metrics} />
    </InstanceSubpage>
  );
}

/** Counts messages only, because Mila doesn't know the provider's prices. */
function ChargedMessages({ sms, whatsapp, days }: { sms: number; whatsapp: number; days: number }) {
  const counts = [
    { name: channelFacts.sms.name, count: sms },
    { name: channelFacts.whatsapp.name, count: whatsapp },
  ].filter(({ count }) => count > 0);
  if (counts.length === 0) return null;
  return (
    <p className="mb-4">
      Sent in the last {days} days:{" "}
      {counts.map(({ name, count }) => `${count} by ${name}`).join(", ")}. Your provider charges for
      each.
    </p>
  );
}

interface HeldMessagesProps {
  count: number;
  /** In the viewer's time zone: "Nov 21, 3:00 AM". */
  madeAt: string;
}

function HeldMessages({ count, madeAt }: HeldMessagesProps) {
  const isOne = count === 1;
  return (
    <section className="card-panel stack mb-4" aria-labelledby="held">
      <h2 id="held" className="section-title">
        {isOne ? "Send this message again?" : `Send these ${count} messages again?`}
      </h2>
      <p>
        Mila was restored from a backup of {madeAt}. {isOne ? "One message" : `${count} messages`}{" "}
        came due since then and may have gone out already, so I wait for your decision.
      </p>
      <div className="row-actions">
        <Form method="post" action="/preferences/instance/deliveries/send-held" preventScrollReset>
          <button type="submit" className="row-button">
            {isOne ? "Send it" : "Send them"}
          </button>
        </Form>
        <ConfirmedButton
          label={isOne ? "Leave it" : "Leave them"}
          question={`${isOne ? "It" : "They"} won't be sent. You can't undo it.`}
          action="/preferences/instance/deliveries/leave-held"
          confirmLabel="Don't send"
        />
      </div>
    </section>
  );
}

interface HeldSourcesProps {
  calendars: number;
  mailboxes: number;
  addresses: number;
  webhooks: number;
}

/** Nothing has to be done to leave them: households can remove their own. */
function HeldSources({ calendars, mailboxes, addresses, webhooks }: HeldSourcesProps) {
  const count = calendars + mailboxes + addresses + webhooks;
  if (count === 0) return null;
  const isOne = count === 1;
  const listed = new Intl.ListFormat("en");
  const counted = [
    calendars > 0 && (calendars === 1 ? "1 calendar" : `${calendars} calendars`),
    mailboxes > 0 && (mailboxes === 1 ? "1 mailbox" : `${mailboxes} mailboxes`),
    addresses > 0 && (addresses === 1 ? "1 mail address" : `${addresses} mail addresses`),
  ].filter((words) => words !== false);
  const steps = [
    counted.length > 0 && `read ${listed.format(counted)}`,
    webhooks > 0 && `send to ${webhooks === 1 ? "1 webhook" : `${webhooks} webhooks`}`,
  ].filter((words) => words !== false);
  const question = `${listed.format(steps)} again?`;
  return (
    <section className="card-panel stack mb-4" aria-labelledby="held-sources">
      <h2 id="held-sources" className="section-title">
        {question.charAt(0).toUpperCase() + question.slice(1)}
      </h2>
      <p>
        Mila was restored from a backup. Households may have removed {isOne ? "it" : "some"} since,
        so I wait for your decision.
      </p>
      <div className="row-actions">
        <Form
          method="post"
          action="/preferences/instance/deliveries/read-calendars"
          preventScrollReset
        >
          <button type="submit" className="row-button">
            {webhooks > 0 ? "Go on" : isOne ? "Read it" : "Read them"}
          </button>
        </Form>
      </div>
    </section>
  );
}

const labels = {
  all: "All",
  waiting: "Waiting",
  sent: "Sent",
  failed: "Failed",
  "not-sent": "Not sent",
};

function MessageFilters({ current }: { current: keyof typeof labels }) {
  return (
    <nav aria-label="Filter messages">
      <ul className="filters">
        {Object.entries(labels).map(([group, label]) => (
          <li key={group}>
            <Link
              to={`/preferences/instance/deliveries?show=${group}`}
              className="chip"
              aria-current={group === current ? "page" : undefined}
              preventScrollReset
              discover="none"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Folded, because few owners need it. */
function Monitoring({ url, token }: { url: string; token: string }) {
  return (
    <details className="mt-6">
      <summary className="text-link">Watch Mila with Prometheus</summary>
      <div className="card-panel stack mt-3">
        <p>
          Prometheus can read how many messages wait, how late they are and what failed. It learns
          nothing about tasks or people. See docs/monitoring.md for a dashboard and alerts.
        </p>
        <CopyLink id="metrics-url" label="Address" link={url} />
        <CopyLink id="metrics-token" label="Access token" link={token} />
      </div>
    </details>
  );
}

interface PausesProps {
  pauses: {
    channel: Channel;
    isMisconfigured: boolean;
    waiting: number;
    /** The time in the viewer's time zone. */
    since: string;
    triedAt: string;
  }[];
}

function Pauses({ pauses }: PausesProps) {
  return pauses.map(({ channel, isMisconfigured, waiting, since, triedAt }) => (
    <section
      key={channel}
      className="card-panel stack mb-4"
      aria-label={`${channelFacts[channel].name} is paused`}
    >
      <p>
        <span className="font-bold">
          {channelFacts[channel].name} has been paused since {since}:
        </span>{" "}
        {isMisconfigured
          ? "the provider rejected Mila's settings."
          : "the provider asked Mila to wait."}{" "}
        {waiting > 0 && (waiting === 1 ? "One message waits. " : `${waiting} messages wait. `)}I try
        again at {triedAt}.
      </p>
      <Form method="post" action="/preferences/instance/deliveries/end-pause" preventScrollReset>
        <input type="hidden" name="channel" value={channel} />
        <button type="submit" className="row-button">
          End the pause<span className="sr-only">{` of ${channelFacts[channel].name}`}</span>
        </button>
      </Form>
    </section>
  ));
}

interface Message {
  id: string;
  kind: string;
  channel: Channel;
  due: string;
  state: string;
  attempts: number;
  canTryAgain: boolean;
  canCancel: boolean;
}

function MessageLog({ messages }: { messages: Message[] }) {
  if (messages.length === 0) return <p className="hint">No messages here.</p>;
  return (
    <ul className="rows">
      {messages.map((message) => (
        <li key={message.id} className="row">
          <h2 className="row-name">{message.kind}</h2>
          <p>{message.state}</p>
          <p className="row-facts">
            <span>{nameOf(message.channel)}</span>
            <span>Due {message.due}</span>
            {message.attempts > 1 && <span>{message.attempts} attempts</span>}
          </p>
          <Actions {...message} />
        </li>
      ))}
    </ul>
  );
}

function Actions({ id, kind, due, canTryAgain, canCancel }: Message) {
  const url = `/preferences/instance/deliveries/${id}`;
  const about = <span className="sr-only">{`: ${kind}, due ${due}`}</span>;
  if (!canTryAgain && !canCancel) return null;
  return (
    <div className="row-actions">
      {canTryAgain && (
        <Form method="post" action={`${url}/try-again`} preventScrollReset>
          <button type="submit" className="row-button">
            Try again{about}
          </button>
        </Form>
      )}
      {canCancel && (
        <ConfirmedButton
          label="Cancel"
          question="It won't be sent. You can't undo it."
          action={`${url}/cancel`}
          confirmLabel="Cancel this message"
        />
      )}
    </div>
  );
}

function nameOf(channel: Channel): string {
  return channel === "calendar" ? "Google Calendar" : channelFacts[channel].name;
}
