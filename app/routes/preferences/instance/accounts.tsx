import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, Form } from "@remix-run/react";
import { accountPageSize, listAccounts } from "#app/domain/accounts/owner/account-list.server.ts";
import { formatFullDate } from "#app/domain/core/time.ts";
import { InstanceSubpage } from "#app/ui/instance/instance-subpage.tsx";
import { ConfirmedButton } from "#app/ui/shell/confirmed-button.tsx";
import { PageLink } from "#app/ui/shell/page-link.tsx";
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

interface Account {
  id: string;
  email: string;
  since: string;
  lastSeen: string | null;
  isOwner: boolean;
  hasTwoStep: boolean;
  isViewer: boolean;
}

function AccountList({ accounts }: { accounts: Account[] }) {
  return (
    <ul className="rows">
      {accounts.map((account) => (
        <li key={account.id} className="row">
          <h2 className="row-name wrap-anywhere">
            {account.email}
            {account.isViewer && " (you)"}
          </h2>
          <p className="row-facts">
            {account.isOwner && <span>Mila&apos;s owner</span>}
            <span>Since {account.since}</span>
            {account.hasTwoStep && <span>Two-step sign-in</span>}
            <span>{account.lastSeen ? `Last seen ${account.lastSeen}` : "Never seen"}</span>
          </p>
          {!account.isViewer && <Actions {...account} />}
        </li>
      ))}
    </ul>
  );
}

function Actions({ id, email, hasTwoStep }: Account) {
  const url = `/preferences/instance/accounts/${id}`;
  return (
    <div className="row-actions">
      <Form method="post" action={`${url}/reset-link`}>
        <button type="submit" className="row-button">
          Password link<span className="sr-only"> for {email}</span>
        </button>
      </Form>
      <ConfirmedButton
        label="Sign out"
        question={`${email} will have to sign in again on every device.`}
        action={`${url}/end-sessions`}
        confirmLabel={`Sign out ${email}`}
      />
      {hasTwoStep && (
        <ConfirmedButton
          label="Turn off two-step sign-in"
          question={
            `This removes the authenticator app, passkeys and recovery codes of ${email}. Do it only for someone who ` +
            "lost them all, and make sure it's them who asks."
          }
          action={`${url}/turn-off-two-step`}
          confirmLabel={`Turn it off for ${email}`}
        />
      )}
      <ConfirmedButton
        label="Make owner"
        question={`Only ${email} will be able to see Your Mila and manage accounts. You won't.`}
        action={`${url}/make-owner`}
        confirmLabel={`Make ${email} Mila's owner`}
      />
      <ConfirmedButton
        label="Delete"
        question={
          `This deletes the account of ${email}. If others share the household, its tasks and family members stay with ` +
          "them. If this account owns it, the member who joined first becomes its owner. Otherwise everything is " +
          "deleted. You can't undo it."
        }
        action={`${url}/delete`}
        confirmLabel={`Delete ${email}`}
      />
    </div>
  );
}
