import { invitationLink } from "#app/domain/core/links.server.ts";
import { listPendingInvitations } from "#app/domain/people/invitations/invitation-list.server.ts";
import { mayInvite } from "#app/domain/people/household/rules.ts";
import { canSendEmail, linkBase } from "#app/server/instance.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";

/** On an instance that sends no email, people send their invitations themselves. */
export async function listLinksToSend(request: Request, viewer: SignedIn) {
  if (canSendEmail || !mayInvite(viewer)) return [];
  const pending = await listPendingInvitations(database(), viewer, canSendEmail);
  return pending
    .filter(({ isExpired }) => !isExpired)
    .map(({ id, email, version }) => ({
      id,
      email,
      link: invitationLink(linkBase(request), { id, version }),
    }));
}
