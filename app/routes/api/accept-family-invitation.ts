import type { ActionFunctionArgs } from "@remix-run/node";
import { acceptInvitation } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { acceptInvitationBody } from "#app/domain/people/invitations/input.ts";
import { apiError, readBody, requireCaller } from "./api.server.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { acceptanceRefusals } from "#app/routes/accept-invitation/view-invitation.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import { database } from "#db/connection.server.ts";

export { postOnly as loader } from "#app/server/http-errors.server.ts";

const codes = {
  forged: "not_found",
  ended: "not_found",
  another_address: "forbidden",
  hand_over_first: "conflict",
  chosen_twice: "conflict",
  too_many: "too_many",
} as const;

/** See the specification, section 7. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireCaller(args);
  const { token } = await readBody(args.request, acceptInvitationBody);
  const { ipAddress } = args.context;
  const { linkKey } = linkBase(args.request);
  const outcome = await acceptInvitation(database(), viewer.userId, { linkKey, token });
  if (outcome === "forged" && !allowInMemory("guesses", ipAddress)) return refuse("too_many");
  return outcome === "joined"
    ? Response.json({ message: "You've joined the family!" })
    : refuse(outcome);
}

const refuse = (outcome: keyof typeof codes) =>
  apiError(codes[outcome], acceptanceRefusals[outcome].message);
