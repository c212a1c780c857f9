import { emailOf, type World } from "../world.ts";
import type { StepRule } from "./rule.ts";
import type { StepSnapshot } from "./snapshot.ts";

const askingKinds = new Set(["delegation_request", "delegation_change"]);

/** The family's, and those of their account. */
function addressesOf(
  { phone, email, user_id: userId }: StepSnapshot["people"][number],
  { user_preferences }: StepSnapshot,
  { accounts }: World,
) {
  const own = user_preferences.find(({ user_id }) => userId !== null && user_id === userId);
  const name = [...accounts].find(([, account]) => account.userId === userId)?.[0];
  return [phone, email, own?.phone_number, name && emailOf(name)];
}

export const messageSteps: StepRule[] = [
  {
    sentence: "Requests and their changes go to whoever was asked, and nobody else.",
    // Seen to catch: `addressFor` that gives the same number for all.
    check({ after }, world) {
      const { outside } = world;
      return outside.sent.flatMap((sent) => {
        const message = after.messages.find(({ id }) => id === sent.deliveryId);
        if (!message || !askingKinds.has(message.kind) || !("to" in sent)) return [];
        const request = after.delegations.find(({ id }) => id === message.subject_id);
        const person = after.person(request?.person_id ?? null);
        return person && addressesOf(person, after, world).includes(String(sent.to))
          ? []
          : [`${String(sent.to)} got a ${message.kind} for ${request?.delegate_name}`];
      });
    },
  },
];
