/**
 * Finds the same link or button after its card has moved to another list. Reopens the card's menu
 * if it was open.
 */
export function twinOf(gone: Element): HTMLElement | null {
  const goneCard = gone.closest("li");
  const title = goneCard?.querySelector(".task-title");
  const card = title && document.getElementById(title.id)?.closest("li");
  if (!card) return null;
  if (goneCard?.querySelector(openMenu))
    card.querySelector(".task-actions")?.setAttribute("open", "");
  const name = (element: Element) =>
    element.getAttribute("href") ?? element.getAttribute("aria-label") ?? element.textContent;
  const alike = [...card.querySelectorAll<HTMLElement>(gone.tagName)];
  return alike.find((each) => name(each) === name(gone)) ?? card.querySelector(".task-title a");
}

const openMenu = ".task-actions[open]";
