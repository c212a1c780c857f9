import { fullName } from "#app/domain/accounts/profile/person-name.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { type RenderedEmail, renderEmail } from "#app/domain/outbox/rendering/email-layout.ts";
import { signUpLink } from "#app/domain/core/links.server.ts";
import { welcomeMessage } from "#app/domain/people/messages/welcome-text.ts";
import { database } from "#db/connection.server.ts";
import { linkBase } from "#app/server/instance.server.ts";

export async function previewWelcome(
  request: Request,
  { userId }: { userId: string },
): Promise<RenderedEmail & { subject: string }> {
  const person = await findPerson(database(), userId);
  const { origin } = linkBase(request);
  const addedBy = { name: fullName(person), email: person.email };
  const url = signUpLink({ origin, email: "sam@example.com" });
  const { email } = welcomeMessage({
    name: "Sam",
    relation: "spouse",
    addedBy,
    url,
    isInvited: false,
  });
  return { subject: email.subject, ...renderEmail(email) };
}
