import type { Row } from "./row.ts";
import { workerKilled } from "./rows/worker-killed.ts";
import { workerKilledAtSteps } from "./rows/worker-killed-at-steps.ts";
import { webKilled } from "./rows/web-killed.ts";
import { sameFormTwice } from "./rows/same-form-twice.ts";
import { notTakenTwice } from "./rows/not-taken-twice.ts";
import { takenUnclear } from "./rows/taken-unclear.ts";

/** DELIVERY.md's table, in its order. */
export const rows: Row[] = [workerKilled, workerKilledAtSteps, webKilled, sameFormTwice, notTakenTwice, takenUnclear];
