import { visibleText } from "./visible-text.ts";

export type Name = string | RegExp;

export function accessibleName(element: Element): string {
  const named = referencedText(element, "aria-labelledby") || element.getAttribute("aria-label");
  return (named || ownName(element) || element.getAttribute("title") || "").trim();
}

function ownName(element: Element): string | null {
  if ("labels" in element && element.tagName !== "BUTTON") {
    return [...((element as HTMLInputElement).labels ?? [])].map(spoken).join(" ");
  }
  if (element.tagName === "FIELDSET")
    return visibleText(element.querySelector(":scope > legend") ?? element);
  return spoken(element);
}

export const accessibleDescription = (element: Element): string =>
  referencedText(element, "aria-describedby");

function referencedText(element: Element, attribute: string): string {
  const ids = element.getAttribute(attribute)?.split(/\s+/) ?? [];
  return ids
    .map((id) => visibleText(element.ownerDocument.getElementById(id) ?? missing(id)))
    .join(" ");
}

function missing(id: string): never {
  throw new Error(`The page refers to #${id}, which does not exist`);
}

const spoken = (element: Element) =>
  visibleText(element, (part) => part.getAttribute("aria-hidden") === "true");

export const matchesName = (name: Name, text: string) =>
  typeof name === "string" ? text === name : name.test(text);
