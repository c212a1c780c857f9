/** Scrolls the page, so that what has the focus is not below what has just appeared over it. */
export function uncoverFocus(cover: Element | null): void {
  const { activeElement } = document;
  if (!cover || !activeElement || cover.contains(activeElement)) return;
  const part = activeElement.closest("li") ?? activeElement;
  const [over, under] = [cover.getBoundingClientRect(), part.getBoundingClientRect()];
  if (under.height > window.innerHeight / 2 || under.top >= over.bottom || under.bottom <= over.top)
    return;
  const isAbove = over.top + over.bottom < window.innerHeight;
  const by = isAbove ? under.top - over.bottom - gap : under.bottom - over.top + gap;
  window.scrollBy({ top: by });
}

const gap = 8;
