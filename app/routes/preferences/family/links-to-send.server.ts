import { invitationLink } from "#app/domain/core/links.server.ts";
import { listPendingInvitations } from "#app/domain/people/invitations/invitation-list.server.ts";
import { mayInvite } from "#app/domain/people/household/rules.ts";
import { canSendEmail, linkBase } from "#app/server/instance.server.ts";
import type { SignedIn } from "#app/server/session.server.ts";
import { database } from "#db/connection.server.ts";

/** Lists the links of invitations that people send themselves, because this Mila sends no email. */
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
