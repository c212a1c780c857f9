import { createLines } from "./line.server.ts";

const maxWaitMs = 60_000;
const enterHousehold = createLines(1, { maxWaitMs });
const enterAll = createLines(1, { maxWaitMs });

/** The next household begins after this time, even if the reader is slower. */
const maxTurnMs = 30_000;

/**
 * Lets one export be read at a time, and the households take turns. Call `leave` when it is read.
 * @throws LineTooLong
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
