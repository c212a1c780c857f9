import { env } from "#app/config/env.server.ts";
import { countChange } from "./changes.server.ts";
import { createConcurrencyLimit, QueueFull } from "./concurrency-limit.server.ts";
import { noteRefusal } from "./refusals.server.ts";

const enterSession = createConcurrencyLimit(env.PAGES_AT_ONCE);
const enterHousehold = createConcurrencyLimit(env.PAGES_AT_ONCE_A_HOUSEHOLD);

interface Rendering {
  onRendered: (end: () => void) => void;
}

interface Requester {
  sessionId: string;
  userId: string;
  householdId: string;
  /** Forms have a queue of their own, so that a slow save doesn't keep anyone from reading. */
  isForm: boolean;
}

/** An action shares its slot with the loaders that run after it. */
const slots = new WeakMap<Rendering, Promise<boolean>>();

/**
 * Renders only a few pages of a session and of a household at a time, so that others get theirs in
 * between.
 * @returns false if it had to wait
 * @throws QueueFull, or TooManyChanges
 */
export function waitForPageSlot(rendering: Rendering, requester: Requester): Promise<boolean> {
  const slot = slots.get(rendering) ?? enter(rendering, requester);
  slots.set(rendering, slot);
  return slot;
}

async function enter(
  { onRendered }: Rendering,
  { sessionId, userId, householdId, isForm }: Requester,
): Promise<boolean> {
  if (isForm) countChange({ userId, householdId });
  const queue = isForm ? "form" : "page";
  try {
    const session = await enterSession(`${queue} ${sessionId}`);
    onRendered(session.leave);
    const household = await enterHousehold(`${queue} ${householdId}`);
    onRendered(household.leave);
    return !session.hasWaited && !household.hasWaited;
  } catch (error) {
    if (error instanceof QueueFull) noteRefusal(householdId, "page");
    throw error;
  }
}
