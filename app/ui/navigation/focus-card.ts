let wantedId: string | null = null;

/** Focuses the card once it is back in the list. */
export function wantFocus(taskId: string): void {
  wantedId = taskId;
}

export function takeFocus(taskId: string): void {
  if (wantedId !== taskId) return;
  wantedId = null;
  focusCard(taskId);
}

export function focusCard(taskId: string): void {
  titleLink(taskId)?.focus();
}

/**
 * Moves the focus from a card to the next one, or at the end of the list to the previous one.
 * Returns the next one's id.
 */
export function focusNextCard(taskId: string): string | undefined {
  const card = titleLink(taskId)?.closest("li");
  const next = neighbor(card, "nextElementSibling");
  (next ?? neighbor(card, "previousElementSibling"))
    ?.querySelector<HTMLElement>(".task-title a")
    ?.focus();
  return next?.querySelector(".task-title")?.id.replace(/^task-/, "");
}

/**
 * Moves the focus from a reminder to the next or previous one, or if there is none, to its task's
 * card.
 */
export function focusBeside(inside: Element, taskId: string): void {
  const reminder = inside.closest("li");
  const next = reminder?.nextElementSibling ?? reminder?.previousElementSibling;
  (next?.querySelector<HTMLElement>("a") ?? titleLink(taskId))?.focus();
}

/** Skips cards that are also being held in place. */
function neighbor(
  card: Element | null | undefined,
  step: "nextElementSibling" | "previousElementSibling",
) {
  let at = card?.[step];
  while (at?.matches("[data-held]")) at = at[step];
  return at;
}

function titleLink(taskId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#task-${CSS.escape(taskId)} a`);
}
