import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  findAccountById,
  type ListedAccount,
} from "#app/domain/accounts/owner/account-list.server.ts";
import { isOwner } from "#app/domain/accounts/owner/owner.server.ts";
import { database } from "#db/connection.server.ts";
import { type Act, type Answer, pageAction, type Press } from "#app/server/action.server.ts";
import { requireConfirmed } from "#app/server/confirmed.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";
import { requireViewer, type SignedIn } from "#app/server/session.server.ts";

/** @throws a 404 response for everyone but Mila's owner */
export async function requireOwner(args: LoaderFunctionArgs): Promise<SignedIn> {
  const viewer = await requireViewer(args);
  return (await isOwner(database(), viewer.userId)) ? viewer : notFound();
}

/** @throws a 404 response for the owner's own account */
export async function findOtherAccount(owner: SignedIn, id: string): Promise<ListedAccount> {
  const account = await findAccountById(database(), id);
  return account && account.id !== owner.userId ? account : notFound();
}

/** Makes the action of a button that only Mila's owner has; everyone else gets a 404. */
export function ownerAction<Other extends Answer = never>(page: string, act: Act<Press, Other>) {
  return pageAction(
    page,
    async (press) => (await isOwner(press.db, press.viewer.userId)) && act(press),
  );
}

/**
 * Makes the action of every change to someone else's account. It asks for the password first,
 * because it can take over the account or Mila.
 * @param options.confirm for a change that takes more than the password
 */
export function accountAction<Other extends Answer = never>(
  act: Act<Press & { account: ListedAccount }, Other>,
  {
    page = "/preferences/instance/accounts",
    confirm = requireConfirmed,
  }: {
    page?: string;
    confirm?: (owner: SignedIn, returnTo: string) => void | Promise<void>;
  } = {},
) {
  return ownerAction(page, async (press) => {
    const account = await findOtherAccount(press.viewer, press.id);
    await confirm(press.viewer, press.back);
    return act({ ...press, account });
  });
}
