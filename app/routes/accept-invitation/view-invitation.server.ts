import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  hasJoinedByLink,
  readInvitationLink,
} from "#app/domain/people/invitations/invitation-link.server.ts";
import { previewJoining } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { database } from "#db/connection.server.ts";
import { tooManyTriesMessage } from "#app/server/sign-in/check-password.server.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import { getViewer } from "#app/server/session.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { chooseOwnerFirst } from "#app/ui/family/copy.ts";

/** Revoked and expired invitations look like forged ones. */
export const acceptanceRefusals = {
  forged: { status: 400, message: "This invitation link is invalid or has expired." },
  ended: { status: 400, message: "This invitation link is invalid or has expired." },
  another_address: { status: 403, message: "This invitation is for a different email address." },
  hand_over_first: {
    status: 409,
    message: chooseOwnerFirst,
  },
  too_many: { status: 429, message: tooManyTriesMessage },
} as const;

const consequences = {
  brings_all: "Your tasks and family members will come with you.",
  leaves_all: "You'll leave your current household. Everything in it stays with the others.",
  hand_over_first: chooseOwnerFirst,
  is_member: null,
} as const;

export async function viewInvitation(args: LoaderFunctionArgs, token: string) {
  const { linkKey } = linkBase(args.request);
  const link = token ? await readInvitationLink(database(), linkKey, token) : undefined;
  if (link?.status === "forged" && !allowInMemory("guesses", args.context.ipAddress)) {
    const { status, message } = acceptanceRefusals.too_many;
    return { type: "invalid" as const, status, toast: toast("error", "Error", { message }) };
  }
  if (!link) {
    const invalid = toast("error", "Invalid invitation", {
      message: "This invitation link is invalid.",
    });
    return { type: "invalid" as const, status: 200, toast: invalid };
  }
  const viewer = await getViewer(args);
  if (viewer && (await hasJoinedByLink(database(), viewer, linkKey, token)))
    throw redirect("/family");
  if (link.status !== "open") return { type: "invalid" as const, status: 200 };
  if (!viewer) return { type: "for_visitor" as const, status: 200, token };
  const { email: own } = await findPerson(database(), viewer.userId);
  if (own !== link.email)
    return { type: "other_address" as const, status: 200, token, invited: link.email, own };
  const joining = await previewJoining(database(), viewer, link.householdId);
  const { inviterName } = link;
  return {
    type: "open" as const,
    status: 200,
    token,
    inviterName,
    consequence: consequences[joining],
  };
}
