import { JSDOM } from "jsdom";

// One window for all pages: creating it takes longer than reading a page.
const { DOMParser, FormData } = new JSDOM().window;

/** The page as a browser without JavaScript has it: what stands in `<noscript>` is part of it. */
export function parsePage(html: string): Document {
  return new DOMParser().parseFromString(html, "text/html");
}

/** The form's successful controls in order, with the pressed button. */
export function successfulControls(form: HTMLFormElement, button: HTMLElement): [string, string][] {
  return [...new FormData(form, button)].map(([name, value]) => [name, String(value)]);
}
