const shownMark = "data-shown";

export function showPopover(popover: Element, action: string): void {
  popover.toggleAttribute(shownMark, action === "toggle" ? undefined : action === "show");
}

/** Ignores CSS. */
export function isVisible(element: Element): boolean {
  for (let part: Element | null = element; part; part = part.parentElement)
    if (isHidden(part)) return false;
  return true;
}

const neverShown = new Set(["HEAD", "SCRIPT", "STYLE", "TEMPLATE"]);

function isHidden(element: Element): boolean {
  if (neverShown.has(element.tagName) || element.hasAttribute("hidden")) return true;
  if (element.tagName === "INPUT") return element.getAttribute("type") === "hidden";
  if (element.tagName === "DIALOG" && !element.hasAttribute("open")) return true;
  return (
    isFoldedAway(element) || (element.hasAttribute("popover") && !element.hasAttribute(shownMark))
  );
}

function isFoldedAway(element: Element): boolean {
  const details = element.parentElement;
  if (details?.tagName !== "DETAILS" || details.hasAttribute("open")) return false;
  return element !== details.querySelector(":scope > summary");
}

const inline = new Set("A ABBR B BDI CODE EM I MARK SMALL SPAN STRONG TIME WBR".split(" "));
// Controls have a value instead of text.
const controls = new Set(["SELECT", "TEXTAREA"]);

export function visibleText(
  element: Element,
  isExcluded: (part: Element) => boolean = () => false,
): string {
  const read = (node: Node): string => {
    if (node.nodeType === node.TEXT_NODE) return node.textContent ?? "";
    if (node.nodeType !== node.ELEMENT_NODE) return "";
    const part = node as Element;
    if (isHidden(part) || controls.has(part.tagName) || isExcluded(part)) return "";
    const text = [...part.childNodes].map(read).join("");
    return inline.has(part.tagName) ? text : ` ${text} `;
  };
  return read(element).replaceAll(/\s+/g, " ").trim();
}
