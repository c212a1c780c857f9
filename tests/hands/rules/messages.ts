import { emailOf } from "../world.ts";
import type { StepRule } from "./rule.ts";

export const messageSteps: StepRule[] = [
  {
    sentence: "Requests and their changes go to whoever was asked, and nobody else.",
    check({ after }, { outside, accounts }) {
      const accountEmails = new Map(
        [...accounts].map(([name, { userId }]) => [userId, emailOf(name)]),
      );
      return outside.sent.flatMap((sent) => {
        const message = after.messages.find(({ id }) => id === sent.deliveryId);
        const isAsking =
          message?.kind === "delegation_request" || message?.kind === "delegation_change";
        if (!message || !isAsking || !("to" in sent)) return [];
        const request = after.delegations.find(({ id }) => id === message.subject_id);
        const person = after.person(request?.person_id ?? null);
        const own = after.user_preferences.find(({ user_id }) => user_id === person?.user_id);
        const addresses = [
          person?.phone,
          person?.email,
          own?.phone_number,
          accountEmails.get(person?.user_id ?? ""),
        ];
        return addresses.includes(String(sent.to))
          ? []
          : [`${String(sent.to)} got a ${message.kind} for ${request?.delegate_name}`];
      });
    },
  },
];
