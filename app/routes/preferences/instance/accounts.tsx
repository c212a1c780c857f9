import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AccountList } from "#app/ui/instance/account-list.tsx";
import { InstanceSubpage } from "#app/ui/instance/instance-subpage.tsx";
import { PageLink } from "#app/ui/shell/page-link.tsx";
import { accountPageSize, listAccounts } from "#app/domain/accounts/owner/account-list.server.ts";
import { formatFullDate } from "#app/domain/core/time.ts";
import { database } from "#db/connection.server.ts";
import { requireOwner } from "./owner.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";
export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const meta: MetaFunction = () => [{ title: "Accounts · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const { userId, timeZone } = await requireOwner(args);
  const after = new URL(args.request.url).searchParams.get("after") ?? undefined;
  const accounts = await listAccounts(database(), after);
  return {
    accounts: accounts.map(({ id, email, createdAt, lastSeenAt, isOwner, hasTwoStep }) => ({
      id,
      email,
      isOwner,
      hasTwoStep,
      isViewer: id === userId,
      since: formatFullDate(createdAt, timeZone),
      lastSeen: lastSeenAt && formatFullDate(lastSeenAt, timeZone),
    })),
    next: accounts.length === accountPageSize ? accounts.at(-1)?.id : undefined,
  };
}

export default function Accounts() {
  const { accounts, next } = useLoaderData<typeof loader>();
  return (
    <InstanceSubpage heading="Accounts" subtitle="Everyone who can sign in here.">
      <AccountList accounts={accounts} />
      {next && (
        <PageLink to={`/preferences/instance/accounts?after=${next}`}>More accounts</PageLink>
      )}
    </InstanceSubpage>
  );
}
