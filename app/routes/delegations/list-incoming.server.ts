import { delegationCopyLink } from "#app/domain/core/links.server.ts";
import { findIncomingRequests } from "#app/domain/delegation/views/incoming-requests.server.ts";
import { database } from "#db/connection.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";

export async function listIncomingRequests(request: Request, viewer: SignedIn) {
  const requests = await findIncomingRequests(database(), viewer);
  const { linkKey } = linkBase(request);
  return requests.map((incoming) => ({
    ...incoming,
    path: delegationCopyLink({ origin: "", linkKey }, incoming),
  }));
}
