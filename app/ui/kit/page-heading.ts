/** Returns the heading, ready for the focus. Null if the page has nothing to focus. */
export function pageHeading(): HTMLElement | null {
  const heading =
    document.querySelector<HTMLElement>("#main h1") ?? document.getElementById("main");
  if (heading) heading.tabIndex = -1;
  return heading;
}
