import { findProfile } from "#app/domain/accounts/profile/profile.server.ts";
import { type RenderedEmail, renderEmail } from "#app/domain/outbox/rendering/email-layout.ts";
import { welcomeMessage } from "#app/domain/household/messages/welcome-text.ts";
import { database } from "#db/connection.server.ts";
import { linkBase } from "#app/web/instance.server.ts";

export async function previewWelcome(
  request: Request,
  { userId }: { userId: string },
): Promise<RenderedEmail & { subject: string }> {
  const { firstName: addedBy } = await findProfile(database(), userId);
  const { origin } = linkBase(request);
  const { email } = welcomeMessage({ name: "Sam", relation: "spouse", addedBy, origin });
  return { subject: email.subject, ...renderEmail(email) };
}
