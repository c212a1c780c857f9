import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ActivityList } from "#app/ui/account/activity-list.tsx";
import { InstanceSubpage } from "#app/ui/instance/instance-subpage.tsx";
import { PageLink } from "#app/ui/shell/page-link.tsx";
import { auditPageSize, listInstanceAudit } from "#app/domain/accounts/audit/audit-list.server.ts";
import { auditDaysKept } from "#app/domain/accounts/audit/audit-upkeep.server.ts";
import { database } from "#db/connection.server.ts";
import { requireOwner } from "./owner.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";
export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Activity · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const { timeZone } = await requireOwner(args);
  const before = new URL(args.request.url).searchParams.get("before") ?? undefined;
  const entries = await listInstanceAudit(database(), { timeZone, before });
  return {
    entries: entries.map(({ email, ...entry }) => ({ ...entry, whose: email ?? "No account" })),
    days: auditDaysKept,
    older: entries.length === auditPageSize ? entries.at(-1)?.id : undefined,
  };
}

export default function InstanceActivity() {
  const { entries, days, older } = useLoaderData<typeof loader>();
  return (
    <InstanceSubpage
      heading="Activity"
      subtitle={`What happened to accounts in the last ${days} days.`}
    >
      <ActivityList entries={entries} />
      {older && (
        <PageLink to={`/preferences/instance/activity?before=${older}`}>Older activity</PageLink>
      )}
    </InstanceSubpage>
  );
}
