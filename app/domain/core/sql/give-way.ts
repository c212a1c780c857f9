import { setTimeout as pause } from "node:timers/promises";

/** Other processes have no queue for the database: they only look now and then if they can write. */
const pauseMs = 10;

/** Between two batches: SQLite answers without giving way to timers and sockets, or to other writers. */
export async function giveWay(): Promise<void> {
  await pause(pauseMs);
}
