import { credentials } from "#app/domain/accounts/input.ts";
import { readInvitationLink } from "#app/domain/people/invitations/invitation-link.server.ts";
import { instanceLinkBase } from "#app/server/instance.server.ts";
import { readInvitationToken } from "#app/server/redirect-to.server.ts";
import { database } from "#db/connection.server.ts";

/** The address in a welcome email's link, or the one that was invited. */
export async function findTypedAddress(search: URLSearchParams): Promise<string | null> {
  const typed = credentials.shape.email.safeParse(search.get("email") ?? undefined);
  if (typed.success) return typed.data;
  const token = readInvitationToken(search.get("redirectTo"));
  const link = token
    ? await readInvitationLink(database(), instanceLinkBase.linkKey, token)
    : undefined;
  return link?.status === "open" ? link.email : null;
}
