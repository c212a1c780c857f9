import { env } from "#app/config/env.server.ts";
import { countChange } from "./changes.server.ts";
import { createLines, LineTooLong } from "./line.server.ts";
import { noteRefusal } from "./refusals.server.ts";

const enterSession = createLines(env.PAGES_AT_ONCE);
const enterHousehold = createLines(env.PAGES_AT_ONCE_A_HOUSEHOLD);

interface Making {
  onMade: (end: () => void) => void;
}

interface Asking {
  sessionId: string;
  userId: string;
  householdId: string;
  /** Forms wait apart, so that one that can't be saved now keeps nobody from reading. */
  isForm: boolean;
}

/** An action and the loaders after it share one. */
const places = new WeakMap<Making, Promise<boolean>>();

/**
 * Lets only a few answers of a session and of a household be in the making at a time, so that others get theirs between.
 * @returns false if it had to wait
 * @throws LineTooLong, or TooManyChanges
 */
export function waitForPlace(making: Making, asking: Asking): Promise<boolean> {
  const place = places.get(making) ?? enter(making, asking);
  places.set(making, place);
  return place;
}

async function enter(
  { onMade }: Making,
  { sessionId, userId, householdId, isForm }: Asking,
): Promise<boolean> {
  if (isForm) countChange({ userId, householdId });
  const line = isForm ? "form" : "page";
  try {
    const session = await enterSession(`${line} ${sessionId}`);
    onMade(session.leave);
    const household = await enterHousehold(`${line} ${householdId}`);
    onMade(household.leave);
    return !session.hasWaited && !household.hasWaited;
  } catch (error) {
    if (error instanceof LineTooLong) noteRefusal(householdId, "page");
    throw error;
  }
}
