import { data } from "@remix-run/node";
import { env } from "#app/config/env.server.ts";
import { createLines, LineTooLong } from "./line.server.ts";
import { noteRefusal } from "./refusals.server.ts";

const enterSession = createLines(env.PAGES_AT_ONCE);
const enterHousehold = createLines(env.PAGES_AT_ONCE_A_HOUSEHOLD);

interface Making {
  onMade: (end: () => void) => void;
}

/**
 * Lets only a few answers of a session and of a household be in the making at a time, so that others get theirs between.
 * @returns false if it had to wait
 * @throws 503 after too long a wait
 */
export async function waitForPlace(
  { onMade }: Making,
  { sessionId, householdId }: { sessionId: string; householdId: string },
): Promise<boolean> {
  try {
    const session = await enterSession(sessionId);
    onMade(session.leave);
    const household = await enterHousehold(householdId);
    onMade(household.leave);
    return !session.hasWaited && !household.hasWaited;
  } catch (error) {
    if (!(error instanceof LineTooLong)) throw error;
    noteRefusal(householdId, "page");
    throw data({ isCrowded: true }, { status: 503 });
  }
}
