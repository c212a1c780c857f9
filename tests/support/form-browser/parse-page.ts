import { JSDOM } from "jsdom";

// One window for all pages: making one takes longer than reading a page.
const { DOMParser, FormData } = new JSDOM().window;

/** The page as a browser without JavaScript has it: what stands in `<noscript>` is part of it. */
export function parsePage(html: string): Document {
  return new DOMParser().parseFromString(html, "text/html");
}

/** What a browser sends of a form whose button was pressed, in its order. */
export function successfulControls(form: HTMLFormElement, button: HTMLElement): [string, string][] {
  return [...new FormData(form, button)].map(([name, value]) => [name, String(value)]);
}
