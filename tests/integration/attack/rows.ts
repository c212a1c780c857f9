import type { Row } from "./row.ts";
import { hostileDav } from "./rows/dav.ts";
import { findings } from "./rows/findings.ts";
import { floods } from "./rows/floods.ts";
import { hostileForms } from "./rows/forms.ts";
import { hostileHeaders } from "./rows/headers.ts";
import { secretsInLog } from "./rows/log.ts";
import { hostileImports } from "./rows/imports.ts";
import { hostileMessages } from "./rows/messages.ts";
import { parallelRaces } from "./rows/races.ts";
import { hostileTexts } from "./rows/texts.ts";

/** In the order of the table. */
export const rows: Row[] = [
  hostileForms,
  hostileTexts,
  hostileHeaders,
  hostileImports,
  hostileDav,
  // These and all that follow forget what was counted, also of the victims.
  hostileMessages,
  parallelRaces,
  ...floods,
  ...findings,
  secretsInLog,
];
