import { linkToken } from "#app/domain/links/link-token.server.ts";
import { readSecrets } from "#app/secrets.server.ts";

/** The path of an invitation's page, as its e-mail has it. */
export function invitationPath({ id, version }: { id: string; version: number }): string {
  return `/accept-invitation?${new URLSearchParams({ token: linkToken(linkKey(), "invitation", id, version) })}`;
}

/** The key that links in messages are signed with. */
export function linkKey(): string {
  return readSecrets().link;
}
