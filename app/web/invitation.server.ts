import type { LoaderFunctionArgs } from "@remix-run/node";
import { consequenceOfJoining, readInvitationLink } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { invitationLink } from "#app/domain/core/links.server.ts";
import { findAccountEmail } from "#app/domain/accounts/credentials/account.server.ts";
import { findWaitingInvitation } from "#app/domain/household/invitations/waiting-invitation.server.ts";
import { database } from "#db/connection.server.ts";
import { tooManyTriesMessage } from "./check-password.server.ts";
import { countGuess, guessesTooMuch } from "./guess-limit.server.ts";
import { canSendEmail, linkBase } from "./link-base.server.ts";
import { getViewer } from "./session.server.ts";
import { toast } from "./toast.server.ts";

/** Why an invitation was not accepted: a status and the words; one that ended is answered like one that never was. */
export const acceptanceRefusals = {
  forged: { status: 400, message: "This invitation link is invalid or has expired." },
  ended: { status: 400, message: "This invitation link is invalid or has expired." },
  another_address: { status: 403, message: "This invitation is for another email address than yours." },
  hand_over_first: {
    status: 409,
    message: "You own a household with others in it. Hand it over to one of them first, then accept.",
  },
  too_many: { status: 429, message: tooManyTriesMessage },
} as const;

const consequences = {
  brings_all: "Your tasks and family members come along.",
  leaves_all: "You leave the household you are in now. What you have there stays with the others.",
  hand_over_first: "You own a household with others in it: hand it over to one of them first.",
  is_member: null,
} as const;

/** What the page of an invitation's link shows, to whoever opens it. Nothing is accepted by looking. */
export async function viewInvitation(args: LoaderFunctionArgs, token: string) {
  const { ipAddress } = args.context;
  if (guessesTooMuch(ipAddress)) {
    const { status, message } = acceptanceRefusals.too_many;
    return { is: "invalid" as const, status, toast: toast("error", "Error", { message }) };
  }
  const link = token ? await readInvitationLink(database(), linkBase(args.request).linkKey, token) : undefined;
  if (link?.is === "forged") countGuess(ipAddress);
  if (!link) {
    const said = toast("error", "Invalid invitation", { message: "This invitation link is invalid." });
    return { is: "invalid" as const, status: 200, toast: said };
  }
  if (link.is === "ended") return { is: "invalid" as const, status: 200 };
  const viewer = await getViewer(args);
  if (!viewer) return { is: "for_visitor" as const, status: 200, token };
  // What nobody made is refused when it is accepted, as one that ended is: trying links tells nothing.
  const open = { is: "open" as const, status: 200, token };
  if (link.is === "forged") return { ...open, inviterName: null, consequence: null };
  const own = await findAccountEmail(database(), viewer.userId);
  if (own !== link.email) return { is: "other_address" as const, status: 200, invited: link.email, own };
  const joining = await consequenceOfJoining(database(), viewer, link.householdId);
  return { ...open, inviterName: link.inviterName, consequence: consequences[joining] };
}

/** The invitation that waits for the viewer, to be offered on the dashboard; undefined without any. */
export async function viewWaitingInvitation(request: Request, viewer: { userId: string; householdId: string }) {
  const waiting = await findWaitingInvitation(database(), viewer);
  if (!waiting) return undefined;
  const { addressIsVerified, inviterName, ...invitation } = waiting;
  return {
    inviterName,
    link: addressIsVerified || !canSendEmail ? invitationLink(linkBase(request), invitation) : null,
  };
}
