import type { GuardMutation } from "./mutation.ts";
import { householdGuards } from "./mutations/households.ts";
import { joiningGuards } from "./mutations/joining.ts";
import { limitGuards } from "./mutations/limits.ts";
import { linksEndGuards } from "./mutations/links-end.ts";
import { ownerGuards } from "./mutations/owner.ts";
import { requestGuards } from "./mutations/requests.ts";
import { sendingGuards } from "./mutations/sending.ts";
import { sessionGuards } from "./mutations/sessions.ts";
import { tokenGuards } from "./mutations/tokens.ts";

export const guardMutations: GuardMutation[] = [
  ...householdGuards,
  ...joiningGuards,
  ...sessionGuards,
  ...linksEndGuards,
  ...tokenGuards,
  ...limitGuards,
  ...sendingGuards,
  ...ownerGuards,
  ...requestGuards,
];
