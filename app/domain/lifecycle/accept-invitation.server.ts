import type { Kysely, Transaction } from "kysely";
import { recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { confirmOwnAddress } from "#app/domain/accounts/email/verification.server.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { linkAccount } from "#app/domain/people/family/link-account.server.ts";
import {
  comparePeople,
  type SamePair,
  type SameQuestion,
} from "#app/domain/people/family/same-people.server.ts";
import {
  markAccepted,
  provesAddress,
  readInvitationLink,
} from "#app/domain/people/invitations/invitation-link.server.ts";
import {
  countOtherMembers,
  listMemberIds,
  getMembership,
} from "#app/domain/people/household/membership.server.ts";
import { checkJoin, type Membership } from "#app/domain/people/household/rules.ts";
import type { Database } from "#db/schema.ts";
import { moveAlone, moveWholeHousehold } from "./move-household.server.ts";

type Acceptance =
  | "joined"
  | "forged"
  | "ended"
  | "another_address"
  | "hand_over_first"
  | "chosen_twice";

interface Acceptor {
  linkKey: string;
  token: string;
  /**
   * Maps people to their matches in the household that they join. `comparePeople` decides about
   * people without an answer.
   */
  answers?: readonly SameAnswer[];
  now?: string;
}

/** Without `presentId`, the person is unknown in the household. */
export interface SameAnswer {
  incomingId: string;
  presentId: string | undefined;
}

export async function acceptInvitation(
  db: Kysely<Database>,
  userId: string,
  { linkKey, token, answers = [], now = nowIso() }: Acceptor,
): Promise<Acceptance> {
  return db.transaction().execute(async (trx) => {
    const link = await readInvitationLink(trx, linkKey, token, now);
    if (link.status !== "open") return link.status;
    const { email } = await findPerson(trx, userId);
    if (email !== link.email) return "another_address";
    const outcome = await joinHousehold(trx, { userId, to: link.householdId, answers }, now);
    if (outcome === "hand_over_first" || outcome === "chosen_twice") return outcome;
    if (provesAddress(link, email)) await confirmOwnAddress(trx, userId, { linkKey, now });
    await markAccepted(trx, link.id);
    await recordAudit(trx, { kind: "invitation_accepted", userId }, now);
    return "joined";
  });
}

/** Also finds which of the accompanying people may already be in the household. */
export async function previewJoining(
  db: Kysely<Database>,
  viewer: Membership & { userId: string },
  to: string,
) {
  const { userId, householdId: from } = viewer;
  const outcome = checkJoin(viewer, await countOtherMembers(db, from, userId), to);
  if (outcome !== "brings_all" && outcome !== "leaves_all") return { outcome, questions: [] };
  const bringsAll = outcome === "brings_all";
  return { outcome, ...(await comparePeople(db, { userId, from, to, bringsAll })) };
}

interface Joining {
  userId: string;
  to: string;
  answers: readonly SameAnswer[];
}

async function joinHousehold(
  trx: Transaction<Database>,
  { userId, to, answers }: Joining,
  now: string,
) {
  const member = await getMembership(trx, userId);
  const { householdId: from } = member;
  const outcome = checkJoin(member, await countOtherMembers(trx, from, userId), to);
  if (outcome !== "brings_all" && outcome !== "leaves_all") return outcome;
  const bringsAll = outcome === "brings_all";
  const compared = await comparePeople(trx, { userId, from, to, bringsAll });
  const pairs = [...compared.pairs, ...readPairs(compared.questions, answers)];
  const isChosenTwice = new Set(pairs.map(({ present }) => present.id)).size < pairs.length;
  if (isChosenTwice) return "chosen_twice";
  if (bringsAll) await moveWholeHousehold(trx, { userId, from, to, pairs }, now);
  else await moveAlone(trx, { userId, from, by: userId }, { householdId: to, role: "member" }, now);
  for (const { incoming, present } of pairs) {
    if (incoming.user_id) await linkAccount(trx, incoming.user_id, to, now, present.id);
    if (present.user_id) await linkAccount(trx, present.user_id, to, now, incoming.id);
  }
  // Existing members may match family members who came along.
  for (const id of bringsAll ? await listMemberIds(trx, to) : [userId])
    await linkAccount(trx, id, to, now);
  return outcome;
}

/** Ignores answers about people who have changed since. */
function readPairs(questions: readonly SameQuestion[], answers: readonly SameAnswer[]): SamePair[] {
  return questions.flatMap(({ incoming, candidates, likely }) => {
    const answer = answers.find(({ incomingId }) => incomingId === incoming.id);
    const present = answer ? candidates.find(({ id }) => id === answer.presentId) : likely;
    return present ? [{ incoming, present }] : [];
  });
}
