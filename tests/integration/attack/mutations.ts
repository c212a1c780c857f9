import type { GuardMutation } from "./mutation.ts";
import { factorGuards } from "./mutations/factors.ts";
import { householdGuards } from "./mutations/households.ts";
import { joiningGuards } from "./mutations/joining.ts";
import { limitGuards } from "./mutations/limits.ts";
import { linksEndGuards } from "./mutations/links-end.ts";
import { notificationGuards } from "./mutations/notifications.ts";
import { ownerGuards } from "./mutations/owner.ts";
import { providerGuards } from "./mutations/providers.ts";
import { requestGuards } from "./mutations/requests.ts";
import { sendingGuards } from "./mutations/sending.ts";
import { sessionGuards } from "./mutations/sessions.ts";
import { tokenGuards } from "./mutations/tokens.ts";

export const guardMutations: GuardMutation[] = [
  ...householdGuards,
  ...joiningGuards,
  ...sessionGuards,
  ...factorGuards,
  ...providerGuards,
  ...linksEndGuards,
  ...tokenGuards,
  ...limitGuards,
  ...sendingGuards,
  ...notificationGuards,
  ...ownerGuards,
  ...requestGuards,
];
