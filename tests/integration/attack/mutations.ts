import type { GuardMutation } from "./mutation.ts";
import { householdGuards } from "./mutations/households.ts";
import { limitGuards } from "./mutations/limits.ts";
import { requestGuards } from "./mutations/requests.ts";
import { sessionGuards } from "./mutations/sessions.ts";
import { tokenGuards } from "./mutations/tokens.ts";

export const guardMutations: GuardMutation[] = [
  ...householdGuards,
  ...sessionGuards,
  ...tokenGuards,
  ...limitGuards,
  ...requestGuards,
];
