import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  hasJoinedByLink,
  readInvitationLink,
} from "#app/domain/people/invitations/invitation-link.server.ts";
import { previewJoining, type SameAnswer } from "#app/domain/lifecycle/accept-invitation.server.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { database } from "#db/connection.server.ts";
import { tooManyTriesMessage } from "#app/server/sign-in/check-password.server.ts";
import { allowInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import { linkBase } from "#app/server/instance.server.ts";
import { getViewer, leadToSecondStep } from "#app/server/session.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { firstName } from "#app/domain/core/first-name.ts";
import { formatPhoneNumber } from "#app/domain/core/phone.server.ts";
import type { PersonRow } from "#app/domain/people/family/family-members.server.ts";
import type { SameQuestion } from "#app/domain/people/family/same-people.server.ts";
import { acceptanceInput, maxSamePeople } from "#app/domain/people/invitations/input.ts";
import { giveBackTyped } from "#app/server/form.server.ts";
import { namesToChoose } from "#app/domain/people/same-name.ts";
import { chooseOwnerFirst } from "#app/ui/family/copy.ts";
import { relationLabels } from "#app/ui/family/relation-labels.ts";

/** Revoked and expired invitations look like forged ones. */
export const acceptanceRefusals = {
  forged: { status: 400, message: "This invitation link is invalid or has expired." },
  ended: { status: 400, message: "This invitation link is invalid or has expired." },
  another_address: { status: 403, message: "This invitation is for a different email address." },
  hand_over_first: {
    status: 409,
    message: chooseOwnerFirst,
  },
  chosen_twice: {
    status: 400,
    message: "Two of your people can't be the same one there. Please choose again.",
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
  if (!viewer) await leadToSecondStep(args);
  if (viewer && (await hasJoinedByLink(database(), viewer, linkKey, token)))
    throw redirect("/family");
  if (link.status !== "open") return { type: "invalid" as const, status: 200 };
  if (!viewer) return { type: "for_visitor" as const, status: 200, token };
  const { email: own } = await findPerson(database(), viewer.userId);
  if (own !== link.email)
    return { type: "other_address" as const, status: 200, token, invited: link.email, own };
  const { outcome, questions } = await previewJoining(database(), viewer, link.householdId);
  const { inviterName } = link;
  const kept = await giveBackTyped(viewer, args.request, acceptanceInput.pick({ people: true }));
  const names = namesToChoose(questions.map(({ incoming }) => incoming));
  return {
    type: "open" as const,
    status: 200,
    token,
    inviterName,
    consequence: consequences[outcome],
    typed: kept?.people.map(({ same }) => same),
    questions: questions
      .slice(0, maxSamePeople)
      .map((question) => writeQuestion(question, { inviterName, viewer, names })),
  };
}

interface Asked {
  inviterName: string;
  viewer: { userId: string };
  /** The names of the accompanying people. */
  names: Map<string, string>;
}

/**
 * Shows nothing of the other household that the invitation does not show: no number, no address.
 */
function writeQuestion(
  { incoming, candidates, likely }: SameQuestion,
  { inviterName, viewer, names }: Asked,
) {
  const isOwn = incoming.user_id === viewer.userId;
  const whose = `${firstName(inviterName)}'s`;
  const [only, ...others] = candidates;
  const them =
    only && others.length === 0 ? describe(only, whose) : `someone of ${whose} household`;
  const { id, phone, email } = incoming;
  const own = [phone && formatPhoneNumber(phone), email].filter(Boolean).join(" · ");
  return {
    legend: isOwn ? `Are you ${them}?` : `Is your ${names.get(id)} ${them}?`,
    chosen: sameAs(id, likely?.id),
    choices: [
      {
        value: sameAs(id),
        label: isOwn ? "No, somebody else" : "No, two people",
        hint: isOwn ? null : own || null,
        isDisabled: false,
      },
      ...candidates.map((candidate) => ({
        value: sameAs(id, candidate.id),
        label: yes(candidate, { whose, isOwn, isOnly: others.length === 0 }),
        hint: hintAt(candidate, incoming),
        isDisabled: false,
      })),
    ],
  };
}

const sameAs = (incomingId: string, presentId?: string) =>
  presentId ? `${incomingId} ${presentId}` : incomingId;

export function readSamePeople(same: string): SameAnswer {
  const [incomingId = "", presentId] = same.split(" ");
  return { incomingId, presentId };
}

const describe = ({ name, user_id }: PersonRow, whose: string) =>
  user_id ? `the ${name} who has an account there` : `${whose} ${name}`;

interface Choosing {
  whose: string;
  isOwn: boolean;
  isOnly: boolean;
}

function yes(candidate: PersonRow, { whose, isOwn, isOnly }: Choosing): string {
  if (!isOnly) return `Yes, ${describe(candidate, whose)}`;
  return isOwn ? "Yes, that's me" : "Yes, the same person";
}

function hintAt({ relation, email }: PersonRow, incoming: PersonRow): string | null {
  const isEmailLost = email !== null && incoming.email !== null && email !== incoming.email;
  const facts = [
    relation && relationLabels[relation],
    isEmailLost && `${incoming.email} gives way to the address there`,
  ];
  return facts.filter(Boolean).join(" · ") || null;
}
