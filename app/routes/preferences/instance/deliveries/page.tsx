import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ChargedMessages } from "#app/ui/instance/charged-messages.tsx";
import { HeldMessages } from "#app/ui/instance/held-messages.tsx";
import { InstanceSubpage } from "#app/ui/instance/instance-subpage.tsx";
import { MessageFilters } from "#app/ui/instance/message-filters.tsx";
import { Monitoring } from "#app/ui/instance/monitoring.tsx";
import { MessageLog } from "#app/ui/instance/message-log.tsx";
import { Pauses } from "#app/ui/instance/pauses.tsx";
import { PageLink } from "#app/ui/shell/page-link.tsx";
import { formatDue, formatTime, nowIso } from "#app/domain/core/time.ts";
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
import { instanceOrigin } from "#app/config/instance-origin.server.ts";
import { metricsToken } from "#app/server/monitoring/token.server.ts";
import { database } from "#db/connection.server.ts";
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
  const { show, metrics, messages, charged, held, pauses, older } = useLoaderData<typeof loader>();
  return (
    <InstanceSubpage heading="Messages" subtitle="Everything Mila sends, without its words.">
      <Pauses pauses={pauses} />
      {held && <HeldMessages {...held} />}
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
