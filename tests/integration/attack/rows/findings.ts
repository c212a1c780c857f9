import type { Row } from "../row.ts";
import { joinsWithoutLink, signsUpAsInvited } from "./findings/joining.ts";
import {
  asksForNoPassword,
  feedsOutlivePasswords,
  sessionsOutliveAddresses,
} from "./findings/links-end.ts";
import { ownersRights } from "./findings/owner.ts";
import { guessedPhoneCodes } from "./findings/phone-code.ts";
import { recoveredAccount } from "./findings/recovery.ts";
import { oddPaths, plainCookies } from "./findings/requests.ts";
import { resetLinksInLog } from "./findings/reset-link.ts";
import { lockedOutNetwork } from "./findings/shared-network.ts";
import { unconfirmedSends } from "./findings/unconfirmed.ts";

/** Attacks that once succeeded. */
export const findings: Row[] = [
  joinsWithoutLink,
  signsUpAsInvited,
  unconfirmedSends,
  guessedPhoneCodes,
  recoveredAccount,
  feedsOutlivePasswords,
  sessionsOutliveAddresses,
  asksForNoPassword,
  lockedOutNetwork,
  ownersRights,
  resetLinksInLog,
  oddPaths,
  plainCookies,
];
