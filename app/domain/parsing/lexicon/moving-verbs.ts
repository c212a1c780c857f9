import { wordSet } from "./word-set.ts";

export const movingVerbs = wordSet(
  "move moved reschedule rescheduled push pushed change changed switch switched postpone postponed shift delay delayed bring rebook moving",
);
