import { changeRows } from "./rows/changes.ts";
import { floodRows } from "./rows/floods.ts";
import { readingRows } from "./rows/reading.ts";
import { workerRows } from "./rows/worker.ts";
import type { FairRow } from "./row.ts";

export const rows: FairRow[] = [...readingRows, ...changeRows, ...workerRows, ...floodRows];
