import { textOf } from "./on-page.ts";

export type Name = string | RegExp;

/** An element's name by its label or content. */
export function nameOf(element: Element): string {
  const named = referred(element, "aria-labelledby") || element.getAttribute("aria-label");
  return (named || ownName(element) || element.getAttribute("title") || "").trim();
}

function ownName(element: Element): string | null {
  if ("labels" in element && element.tagName !== "BUTTON") {
    return [...((element as HTMLInputElement).labels ?? [])].map(spoken).join(" ");
  }
  if (element.tagName === "FIELDSET") return textOf(element.querySelector(":scope > legend") ?? element);
  return spoken(element);
}

/** A field's hint and error. */
export const descriptionOf = (element: Element): string => referred(element, "aria-describedby");

/** The texts of the elements whose ids an attribute lists. */
function referred(element: Element, attribute: string): string {
  const ids = element.getAttribute(attribute)?.split(/\s+/) ?? [];
  return ids.map((id) => textOf(element.ownerDocument.getElementById(id) ?? missing(id))).join(" ");
}

function missing(id: string): never {
  throw new Error(`The page refers to #${id}, which is not there`);
}

const spoken = (element: Element) => textOf(element, (part) => part.getAttribute("aria-hidden") === "true");

export const isCalled = (name: Name, text: string) => (typeof name === "string" ? text === name : name.test(text));
