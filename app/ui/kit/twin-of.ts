/** Finds the same link or button after its card has moved to another list. */
export function twinOf(gone: Element): HTMLElement | null {
  const title = gone.closest("li")?.querySelector(".task-title");
  const card = title && document.getElementById(title.id)?.closest("li");
  if (!card) return null;
  const name = (element: Element) =>
    element.className + (element.getAttribute("href") ?? element.ariaLabel ?? element.textContent);
  const alike = [...card.querySelectorAll<HTMLElement>(gone.tagName)];
  return alike.find((each) => name(each) === name(gone)) ?? card.querySelector(".task-title a");
}
