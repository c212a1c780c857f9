import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AccountSubpage } from "#app/ui/account/account-subpage.tsx";
import { ActivityList } from "#app/ui/account/activity-list.tsx";
import { PageLink } from "#app/ui/shell/page-link.tsx";
import { auditPageSize, listOwnAudit } from "#app/domain/accounts/audit/audit-list.server.ts";
import { auditDaysKept } from "#app/domain/accounts/audit/audit-upkeep.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";
export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Recent activity · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const { userId, timeZone } = await requireViewer(args);
  const before = new URL(args.request.url).searchParams.get("before") ?? undefined;
  const entries = await listOwnAudit(database(), userId, { timeZone, before });
  return {
    entries,
    days: auditDaysKept,
    older: entries.length === auditPageSize ? entries.at(-1)?.id : undefined,
  };
}

export default function Activity() {
  const { entries, days, older } = useLoaderData<typeof loader>();
  return (
    <AccountSubpage heading="Recent activity" answer={undefined}>
      <p className="hint mb-4">
        What happened to your account in the last {days} days. If something wasn&apos;t you, change
        your password: that signs you out everywhere else.
      </p>
      <ActivityList entries={entries} />
      {older && (
        <PageLink to={`/preferences/account/activity?before=${older}`}>Older activity</PageLink>
      )}
    </AccountSubpage>
  );
}
