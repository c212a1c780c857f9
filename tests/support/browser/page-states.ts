import { accountStates } from "./page-states/account.ts";
import { dashboardStates } from "./page-states/dashboard.ts";
import { delegationStates } from "./page-states/delegation.ts";
import { familyStates } from "./page-states/family.ts";
import { fileStates } from "./page-states/file.ts";
import { listStates } from "./page-states/lists.ts";
import { mailStates } from "./page-states/mail.ts";
import { noticeStates } from "./page-states/notices.ts";
import { preferenceStates } from "./page-states/preferences.ts";
import { repeatStates } from "./page-states/repeat.ts";
import { shareStates } from "./page-states/shares.ts";
import { taskStates } from "./page-states/task.ts";
import { whoseStates } from "./page-states/whose.ts";
import { turnStates } from "./page-states/turns.ts";
import { weekStates } from "./page-states/week.ts";
import type { PageState } from "./page-states/page-state.ts";

export const pageStates: Record<string, PageState> = {
  ...accountStates,
  ...dashboardStates,
  ...taskStates,
  ...whoseStates,
  ...repeatStates,
  ...turnStates,
  ...delegationStates,
  ...familyStates,
  ...weekStates,
  ...listStates,
  ...mailStates,
  ...preferenceStates,
  ...shareStates,
  ...noticeStates,
  ...fileStates,
};
