import { createConcurrencyLimit } from "./concurrency-limit.server.ts";

const maxWaitMs = 60_000;
const enterHousehold = createConcurrencyLimit(1, { maxWaitMs });
const enterAll = createConcurrencyLimit(1, { maxWaitMs });

/** The next household's export begins after this time, even if the reader is slower. */
const maxTurnMs = 30_000;

/**
 * Lets one export be read at a time, alternating between households. Call `leave` when it is read.
 * @throws QueueFull
 */
export async function waitToExport(
  householdId: string,
): Promise<{ leave: () => void; hasWaited: boolean }> {
  const own = await enterHousehold(householdId);
  try {
    const all = await enterAll("");
    const turn = setTimeout(all.leave, maxTurnMs).unref();
    const leave = () => {
      clearTimeout(turn);
      all.leave();
      own.leave();
    };
    return { leave, hasWaited: own.hasWaited || all.hasWaited };
  } catch (error) {
    own.leave();
    throw error;
  }
}
