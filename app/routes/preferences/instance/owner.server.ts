import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  findAccountById,
  type ListedAccount,
} from "#app/domain/accounts/owner/account-list.server.ts";
import { isOwner } from "#app/domain/accounts/owner/owner.server.ts";
import { database } from "#db/connection.server.ts";
import { requireConfirmed } from "#app/web/confirmed.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer, type SignedIn } from "#app/web/session.server.ts";

export const accountsPage = "/preferences/instance/accounts";

/** @throws a 404 response for everyone but Mila's owner */
export async function requireOwner(
  args: LoaderFunctionArgs,
  back?: { returnTo: string },
): Promise<SignedIn> {
  const viewer = await requireViewer(args, back);
  return (await isOwner(database(), viewer.userId)) ? viewer : notFound();
}

interface OwnerOf {
  owner: SignedIn;
  account: ListedAccount;
}

/** @throws a 404 response for the owner's own account */
export async function requireOwnerOf(
  args: LoaderFunctionArgs,
  back?: { returnTo: string },
): Promise<OwnerOf> {
  const owner = await requireOwner(args, back);
  const account = await findAccountById(database(), args.params.id ?? "");
  return account && account.id !== owner.userId ? { owner, account } : notFound();
}

/** Every change to someone else's account starts here, because it can take the account or Mila over. */
export async function requireConfirmedOwnerOf(
  args: ActionFunctionArgs,
  returnTo: string = accountsPage,
): Promise<OwnerOf> {
  const found = await requireOwnerOf(args, { returnTo });
  requireConfirmed(found.owner, returnTo);
  return found;
}
