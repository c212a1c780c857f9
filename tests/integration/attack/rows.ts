import { runs } from "../../support/runner/depth.ts";
import { testSeed } from "../../support/runner/seed.ts";
import type { Row } from "./row.ts";
import { findings } from "./rows/findings.ts";
import { floods } from "./rows/floods.ts";
import { hostileForms } from "./rows/forms.ts";
import { hostileHeaders } from "./rows/headers.ts";
import { secretsInLog } from "./rows/log.ts";
import { hostileMessages } from "./rows/messages.ts";
import { parallelRaces } from "./rows/races.ts";
import { hostileTexts } from "./rows/texts.ts";

/** `npm test` tries a tenth of these, chosen by its seed: their limits and rules also have tests of their own. */
const inTurn = [...floods, ...findings];
const tenth = (_: Row, at: number) => (at + testSeed()) % 10 === 0;

/** In the order of the table. */
export const rows: Row[] = [
  hostileForms,
  hostileTexts,
  hostileHeaders,
  hostileMessages,
  parallelRaces,
  ...(runs({ full: 1, part: 0 }) ? inTurn : inTurn.filter(tenth)),
  secretsInLog,
];
