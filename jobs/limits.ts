import type { Settings } from "#app/config/env.server.ts";
import type { Limits } from "#app/domain/outbox/preparation.ts";

export function readLimits(settings: Settings): Limits {
  return {
    toOneself: settings.TEXTS_A_DAY,
    toOthers: settings.TEXTS_A_DAY_TO_OTHERS,
    household: settings.TEXTS_A_DAY_A_HOUSEHOLD,
    emailsToOthers: settings.EMAILS_A_DAY_TO_OTHERS,
    householdEmails: settings.EMAILS_A_DAY_A_HOUSEHOLD,
    firstToRecipient: settings.FIRST_MESSAGES_A_DAY_TO_ONE,
    firstInAll: settings.FIRST_MESSAGES_A_DAY,
    recipientsOfNewAccount: settings.PEOPLE_ON_FIRST_DAY,
  };
}
